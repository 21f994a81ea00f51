"""What models, programs and servers say instead of a text, in the languages they mostly do it in."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class PhrasesInstead:
    """Some lists of the table, searched as one; read when they are first needed."""

    lists: tuple[str, ...]  # the names of the lists

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first place where a text says one of the phrases."""
        return _compiled(self.lists).search(text)


REFUSALS = PhrasesInstead(("refusals", "excuses"))
"""The model declines, or may decline: enough to ask it again."""
DECLINES = PhrasesInstead(("refusals",))
"""The model declines; nobody else writes so."""
EXCUSES = PhrasesInstead(("excuses",))
"""The model may decline, but people write so too."""
ASKS = PhrasesInstead(("asks",))
"""The model asks for the text, or announces it and gives none."""
ERRORS = PhrasesInstead(("errors",))
"""A program, a server or a network speaks."""


def stands_for_nothing(text: str) -> bool:
    """Tell whether a whole text is what a program writes for nothing."""
    return text.strip().lower() in _nothing()


@cache
def _table() -> dict[str, list[str]]:
    source = files(__package__) / "tables" / "no_release.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def _nothing() -> frozenset[str]:
    return frozenset(_table()["nothing"])


@cache
def _compiled(lists: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{row})" for name in lists for row in _table()[name]), re.IGNORECASE)
