"""Illnesses, operations and injuries told by their kind: ``carpal tunnel syndrome``, ``a hip operation``."""

from collections.abc import Iterator

from gyges.reading.lexicon._tables import indexes_of
from gyges.reading.page._scan import Scan, Span, words

__all__ = ["find_conditions"]

_WORDS = 2  # that say which illness it is


def find_conditions(scan: Scan) -> Iterator[Span]:
    """Yield words for illnesses and treatments with the words that say which."""
    for index in indexes_of(scan.text, words("condition_nouns").__contains__):
        first = _first(scan, index)
        if first < index or scan.key(index) in words("conditions_alone"):
            yield Span(scan.words[first][0], scan.words[index][1], "DEM")
    for index in indexes_of(scan.text, words("body_parts").__contains__):
        if not scan.joined(index) or scan.key(index + 1) not in words("body_troubles"):
            continue
        first = index - (scan.joined(index - 1) and scan.key(index - 1) in words("body_sides"))
        yield Span(scan.words[first][0], scan.words[index + 1][1], "DEM")


def _first(scan: Scan, index: int) -> int:
    """Return the first of the words that say which condition is meant; the noun itself if none does."""
    first = index
    while first and index - first < _WORDS and scan.joined(first - 1):
        key = scan.key(first - 1)
        if key in words("phrase_stops") or key in words("plain_modifiers") or key in words("no_condition"):
            break
        first -= 1
    return first
