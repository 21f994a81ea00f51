"""Whether two names are one person's: the one answer of readers, attacks, scores and rewriters."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_toml

_WORD = re.compile(r"[^\W_]+")
_CAMEL_HANDLE = re.compile(r"@?(?!Mc|Mac|De|Di|La|Le|Van|Von|O['’]|Fitz)[A-Z][a-z]+[A-Z]\w*")  # GopalAgent, MarieC_55
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_UMLAUT = re.compile("[äöüÄÖÜ]|[aouAOU]\u0308")
_HALF = 0.5  # what a part met by an initial or a short form counts


class Same(StrEnum):
    """How two names are one."""

    EXACT = "exact"
    """The same parts, in whatever order."""
    PART = "part"
    """All parts of the shorter name are in the longer one."""
    INITIALS = "initials"
    """So too, some of them by their first letter."""
    NICKNAME = "nickname"
    """So too, some of them by a short form."""
    NO = "no"
    """They cannot be one person's, or nothing says so."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two names are one."""

    same: Same  # how
    certainty: float
    shared: int  # how many parts they share

    def __bool__(self) -> bool:
        return self.same is not Same.NO


_NO = Likeness(Same.NO, 0.0, 0)


def same_name(one: str, other: str) -> Likeness:
    """Tell how two names are one person's.

    Every part of the shorter name must be met in the longer one, at least one of them written out by both: Ana Sol is
    not Boris Sol, and "A. S." may be anybody. Case, accents, titles and the order of the parts do not matter.
    """
    likeness = same_parts(name_parts(one), name_parts(other))
    if likeness or (_UMLAUT.search(one) is None and _UMLAUT.search(other) is None):
        return likeness
    return same_parts(name_parts(_spelled(one)), name_parts(_spelled(other)))


def _spelled(name: str) -> str:
    """Return a name with its umlauts as they are written where a keyboard has none: Müller is Mueller."""
    return unicodedata.normalize("NFC", name).translate(_UMLAUTS)


def same_parts(one: Sequence[str], other: Sequence[str]) -> Likeness:
    """Tell how two names are one person's, given by their parts as `name_parts` returns them."""
    short, long = sorted((tuple(one), tuple(other)), key=lambda parts: (len(parts), parts))
    written_out = not all(map(is_initial, short))
    if short and (short == long or (written_out and sorted(short) == sorted(long))):
        return Likeness(Same.EXACT, 1.0, len(short))
    pairs = pair_parts(short, long) if written_out else None
    if not pairs or all(is_initial(a) or is_initial(b) for a, b in pairs):
        return _NO
    unlike = [pair for pair in pairs if pair[0] != pair[1]]
    nicknames = any(not is_initial(a) and not is_initial(b) for a, b in unlike)
    how = Same.NICKNAME if nicknames else Same.INITIALS if unlike else Same.PART
    return Likeness(how, (len(pairs) - _HALF * len(unlike)) / len(long), len(pairs))


def same_part(one: str, other: str) -> bool:
    """Tell whether two parts are one name: equal, one the initial of the other, or both forms of one first name."""
    if one == other or (one[:1] == other[:1] and (is_initial(one) or is_initial(other))):
        return True
    return not _groups().get(one, frozenset()).isdisjoint(_groups().get(other, ()))


def pair_parts(
    short: Sequence[str], long: Sequence[str], same: Callable[[str, str], bool] = same_part
) -> list[tuple[str, str]] | None:
    """Return which part of the longer name each part of the shorter one is; None if one is none of them."""
    left, pairs = list(long), []
    for part in sorted(short, key=len, reverse=True):
        met = part if part in left else next((other for other in left if same(part, other)), None)
        if met is None:
            return None
        left.remove(met)
        pairs.append((part, met))
    return pairs


def is_initial(part: str) -> bool:
    """Tell whether a part of a name is a first letter only; in a script without capitals one sign may be a name."""
    return len(part) == 1 and part != part.upper()


@lru_cache(maxsize=1 << 14)
def name_parts(name: str) -> tuple[str, ...]:
    """Return the words of a name in one form, without titles, letters after it and particles."""
    rows = names_table()
    name = _joined().sub("", name)
    if _CAMEL_HANDLE.fullmatch(name.strip()):
        name = _HUMP.sub(" ", name)
    parts = [word for word in _words(name) if word not in rows["titles"]]
    while len(parts) > 1 and parts[0] in rows["ranks"]:
        del parts[0]
    while len(parts) > 1 and (parts[-1] in rows["suffixes"] or parts[-1] in rows["behind"]):
        del parts[-1]
    letters = [part for part in parts if not part.isdecimal()]
    kept = tuple(part for place, part in enumerate(letters) if not place or part not in rows["particles"])
    return kept or tuple(_words(name))


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text).replace("'", ""))


def names_table() -> dict[str, Any]:
    """Return titles, ranks, particles and short forms of first names."""
    return read_toml("names.toml")


@cache
def _joined() -> re.Pattern[str]:
    names = "|".join(names_table()["joined"])
    return re.compile(rf"(?<=\w)-(?:{names})\s*(?=$|,)", re.IGNORECASE)


@cache
def _groups() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for number, names in enumerate(names_table()["nicknames"]):
        for name in names:
            groups.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in groups.items()}
