"""Illnesses, operations and injuries told by their kind: ``carpal tunnel syndrome``, ``a hip operation``."""

from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_conditions"]

_WORDS = 2  # that say which illness it is


def find_conditions(page: Page) -> Iterator[Cue]:
    """Yield words for illnesses and treatments with the words that say which."""
    for index in page.where(words("condition_nouns")):
        first = _first(page, index)
        if first < index or page.key(index) in words("conditions_alone"):
            yield Cue(page.words[first][0], page.words[index][1], "DEM")
    for index in page.where(words("body_parts")):
        if not page.joined(index) or page.key(index + 1) not in words("body_troubles"):
            continue
        first = index - (page.joined(index - 1) and page.key(index - 1) in words("body_sides"))
        yield Cue(page.words[first][0], page.words[index + 1][1], "DEM")


def _first(page: Page, index: int) -> int:
    """Return the first of the words that say which condition is meant; the noun itself if none does."""
    first = index
    while first and index - first < _WORDS and page.joined(first - 1):
        key = page.key(first - 1)
        if key in words("phrase_stops") or key in words("plain_modifiers") or key in words("no_condition"):
            break
        first -= 1
    return first
