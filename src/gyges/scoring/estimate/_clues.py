"""What is left in a release of what a fact can be read from: the clues that the estimate weighs."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.scoring.alignment import who_is_who
from gyges.scoring.alignment._evidence import value_score
from gyges.scoring.alignment._passages import Span, passages_of
from gyges.scoring.alignment._places import page_of, places_of_true, words_in

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_MARK = re.compile(r"\[[^\]\n]{1,40}\]|\*{3,}|█{2,}|_{3,}|\b(?:Person|Town|Place|Company) [A-Z0-9]{1,2}\b")
_LEAST = 3  # letters of a word that can tell something


class Clues(NamedTuple):
    """What a careful reader of a release still has to go by for one fact, each from 0 to 1."""

    value: float  # words of the value that still stand in the release
    evidence: float  # words of the annotator's evidence that were left as they were, at their places
    person: float  # the same for the sentences in which the person stands
    text: float  # the same for the whole text
    names: float  # the same for words with a capital letter inside sentences: the setting
    sexed: float  # pronouns and titles that tell a sex, left near the person
    marks: float  # how much of the release are marks of a mask
    new: float  # how much of the release are words the original does not have
    told: float  # whether the annotator quoted anything at all
    found: float  # how right the embedded reader is about it, reading the release
    found_before: float  # the same, reading the original
    guessed: float  # how right somebody is who never saw the text
    sure: float  # the annotator's certainty
    hard: float  # the annotator's hardness, a third where nobody rated it
    people: float  # how many people the text has, up to ten


CLUES = Clues._fields


def clues_of(
    document: Document,
    release: Release,
    finding: Finding | None,
    before: Finding | None,
    guesses: Mapping[str, str],
    facts: Mapping[str, Sequence[Fact]],
    who: Mapping[str, str] | None = None,
    who_before: Mapping[str, str] | None = None,
) -> Iterator[tuple[Subject, Fact, Clues]]:
    """Yield the clues to every fact that counts."""
    texts = Texts(document.text, release)
    after_by, before_by = _listings(document, finding, release, who), _listings(document, before, None, who_before)
    crowd = min(len(document.subjects or ()), 10) / 10
    for subject in document.subjects or ():
        around = texts.words_around(place.start for place in places_of_true(subject, texts.page))
        near, sexed = texts.kept_among(around), texts.sexed_among(around)
        for fact in facts[subject.id]:
            spans = [span for quote in fact.evidence for span in texts.page.find(quote)]
            guess = guesses.get(fact.tag)
            yield (
                subject,
                fact,
                Clues(
                    value=texts.standing(fact.value),
                    evidence=texts.kept(spans) if spans else texts.text,
                    person=near,
                    text=texts.text,
                    names=texts.names,
                    sexed=sexed,
                    marks=texts.marks,
                    new=texts.new,
                    told=float(bool(spans)),
                    found=_right(fact, after_by.get(subject.id, ())),
                    found_before=_right(fact, before_by.get(subject.id, ())),
                    guessed=_score(fact, guess) if guess else 0.0,
                    sure=fact.certainty / 5,
                    hard=(fact.hardness or 2) / 5,
                    people=crowd,
                ),
            )


class Texts:
    """An original and its release, word by word: which words were left as they were, where they were."""

    def __init__(self, original: str, release: Release) -> None:
        self.page = page_of(original)
        self._release = release.text
        passages = passages_of(original, release.text, release.trace)
        self._kept = [False] * len(self.page.words)
        for (a, b), (c, d) in zip(passages.ours, passages.theirs, strict=True):
            if original[a:b].casefold() == release.text[c:d].casefold():
                first, last = bisect_left(self.page.starts, a), bisect_right(self.page.ends, b)
                self._kept[first:last] = [True] * (last - first)

    def without(self, gone: Sequence[Span]) -> tuple["Texts", list[str]]:
        """Return the texts after spans of words went, by number, and the words lost that stood in the release."""
        _ = self._capitals, self._sexed  # told of the original once, and not of every copy
        left = copy(self)
        for name in ("text", "names"):
            left.__dict__.pop(name, None)
        left._kept = list(self._kept)
        lost: list[str] = []
        for first, last in gone:
            lost += [self.page.tokens[number] for number in range(first, last) if left._kept[number]]
            left._kept[first:last] = [False] * max(0, last - first)
        return left, lost

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(page_of(self._release).tokens)

    @cached_property
    def text(self) -> float:
        return sum(self._kept) / len(self._kept) if self._kept else 1.0

    @cached_property
    def names(self) -> float:
        """How many capitalised words that do not begin a sentence were left."""
        chosen = self._capitals
        return sum(self._kept[number] for number in chosen) / len(chosen) if chosen else 1.0

    @cached_property
    def _capitals(self) -> list[int]:
        starts = {match.start() for match in _SENTENCE.finditer(self.page.text)}
        return [
            number
            for number, (a, _) in enumerate(self.page.words)
            if self.page.text[a].isupper() and a not in starts and a - 1 not in starts
        ]

    @cached_property
    def marks(self) -> float:
        count = len(_MARK.findall(self._release))
        return count / (count + len(page_of(self._release).words) + 1)

    @cached_property
    def new(self) -> float:
        known = set(self.page.tokens)
        words = words_in(_MARK.sub(" ", self._release))
        return sum(word not in known for word in words) / len(words) if words else 0.0

    def standing(self, value: str) -> float:
        """Return how many words of a value stand anywhere in the release."""
        telling = telling_words(value)
        return sum(word in self._words for word in telling) / len(telling) if telling else 0.0

    def kept(self, spans: Sequence[Span]) -> float:
        """Return how much of spans of words was left as it was; the best kept span counts."""
        best = 0.0
        for a, b in spans:
            if b > a and best < 1.0:  # one that was left whole is enough
                best = max(best, sum(self._kept[a:b]) / (b - a))
        return best

    def kept_among(self, numbers: Collection[int]) -> float:
        """Return how many of some words were left as they were; without any, how many of all words."""
        return sum(self._kept[n] for n in numbers) / len(numbers) if numbers else self.text

    def sexed_among(self, numbers: Collection[int]) -> float:
        """Return how many pronouns and titles that tell a sex were left among some words."""
        sexed = [n for n in numbers if n in self._sexed]
        return sum(self._kept[n] for n in sexed) / len(sexed) if sexed else 0.0

    @cached_property
    def _sexed(self) -> frozenset[int]:
        words = sexed_words()
        return frozenset(number for number, token in enumerate(self.page.tokens) if token in words)

    @cached_property
    def _sentences(self) -> list[Span]:
        spans = []
        for match in _SENTENCE.finditer(self.page.text):
            first, last = bisect_left(self.page.starts, match.start()), bisect_right(self.page.ends, match.end())
            if last > first:
                spans.append((first, last))
        return spans

    def words_around(self, starts: Iterable[int]) -> list[int]:
        """Return the words of the sentences in which some words stand, by their numbers."""
        first_words = [first for first, _ in self._sentences]
        places = {bisect_right(first_words, start) - 1 for start in starts}
        return [number for place in sorted(places) if place >= 0 for number in range(*self._sentences[place])]


def telling_words(value: str) -> list[str]:
    """Return the words of a value that tell something."""
    words = words_in(value)
    return [word for word in words if len(word) >= _LEAST or word.isdigit()] or words


def _listings(
    document: Document, finding: Finding | None, release: Release | None, who: Mapping[str, str] | None
) -> dict[str, tuple[Fact, ...]]:
    """Return what the embedded reader says of each true person."""
    if finding is None:
        return {}
    if who is None:
        text, trace = (None, None) if release is None else (release.text, release.trace)
        who = who_is_who(document.subjects or (), finding.subjects, document.text, text, trace).matches
    found = {subject.id: subject.facts for subject in finding.subjects}
    return {id: found[other] for id, other in who.items()}


def _right(fact: Fact, told: Sequence[Fact]) -> float:
    return max((_score(fact, one.value) for one in told if one.tag == fact.tag and one.certainty), default=0.0)


def _score(fact: Fact, guess: str) -> float:
    score = value_score(fact.tag, fact.value, guess)
    return 0.5 if score is None else score


@cache
def sexed_words() -> frozenset[str]:
    """Return pronouns and titles that tell a sex."""
    return frozenset((files(__package__) / "sexed_words.txt").read_text(encoding="utf-8").split())
