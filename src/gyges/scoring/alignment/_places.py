"""Where people stand in a text: the words that name them, the words their facts follow from."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter

from gyges.reading.lookups import name_parts
from gyges.records import Fact, Kind, Subject, taxonomy
from gyges.scoring.alignment._passages import Passages, Span
from gyges.scoring.alignment._roles import read_role
from gyges.scoring.values import normalised
from gyges.scoring.values._identity import is_placeholder

__all__ = ["CODES", "PersonPlace", "TokenizedText", "nearness", "page_of", "places_of_found", "places_of_true", "pull"]

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


@dataclass(frozen=True)
class TokenizedText:
    """A text, cut into words once."""

    text: str

    @cached_property
    def words(self) -> list[Span]:
        return [match.span() for match in _WORD.finditer(self.text)]

    @cached_property
    def tokens(self) -> list[str]:
        return [normalised(self.text[a:b]) for a, b in self.words]

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for number, token in enumerate(self.tokens):
            index.setdefault(token, []).append(number)
        return index

    @cached_property
    def _found(self) -> dict[str, list[Span]]:
        return {}

    def find(self, phrase: str) -> list[Span]:
        """Return where a phrase stands, as spans of words, in whatever case and punctuation."""
        if phrase not in self._found:
            self._found[phrase] = self._spans(phrase)
        return self._found[phrase]

    def _spans(self, phrase: str) -> list[Span]:
        wanted = [normalised(word) for word in _WORD.findall(phrase)]
        if not wanted or (len(wanted) == 1 and len(wanted[0]) < _SHORTEST and not wanted[0].isdigit()):
            return []
        rare = min(range(len(wanted)), key=lambda n: len(self._index.get(wanted[n], ())))
        starts = (place - rare for place in self._index.get(wanted[rare], ()))
        end = len(wanted)
        return [(s, s + end) for s in starts if s >= 0 and self.tokens[s : s + end] == wanted]

    def words_of(self, start: int, end: int) -> Span:
        """Return the span of words that characters touch, or the next one where they touch none."""
        first = bisect_right(self.words, start, key=lambda span: span[1])
        last = bisect_left(self.words, end, key=lambda span: span[0])
        return first, max(last, first + 1)


@lru_cache(maxsize=_PAGES_KEPT)
def page_of(text: str) -> TokenizedText:
    """Return a text cut into words, the same page again for a text that was asked for a moment ago."""
    return TokenizedText(text)


@dataclass(frozen=True, slots=True)
class PersonPlace:
    """Words of the original where a person stands, and how much that says."""

    start: int
    end: int
    weight: float


def places_of_true(subject: Subject, page: TokenizedText) -> list[PersonPlace]:
    """Return where a true person stands in the original: by names, role words, values and evidence."""
    places: list[PersonPlace] = []
    for phrase, weight in _phrases(subject):
        places += _found(page.find(phrase), weight)
    return sorted(places, key=_START)


def places_of_found(
    subject: Subject, release: TokenizedText, original: TokenizedText, passages: Passages
) -> list[PersonPlace]:
    """Return where a found person stands, in words of the original that the release corresponds to."""
    places: list[PersonPlace] = []
    for phrase, weight in _phrases(subject):
        spans = [original.words_of(*passages.to_original(*_chars(release, span))) for span in release.find(phrase)]
        places += _found([(a, b) for a, b in spans if b - a <= _FAR], weight)  # wider says nothing about where
    return places


def nearness(one: PersonPlace, two: PersonPlace) -> float:
    """Return how near two places are: 1 where they overlap, falling with the words between them."""
    gap = max(one.start - two.end, two.start - one.end) + 1
    if gap <= 0:
        return 1.0
    return 0.0 if gap > _FAR else _FALL[gap]


def pull(place: PersonPlace, homes: Sequence[PersonPlace], widest: int) -> float:
    """Return how much the nearest and weightiest of somebody's places draws another one.

    Args:
        place: The other one.
        homes: Somebody's places, sorted by their starts.
        widest: Words of the widest of them, or more.
    """
    first = bisect_left(homes, place.start - widest - _FAR, key=_START)  # the rest is too far away
    last = bisect_right(homes, place.end + _FAR, key=_START)
    return max((nearness(place, home) * home.weight for home in homes[first:last]), default=0.0)


def _chars(page: TokenizedText, span: Span) -> Span:
    return page.words[span[0]][0], page.words[span[1] - 1][1]


def _found(spans: Sequence[Span], weight: float) -> list[PersonPlace]:
    if not spans or len(spans) > _MOST_PLACES:
        return []
    return [PersonPlace(start, end, weight / len(spans) ** 0.5) for start, end in spans]


def _phrases(subject: Subject) -> Iterator[tuple[str, float]]:
    """Yield words by which a person can be found in a text, with their weight, each once."""
    seen: Counter[str] = Counter()
    for phrase, weight in (*_called(subject), *_told(subject.facts)):
        key = normalised(phrase)
        if key and not seen[key]:
            seen[key] += 1
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
        if fact.tag in CODES | {"OCCUPATION", "POSITION", "AFFILIATION", "AGE"}:
            yield fact.value, weight
