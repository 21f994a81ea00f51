"""One text as all finders see it: cut into words once, searched once, and remembered until the text is read."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cached_property, lru_cache, wraps
from sys import maxsize
from typing import Any, TypeVar

from gyges.reading.lexicon._fold import caseless, lowered
from gyges.reading.page._layout import PageLayout, lay_out
from gyges.reading.page._starts import WordStarts
from gyges.reading.page._tokens import (
    Line,
    Sentence,
    Token,
    Word,
    WordPlaces,
    digit_runs,
    split_lines,
    split_sentences,
    tokenize,
    words_among,
)
from gyges.reading.page._wanted import Answers, Wanted, answer, answers_about

_PAGES_KEPT = 4  # a text and its release, as they stand and without their marks
_LONGEST_KEPT = 100_000  # code points of a text whose page is kept: one takes a hundred times the memory of its text
_SHORT = 400  # code points up to which a pattern is tried everywhere sooner than it is found where it can start
_FIELD_GAPS = frozenset(("  ", "- ", ") ", "\t"))
_OPENERS = ".!?:;\n\r\"“”'‘(•*–—|>[]/…"
_JOINTS = " -\u00a0\u2011"

_Found = TypeVar("_Found")


class Page:
    """A text and what is asked of it again and again; each answer is found on first use and kept."""

    def __init__(self, text: str, hidden: Sequence[tuple[int, int]] = ()) -> None:
        self.text, self.hidden = text, hidden
        self._found: dict[object, Any] = {}

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Start, end and folded form of every word."""
        return words_among(self.tokens, self.text)

    @cached_property
    def digits(self) -> tuple[tuple[int, int], ...]:
        """Start and end of every run of digits."""
        return digit_runs(self.text)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Words and marks."""
        return tokenize(self.text)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Lines."""
        return split_lines(self.text)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentences."""
        return split_sentences(self.text, self.lines)

    @cached_property
    def layout(self) -> PageLayout:
        """Turns of speakers, quotations, labelled fields."""
        return lay_out(self.text, self.lines)

    @cached_property
    def lowered(self) -> str:
        """The text in lower case, every letter in its place."""
        return lowered(self.text)

    @cached_property
    def caseless(self) -> str:
        """The text for patterns in lower case that stand for any case."""
        return caseless(self.text)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The folded words, to see at once whether one of a few stands in the text."""
        return frozenset(self._places.last)

    @cached_property
    def _places(self) -> WordPlaces:
        return WordPlaces.among([word[2] for word in self.words])

    @cached_property
    def _word_starts(self) -> list[int]:
        return [word[0] for word in self.words]

    @cached_property
    def token_places(self) -> WordPlaces:
        """Where each token stands, by its lower-case form."""
        return WordPlaces.among([token[3] for token in self.tokens])

    def where(self, wanted: Set[str] | Wanted[object]) -> list[int]:
        """Return the indexes of the folded words that are wanted, in order."""
        found = answer(wanted, self.keys, self._answers) if isinstance(wanted, Wanted) else self.keys & wanted
        return self._places.of(found) if found else []

    @cached_property
    def _answers(self) -> Answers:
        return answers_about(self.keys)

    def where_tokens(self, wanted: Set[str]) -> list[int]:
        """Return the indexes of the tokens that are one of some lower-case words, in order."""
        return self.token_places.of(self.token_places.last.keys() & wanted)

    @cached_property
    def _starts(self) -> WordStarts:
        return WordStarts(self.tokens, self.token_places)

    def each(
        self, pattern: re.Pattern[str], start: int = 0, end: int = maxsize, *, cased: bool = True
    ) -> Iterator[re.Match[str]]:
        """Yield what a pattern matches in the text, as its ``finditer`` does, but try it only where it can start."""
        text = self.text if cased else self.caseless
        if start or min(end, len(text)) < _SHORT:
            return pattern.finditer(text, start, end)
        return self._starts.each(pattern, text, end)

    def first(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the first match of a pattern in the text."""
        if pattern not in self._found:
            self._found[pattern] = next(self.each(pattern), None)
        found: re.Match[str] | None = self._found[pattern]
        return found

    def gap(self, index: int) -> str:
        """Return what stands between a word and the next one."""
        words = self.words
        return self.text[words[index][1] : words[index + 1][0]]

    def joined(self, index: int) -> bool:
        """Tell whether only a space or a hyphen parts a word from the next one."""
        words = self.words
        if index + 1 >= len(words):
            return False
        end, start = words[index][1], words[index + 1][0]
        return start - end == 1 and self.text[end] in _JOINTS

    def key(self, index: int) -> str:
        """Return a word, folded; empty beyond the ends of the text."""
        words = self.words
        return words[index][2] if 0 <= index < len(words) else ""

    def at(self, position: int) -> int:
        """Return the index of the first word that starts at or after a position."""
        return bisect_left(self._word_starts, position)

    def capital(self, index: int) -> bool:
        """Tell whether a word begins with a capital."""
        return self.text[self.words[index][0]].isupper()

    def opens(self, index: int) -> bool:
        """Tell whether a word opens a sentence, a line, a quotation or a field, where a capital says nothing."""
        start = self.words[index][0]
        before = self.text[max(0, start - 6) : start]
        if before[-2:] in _FIELD_GAPS:
            return True  # the next field of a line, a bullet, a number of a list
        before = before.rstrip(" \t\u00a0")
        return not before or before[-1] in _OPENERS


def page_of(text: str | Page) -> Page:
    """Return a text as a page; a page is one already."""
    return text if isinstance(text, Page) else Page(text)


def kept_page(text: str, hidden: tuple[tuple[int, int], ...] = ()) -> Page:
    """Return the page of a document; those of the last ones are kept.

    Whoever masks a text and whoever guards it ask the same of it, one after the other.
    """
    return _last_pages(text, hidden) if len(text) <= _LONGEST_KEPT else Page(text, hidden)


_last_pages = lru_cache(maxsize=_PAGES_KEPT)(Page)


def once_a_page(find: Callable[[Page], _Found]) -> Callable[[Page], _Found]:
    """Let a finder look at a page once; what it found is kept with the page."""

    @wraps(find)
    def look(page: Page) -> _Found:
        kept = page._found  # the page keeps it, only this function puts it there
        if find not in kept:
            kept[find] = find(page)
        found: _Found = kept[find]
        return found

    return look
