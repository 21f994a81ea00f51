"""Phrases that tell a value of a tag, from tables of regular expressions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.reading._tables import read_rows

__all__ = ["Phrase", "find_phrases", "lowered"]

_AROUND = 60  # code points a phrase may reach to either side of a word of it


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase in a text and the value it tells."""

    start: int
    end: int
    value: str
    certainty: int


def find_phrases(table: str, text: str) -> Iterator[Phrase]:
    """Yield the phrases of a table in a text in order; where two overlap the first row of the table speaks.

    A pattern is tried only around the words without which it cannot fit: most texts know few of them.
    """
    low = lowered(text)
    found: list[tuple[int, int, int]] = []
    rows = _rows(table)
    for number, row in enumerate(rows):
        for start, end in _windows(low, row.words):
            found += [(match.start(), number, match.end()) for match in row.pattern.finditer(text, start, end)]
    last = 0
    for start, number, end in sorted(found):
        if start >= last:
            yield Phrase(start, end, rows[number].value, rows[number].certainty)
            last = end


@lru_cache(maxsize=4)
def lowered(text: str) -> str:
    """Return a text in lower case with every letter in its place, even where lower case is longer."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


@dataclass(frozen=True, slots=True)
class _Row:
    value: str
    certainty: int
    pattern: re.Pattern[str]
    words: tuple[str, ...]


@cache
def _rows(table: str) -> list[_Row]:
    return [
        _Row(row[0], int(row[1]), re.compile(rf"(?<!\w)(?:{row[2]})(?!\w)", re.IGNORECASE), tuple(row[3].split("|")))
        for row in read_rows(table)
    ]


def _windows(low: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the stretches around any of some words, merged where they meet."""
    places = sorted(place for word in words for place in _places(low, word))
    merged: list[tuple[int, int]] = []
    for place in places:
        start, end = max(0, place - _AROUND), place + _AROUND
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _places(low: str, word: str) -> Iterator[int]:
    place = low.find(word)
    while place >= 0:
        yield place
        place = low.find(word, place + len(word))
