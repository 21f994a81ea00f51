"""What values are compared with: tables, texts in one shape, and the verdict on a pair."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

from gyges.errors import UnknownNameError
from gyges.reading.lookups import fold


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table that ships, by its name."""
    source = files(__package__) / "tables" / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


_LIST_MARK = re.compile(r"^[\s\-•>#\[(]*(?:\d{1,2}\s*[.)]\s+)?")
_WORD = re.compile(r"[^\W_]+(?:['&+#][^\W_]+)*[+#]*")
_SHORT = 80
"""Characters of a value that is remembered: the same few values meet again and again, and whole texts do not."""


def plain(value: str) -> str:
    """Return a value in lower case, without accents, with single blanks."""
    return _remembered(value) if len(value) <= _SHORT else _plain(value)


def _plain(value: str) -> str:
    return " ".join(fold(value).split())


_remembered = lru_cache(maxsize=1 << 14)(_plain)  # some 4 MB


def tidy(value: str) -> str:
    """Return an answer without the marks of a list or of markdown around it."""
    return _LIST_MARK.sub("", value.replace("*", " ").replace("`", " ")).strip(' \t\r\n;.[]"“”')


def words(value: str) -> tuple[str, ...]:
    """Return the words of a value in one shape: lower case, no accents, no punctuation."""
    return tuple(_WORD.findall(plain(value)))


Profile: TypeAlias = Literal["strict", "paper"]
"""The two sets of rules: ``strict``, and ``paper`` with the published quirks."""

PROFILES: tuple[str, ...] = get_args(Profile)


@dataclass(frozen=True, slots=True)
class ValueVerdict:
    """What the rules say about a true value and a guessed one."""

    score: float | None
    settled: bool


SAME = ValueVerdict(1.0, settled=True)
LESS_PRECISE = ValueVerdict(0.5, settled=True)
DIFFERENT = ValueVerdict(0.0, settled=True)
UNSURE = ValueVerdict(0.0, settled=False)


def check_profile(profile: str) -> Profile:
    """Return the profile of that name, or say which there are."""
    if profile == "strict":
        return "strict"
    if profile == "paper":
        return "paper"
    raise UnknownNameError(f"there is no scoring profile '{profile}'", f"use one of {', '.join(PROFILES)}")
