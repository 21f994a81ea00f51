"""What a corpus holds, counted in one pass."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TypeVar, cast

from gyges.records import Document, JsonValue, Subject

_K = TypeVar("_K", int, str)

SURE = 3
"""From this certainty on a fact rests on evidence rather than assumption (SPIA, annotation guidelines)."""


LENGTH_STEP = 500
"""Characters between the steps of the distribution of lengths (as SPIA, Figure 7, tells them)."""


@dataclass(frozen=True, slots=True)
class LengthStats:
    """Length of the texts, in code points; `distribution` has the documents by the step of 500 they are in, from 0."""

    total: int
    mean: float | None
    shortest: int | None
    longest: int | None
    distribution: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SubjectStats:
    """People."""

    count: int  # how many
    per_document: float | None  # average over the documents somebody annotated
    without_sure_fact: int  # people about whom nothing is known with certainty 3 or more
    distribution: Mapping[int, int]  # how many documents have how many people


@dataclass(frozen=True, slots=True)
class FactStats:
    """Facts about people."""

    count: int  # how many
    sure: int  # how many with certainty 3 or more
    per_subject: float | None  # average over all people
    distribution: Mapping[int, int]  # how many people have how many facts
    by_tag: Mapping[str, int]  # how many of each tag
    sure_by_tag: Mapping[str, int]  # how many of each tag with certainty 3 or more
    by_certainty: Mapping[int, int]  # how many of each certainty
    by_hardness: Mapping[int, int]  # how many of each hardness; 0 where nobody rated it


@dataclass(frozen=True, slots=True)
class MentionStats:
    """Spans."""

    count: int  # how many
    entities: int  # how many different entities they name; a span without an entity id is an entity of its own
    by_type: Mapping[str, int]  # how many of each entity type
    by_identifier: Mapping[str, int]  # how many of each identifier type


@dataclass(frozen=True, slots=True)
class CorpusStats:
    """What a corpus holds.

    Attributes:
        documents: How many documents.
        with_subjects: In how many somebody looked for people, whether there were any or not.
        with_mentions: In how many somebody looked for spans.
        length: Length of the texts.
        subjects: People.
        facts: Facts about people.
        mentions: Spans.
    """

    documents: int
    with_subjects: int
    with_mentions: int
    length: LengthStats
    subjects: SubjectStats
    facts: FactStats
    mentions: MentionStats

    def to_json(self) -> dict[str, JsonValue]:
        """Return the same as a JSON object."""
        return cast(dict[str, JsonValue], _with_text_keys(asdict(self)))


def corpus_stats(documents: Iterable[Document]) -> CorpusStats:
    """Count what documents hold; they are taken one at a time and not kept.

    Example:
        >>> corpus_stats([Document(id="a", text="Hi, Ana here.")]).length.mean
        13.0
    """
    tally = _StatsTally()
    for document in documents:
        tally.add(document)
    return tally.stats()


@dataclass
class _StatsTally:
    lengths: Counter[int] = field(default_factory=Counter)
    people: Counter[int] = field(default_factory=Counter)
    unsure_people: int = 0
    facts: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    facts_each: Counter[int] = field(default_factory=Counter)
    with_mentions: int = 0
    entities: int = 0
    mentions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, document: Document) -> None:
        self.lengths[len(document.text)] += 1
        if document.subjects is not None:
            self.people[len(document.subjects)] += 1
            for subject in document.subjects:
                self._add_subject(subject)
        if document.mentions is not None:
            self.with_mentions += 1
            self.mentions.update((mention.type, mention.identifier.value) for mention in document.mentions)
            named = {mention.entity_id for mention in document.mentions if mention.entity_id}
            self.entities += len(named) + sum(not mention.entity_id for mention in document.mentions)

    def _add_subject(self, subject: Subject) -> None:
        self.facts.update((fact.tag, fact.certainty, fact.hardness) for fact in subject.facts)
        self.facts_each[len(subject.facts)] += 1
        self.unsure_people += all(fact.certainty < SURE for fact in subject.facts)

    def stats(self) -> CorpusStats:
        documents, characters = self.lengths.total(), _weighted(self.lengths)
        return CorpusStats(
            documents=documents,
            with_subjects=self.people.total(),
            with_mentions=self.with_mentions,
            length=LengthStats(
                total=characters,
                mean=_ratio(characters, documents),
                shortest=min(self.lengths, default=None),
                longest=max(self.lengths, default=None),
                distribution=_sorted(_summed((n // LENGTH_STEP * LENGTH_STEP, c) for n, c in self.lengths.items())),
            ),
            subjects=SubjectStats(
                count=_weighted(self.people),
                per_document=_ratio(_weighted(self.people), self.people.total()),
                without_sure_fact=self.unsure_people,
                distribution=_sorted(self.people),
            ),
            facts=self._fact_stats(),
            mentions=MentionStats(
                count=self.mentions.total(),
                entities=self.entities,
                by_type=_sorted(_summed((type_, n) for (type_, _), n in self.mentions.items())),
                by_identifier=_sorted(_summed((identifier, n) for (_, identifier), n in self.mentions.items())),
            ),
        )

    def _fact_stats(self) -> FactStats:
        sure = {key: n for key, n in self.facts.items() if key[1] >= SURE}
        return FactStats(
            count=self.facts.total(),
            sure=sum(sure.values()),
            per_subject=_ratio(self.facts.total(), _weighted(self.people)),
            distribution=_sorted(self.facts_each),
            by_tag=_sorted(_summed((tag, n) for (tag, _, _), n in self.facts.items())),
            sure_by_tag=_sorted(_summed((tag, n) for (tag, _, _), n in sure.items())),
            by_certainty=_sorted(_summed((level, n) for (_, level, _), n in self.facts.items())),
            by_hardness=_sorted(_summed((level, n) for (_, _, level), n in self.facts.items())),
        )


def _weighted(counts: Counter[int]) -> int:
    return sum(value * n for value, n in counts.items())


def _ratio(numerator: int, denominator: int) -> float | None:
    return numerator / denominator if denominator else None


def _summed(pairs: Iterable[tuple[_K, int]]) -> Counter[_K]:
    total: Counter[_K] = Counter()
    for key, n in pairs:
        total[key] += n
    return total


def _sorted(counts: Mapping[_K, int]) -> dict[_K, int]:
    return dict(sorted(counts.items()))


def _with_text_keys(value: object) -> object:
    if isinstance(value, dict):
        return {str(key): _with_text_keys(item) for key, item in value.items()}
    return value
