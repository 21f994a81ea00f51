"""The estimate of one document, fact by fact: quick enough to ask for every edit and every word lost."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gyges.records import Document, Fact, Finding, Release
from gyges.scoring._scored import MIN_CERTAINTY
from gyges.scoring.alignment._passages import Span
from gyges.scoring.alignment._places import page_of, places_of_true
from gyges.scoring.estimate._clues import Clues, Texts, clues_of, telling_words
from gyges.scoring.estimate._estimate import out_of_scope
from gyges.scoring.estimate._light import light_model


@dataclass(frozen=True, slots=True)
class Expected:
    """What a strong reader is expected to leave protected of one document; an estimate, no finding."""

    facts: Mapping[tuple[str, str], tuple[float, ...]]

    @property
    def document(self) -> float:
        """The share of all facts that is expected to stay protected."""
        return _mean([kept for own in self.facts.values() for kept in own])

    @property
    def people(self) -> dict[str, float]:
        """The same for each person with facts."""
        own: dict[str, list[float]] = {}
        for (person, _), kept in self.facts.items():
            own.setdefault(person, []).extend(kept)
        return {person: _mean(kept) for person, kept in own.items()}

    @property
    def kinds(self) -> dict[tuple[str, str], float]:
        """The same for each kind of fact of each person."""
        return {key: _mean(kept) for key, kept in self.facts.items()}


def expect_document(document: Document, release: Release, finding: Finding, before: Finding) -> Expected | str:
    """Estimate what a strong reader would leave protected, or say in words why that cannot be estimated."""
    counted = {
        subject.id: [fact for fact in subject.facts if fact.certainty >= MIN_CERTAINTY and fact.value.strip()]
        for subject in document.subjects or ()
    }
    if not any(counted.values()):
        return "nothing is known about anybody in it"
    model = light_model()
    why = out_of_scope(document, release, model.longest)
    if why:
        return why
    rows = list(clues_of(document, release, finding, before, model.guesses, counted))
    empty = not release.text.strip()  # nobody tells anything from nothing
    chances = [0.0] * len(rows) if empty else model.chances([(fact.tag, clues) for _, fact, clues in rows])
    facts: dict[tuple[str, str], tuple[float, ...]] = {}
    for (subject, fact, _), chance in zip(rows, chances, strict=True):
        key = subject.id, fact.tag
        facts[key] = (*facts.get(key, ()), 1 - chance)
    return Expected(facts)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class ShortenedEstimate:
    """How many facts of whom a strong reader is expected to tell, while stretches of the original go.

    What the embedded reader found is taken from its last reading; a fact without evidence left is found no more.
    """

    def __init__(self, document: Document, release: Release, finding: Finding, before: Finding) -> None:
        self._facts: dict[str, tuple[Fact, ...]] = {one.id: one.facts for one in document.subjects or ()}
        model = light_model()
        rows = clues_of(document, release, finding, before, model.guesses, self._facts)
        self._rows = [(subject.id, fact, clues) for subject, fact, clues in rows]
        self._texts = Texts(document.text, release)
        page = self._texts.page
        self._around: Mapping[str, Sequence[int]] = {
            one.id: self._texts.words_around(place.start for place in places_of_true(one, page))
            for one in document.subjects or ()
        }
        self._spans = [[span for quote in fact.evidence for span in page.find(quote)] for _, fact, _ in self._rows]
        self._telling = [telling_words(fact.value) for _, fact, _ in self._rows]
        self._standing = Counter(page_of(release.text).tokens)

    @property
    def facts(self) -> int:
        """How many facts count."""
        return len(self._rows)

    def leaks(self, gone: Iterable[tuple[int, int]]) -> dict[str, float]:
        """Return how many facts of each person are expected to be told when stretches of the original went."""
        texts, lost = self._texts.without(self._words(gone))
        standing = self._standing - Counter(lost)
        near = {id: (texts.kept_among(words), texts.sexed_among(words)) for id, words in self._around.items()}
        rows = []
        for (person, fact, clues), spans, telling in zip(self._rows, self._spans, self._telling, strict=True):
            evidence = texts.kept(spans) if spans else texts.text
            rows.append((fact.tag, self._now(clues, near[person], evidence, texts, bool(spans), telling, standing)))
        told: dict[str, float] = dict.fromkeys(self._facts, 0.0)
        for (person, _, _), chance in zip(self._rows, light_model().chances(rows), strict=True):
            told[person] += chance
        return told

    @staticmethod
    def _now(
        clues: Clues,
        near: tuple[float, float],
        evidence: float,
        texts: Texts,
        quoted: bool,
        telling: Sequence[str],
        standing: Counter[str],
    ) -> Clues:
        left = sum(word in standing for word in telling) / len(telling) if telling else 0.0
        return clues._replace(
            value=min(clues.value, left),
            evidence=evidence,
            person=near[0],
            sexed=near[1],
            text=texts.text,
            names=texts.names,
            found=0.0 if quoted and not evidence else clues.found,
        )

    def _words(self, gone: Iterable[tuple[int, int]]) -> list[Span]:
        page = self._texts.page
        return [(bisect_left(page.starts, start), bisect_right(page.ends, end)) for start, end in gone]
