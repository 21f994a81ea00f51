"""Phrases of tables in a text: by their folded words, or as regular expressions that tell a value of a tag."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Generic, TypeVar

from gyges.reading.lexicon._load import read_rows
from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._spans import Cue
from gyges.reading.page._tokens import Word
from gyges.reading.page._wanted import Wanted

Entry = TypeVar("Entry")
_GAP = 2  # code points between two words of a phrase


class PhraseIndex(Generic[Entry]):
    """PhraseIndex to look up in a text, longest first, by their folded words."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = dict(entries)
        self._longer: dict[str, dict[str, list[int]]] = {}  # by first and second word: how many words, most first
        for phrase in self._entries:
            first, *rest = phrase.split(" ")
            seconds = self._longer.setdefault(first, {})
            if rest and len(rest) + 1 not in (counts := seconds.setdefault(rest[0], [])):
                counts.append(len(rest) + 1)
                counts.sort(reverse=True)
        self._begins = Wanted(self._longer.__contains__)

    def __contains__(self, phrase: str) -> bool:
        return phrase in self._entries

    def find(self, page: Page) -> Iterator[tuple[int, int, Entry]]:
        """Yield index of the first word, number of words, and entry of every phrase, without overlap."""
        words, longer, entries = page.words, self._longer, self._entries
        last, free = len(words) - 1, 0
        for index in page.where(self._begins):
            if index < free:
                continue
            key = words[index][2]
            for count in longer[key].get(words[index + 1][2], ()) if index < last else ():
                part = words[index : index + count]
                phrase = " ".join([word[2] for word in part])
                if len(part) == count and phrase in entries and _close(part):
                    yield index, count, entries[phrase]
                    free = index + count
                    break
            else:
                if key in entries:
                    yield index, 1, entries[key]
                    free = index + 1


def _close(words: Sequence[Word]) -> bool:
    return all(after[0] - before[1] <= _GAP for before, after in pairwise(words))


_AROUND = 60  # code points a phrase may reach to either side of a word of it


def find_phrases(table: str, page: Page) -> Iterator[Cue]:
    """Yield the phrases of a table in a text in order; where two overlap the first row of the table speaks.

    A pattern is tried only around the words without which it cannot fit: most texts know few of them.
    """
    low, plain = page.lowered, page.caseless
    found: list[tuple[int, int, int]] = []
    rows = _rows(table)
    for number, words in _possible(table, page).items():
        row = rows[number]
        where = plain if row.caseless else page.text
        for start, end in _windows(low, words):
            found += [(match.start(), number, match.end()) for match in row.pattern.finditer(where, start, end)]
    last = 0
    for start, number, end in sorted(found):
        if start >= last:
            row = rows[number]
            yield Cue(start, end, table, value=row.value, certainty=row.certainty)
            last = end


@dataclass(frozen=True, slots=True)
class _Row:
    value: str
    certainty: int
    pattern: re.Pattern[str]
    words: tuple[str, ...]
    caseless: bool  # whether the pattern has no upper case and no flag, and asks the text in lower case


@cache
def _rows(table: str) -> list[_Row]:
    return [_row(*row[:4]) for row in read_rows(table)]


def _row(value: str, certainty: str, pattern: str, words: str) -> _Row:
    plain = pattern == pattern.lower()  # escapes such as \S count as upper case too, which costs time only
    whole = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", 0 if plain else re.IGNORECASE)
    return _Row(value, int(certainty), whole, tuple(words.split("|")), plain)


@cache
def _rows_by_word(table: str) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Return the rows of a table by their words: those that stand inside a word of a text, and the others."""
    inside: dict[str, list[int]] = {}
    others: dict[str, list[int]] = {}
    for number, row in enumerate(_rows(table)):
        for word in row.words:
            index = inside if word.isascii() and " " not in word else others
            index.setdefault(word, []).append(number)
    return inside, others


@cache
def _telling(table: str) -> Wanted[object]:
    """Return what tells whether a word of a text holds one of a table: most are known to hold none."""
    inside, _ = _rows_by_word(table)
    return Wanted(re.compile("|".join(map(re.escape, inside))).search)


def _possible(table: str, page: Page) -> dict[int, list[str]]:
    """Return the rows of a table that may fit, each with those of its words that a text has."""
    inside, others = _rows_by_word(table)
    telling = "\n".join(_telling(table).among(_vocabulary(page)))
    found: dict[int, list[str]] = {}
    for index, where in ((inside, telling), (others, page.lowered)):
        for word, numbers in index.items() if where else ():
            if word in where:
                for number in numbers:
                    found.setdefault(number, []).append(word)
    return found


@once_a_page
def _vocabulary(page: Page) -> frozenset[str]:
    """Return every word of a text once and in ASCII."""
    return frozenset(page.lowered.encode("ascii", "replace").decode("ascii").split())


def _windows(low: str, words: Sequence[str]) -> list[tuple[int, int]]:
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
