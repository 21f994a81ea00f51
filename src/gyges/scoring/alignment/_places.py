"""Where people stand in a text: the words that name them, the words their facts follow from."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from gyges.reading.lookups import name_parts
from gyges.records import Fact, Kind, Subject, taxonomy
from gyges.scoring.alignment._passages import Itself, Passages, Span
from gyges.scoring.alignment._roles import read_role
from gyges.scoring.values import normalised
from gyges.scoring.values.names import is_placeholder

_WORD = re.compile(r"\w+")
_SHORTEST = 3
"""Letters of a single word whose places are looked for; shorter ones stand everywhere."""
_MOST_PLACES = 12
"""Places of one phrase that are looked at; what stands more often tells nobody apart."""
_REACH = 6.0
"""Words over which the nearness of two places falls to a third: a sentence part."""
_BESIDE = 0.5
"""What standing right beside each other is worth, against standing at the same words."""
_FAR = 24
"""Words beyond which two places have nothing to do with each other."""

_FALL = tuple(float(2.0 ** (-gap / _REACH)) * _BESIDE for gap in range(_FAR + 1))
_START = attrgetter("start")
_PAGES_KEPT = 8
"""Texts whose words are kept: an original is looked at with each list of people and each release of it."""

CODES = frozenset(tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE)
_NAMED, _QUOTED, _VALUE = 3.0, 1.0, 1.0
_SHARED_TAGS = frozenset({"LOCATION", "NATIONALITY"})
_SHARED = 0.3
"""What words about a home or a country weigh, which mostly hold for several people, beside words about one person."""
_TOLD_TAGS = CODES | {"OCCUPATION", "POSITION", "AFFILIATION", "AGE"}
"""Kinds of facts whose values are looked for in a text."""


@dataclass(frozen=True)
class TokenizedText:
    """A text, cut into words once."""

    text: str

    @cached_property
    def words(self) -> list[Span]:
        return [match.span() for match in _WORD.finditer(self.text)]

    @cached_property
    def tokens(self) -> list[str]:
        return words_in(self.text)

    @cached_property
    def plain(self) -> str:
        return normalised(self.text)

    @cached_property
    def starts(self) -> list[int]:
        return [start for start, _ in self.words]

    @cached_property
    def ends(self) -> list[int]:
        return [end for _, end in self.words]

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for number, token in enumerate(self.tokens):
            index.setdefault(token, []).append(number)
        return index

    @cached_property
    def _found(self) -> dict[str, list[Span]]:
        return {}

    @cached_property
    def _homes(self) -> "dict[Itself[Subject], list[PersonPlace]]":
        return {}

    def find(self, phrase: str) -> list[Span]:
        """Return where a phrase stands, as spans of words, in whatever case and punctuation."""
        if phrase not in self._found:
            self._found[phrase] = self._spans(phrase)
        return self._found[phrase]

    def _spans(self, phrase: str) -> list[Span]:
        wanted, index = words_in(phrase), self._index
        if not all(word in index for word in wanted):
            return []
        if len(wanted) <= 1:
            telling = wanted and (len(wanted[0]) >= _SHORTEST or wanted[0].isdigit())
            return [(place, place + 1) for place in index[wanted[0]]] if telling else []
        rare = min(range(len(wanted)), key=lambda n: len(index[wanted[n]]))
        starts = (place - rare for place in index[wanted[rare]])
        end = len(wanted)
        return [(s, s + end) for s in starts if s >= 0 and self.tokens[s : s + end] == wanted]

    def homes_of(self, subject: Subject) -> "list[PersonPlace]":
        """Return where a true person stands; a document is scored several times, always against the same people."""
        one = Itself(subject)
        if one not in self._homes:
            self._homes[one] = _places_of_true(subject, self)
        return self._homes[one]

    def words_of(self, start: int, end: int) -> Span:
        """Return the span of words that characters touch, or the next one where they touch none."""
        first = bisect_right(self.ends, start)
        return first, max(bisect_left(self.starts, end), first + 1)


@lru_cache(maxsize=_PAGES_KEPT)
def page_of(text: str) -> TokenizedText:
    """Return a text cut into words, the same page again for a text that was asked for a moment ago."""
    return TokenizedText(text)


class PersonPlace(NamedTuple):
    """Words of the original where a person stands, and how much that says."""

    start: int
    end: int
    weight: float


def places_of_true(subject: Subject, page: TokenizedText) -> list[PersonPlace]:
    """Return where a true person stands in the original: by names, role words, values and evidence."""
    return page.homes_of(subject)


def _places_of_true(subject: Subject, page: TokenizedText) -> list[PersonPlace]:
    places: list[PersonPlace] = []
    for phrase, weight in _phrases(subject):
        places += _found(page.find(phrase), weight)
    return sorted(places, key=_START)


class FoundPlaces:
    """Where found people stand, in words of the original that the release corresponds to."""

    def __init__(self, release: TokenizedText, original: TokenizedText, passages: Passages) -> None:
        self._release, self._original, self._passages = release, original, passages
        self._spans: dict[str, list[Span]] = {}  # many people of a long text may be described by the same words

    def of(self, subject: Subject) -> list[PersonPlace]:
        """Return where somebody stands."""
        return [place for phrase, weight in _phrases(subject) for place in _found(self._find(phrase), weight)]

    def _find(self, phrase: str) -> list[Span]:
        if phrase not in self._spans:
            spans = self._release.find(phrase)
            if self._release is not self._original:
                spans = [self._original.words_of(*self._passages.to_original(*_chars(self._release, s))) for s in spans]
            self._spans[phrase] = [(a, b) for a, b in spans if b - a <= _FAR]  # wider says nothing about where
        return self._spans[phrase]


class Homes:
    """Where all true people stand, so that those near a place are found without looking at everybody."""

    def __init__(self, places: Sequence[Sequence[PersonPlace]]) -> None:
        self._all = sorted((start, end, weight, row) for row, own in enumerate(places) for start, end, weight in own)
        self._widest = max((end - start for start, end, _, _ in self._all), default=0)

    def pulls(self, place: PersonPlace) -> list[tuple[int, float]]:
        """Return everybody who draws a place, by number, with how much the nearest and weightiest place of theirs does.

        One that overlaps draws with its whole weight, others with less for each word between.
        """
        start, end, _ = place
        first = bisect_left(self._all, (start - self._widest - _FAR,))  # the rest is too far away
        best: dict[int, float] = {}
        for home_start, home_end, weight, row in self._all[first : bisect_left(self._all, (end + _FAR + 1,))]:
            gap = max(start - home_end, home_start - end) + 1
            if gap <= _FAR:
                drawn = weight if gap <= 0 else _FALL[gap] * weight
                if drawn > best.get(row, 0.0):
                    best[row] = drawn
        return sorted(best.items())


def words_in(text: str) -> list[str]:
    """Return the words of a text in one shape."""
    if text.isascii():  # at once: no word of it changes its length
        return _WORD.findall(text.lower())
    return [normalised(word) for word in _WORD.findall(text)]


def _chars(page: TokenizedText, span: Span) -> Span:
    return page.words[span[0]][0], page.words[span[1] - 1][1]


def _found(spans: Sequence[Span], weight: float) -> list[PersonPlace]:
    if not spans or len(spans) > _MOST_PLACES:
        return []
    return [PersonPlace(start, end, weight / len(spans) ** 0.5) for start, end in spans]


def _phrases(subject: Subject) -> Iterator[tuple[str, float]]:
    """Yield words by which a person can be found in a text, with their weight, each once."""
    seen = {""}
    for phrase, weight in (*_called(subject), *_told(subject.facts)):
        key = normalised(phrase)
        if key not in seen:
            seen.add(key)
            yield phrase, weight


def _called(subject: Subject) -> Iterable[tuple[str, float]]:
    for words in subject.called:
        yield words, _NAMED
    for fact in subject.facts:
        if fact.tag == "NAME" and fact.certainty and not is_placeholder(fact.value):
            yield fact.value, _NAMED
            for token in name_parts(fact.value):
                yield token, _NAMED / 2
    for word in read_role(subject.description).words:
        yield word, _VALUE


def _told(facts: Iterable[Fact]) -> Iterator[tuple[str, float]]:
    for fact in facts:
        weight = _SHARED if fact.tag in _SHARED_TAGS else _QUOTED
        for quote in fact.evidence:
            yield quote, _NAMED if fact.tag == "NAME" else weight
        if fact.tag in _TOLD_TAGS:
            yield fact.value, weight
