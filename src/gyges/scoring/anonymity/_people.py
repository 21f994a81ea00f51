"""The anonymity set of everybody in a corpus, and what it comes to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from gyges.records import JsonValue, Tier, Unread, taxonomy
from gyges.scoring._rate import Count, CountTable, Rate
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring._smallest import Smallest
from gyges.scoring.anonymity._fit import COUNTED, AnonymitySet, people_who_fit
from gyges.scoring.anonymity._told import told_facts

__all__ = ["FEW", "Anonymity", "AnonymityCounts", "AnonymityFold", "PersonSet", "anonymity", "person_sets"]

_Order: TypeAlias = tuple[float, int, float]

FEW = 20
"""Sets smaller than this hold few people; ours. The European Medicines Agency asks for a chance of at most 0.09 to
point to the right person (policy 0070), so for 11 people: about twice as many, as these figures are rough."""


@dataclass(frozen=True, slots=True)
class PersonSet:
    """How many people fit what is told about one person.

    Attributes:
        document: The id of the document.
        id: The id of the person in it.
        direct: Kinds of direct identifiers that are told; they point to one person, whatever else is told.
        besides: Other kinds that are told and not counted, which make the set smaller still.
        unscored: How many facts count as told because nobody could score them.
        fit: How many people fit.
    """

    document: str
    id: str
    direct: tuple[str, ...]
    besides: tuple[str, ...]
    unscored: int
    fit: AnonymitySet

    @property
    def size(self) -> float:
        """How many people it may be: one where a direct identifier is told."""
        return 1.0 if self.direct else self.fit.people.value

    def to_json(self) -> dict[str, JsonValue]:
        """Return the person as results files hold them."""
        return {
            "document": self.document,
            "id": self.id,
            "size": self.size,
            "direct": list(self.direct),
            "besides": list(self.besides),
            "unscored": self.unscored,
            **self.fit.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Anonymity:
    """The anonymity sets of a corpus.

    Attributes:
        risk: The chance to point to the right person among those who fit, averaged over people.
        few: The share of people whom fewer than `FEW` people fit.
        people: Everybody, the smallest set first.
    """

    risk: Rate
    few: Rate
    people: tuple[PersonSet, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """Return the sets as results files hold them."""
        return {
            "risk": self.risk.to_json(),
            "few": self.few.to_json(),
            "few_below": FEW,
            "people": [person.to_json() for person in self.people],
        }


def anonymity(scored: Iterable[ScoredDocument]) -> Anonymity:
    """Estimate for everybody how many people fit what is told about them.

    Args:
        scored: The documents after the attack.
    """
    fold = AnonymityFold()
    for document in scored:
        fold.add(person_sets(document))
    return fold.anonymity()


def person_sets(document: ScoredDocument) -> list[PersonSet]:
    """Estimate for everybody in a document how many people fit what is told about them."""
    return [_set(document.id, subject) for subject in document.subjects]


class AnonymityCounts(NamedTuple):
    """What the people of one document add to an `AnonymityFold`: counts, and who may be listed, unread."""

    counts: dict[str, Count]
    people: "tuple[tuple[_Order, Unread[PersonSet]], ...]"


class AnonymityFold:
    """The anonymity sets of a corpus, folded as documents pass.

    Args:
        people: How many people are listed, those with the smallest sets; None for everybody.
    """

    def __init__(self, people: int | None = None) -> None:
        self._table = CountTable(("risk", "few"))
        self._lists = people != 0
        self._people: Smallest[tuple[_Order, Unread[PersonSet]]] = Smallest(people, itemgetter(0))

    def row(self, sets: Sequence[PersonSet]) -> AnonymityCounts:
        """Return what the people of a document add; nothing is added yet."""
        counts = {
            "risk": Count(sum(1 / person.size for person in sets), len(sets)),
            "few": Count(sum(person.size < FEW for person in sets), len(sets)),
        }
        return AnonymityCounts(counts, tuple((_order(one), Unread.of(one)) for one in sets) if self._lists else ())

    def add(self, sets: Sequence[PersonSet]) -> None:
        """Add the people of the next document."""
        self.add_row(self.row(sets))

    def add_row(self, row: AnonymityCounts) -> None:
        """Add what the people of the next document add."""
        self._table.add(row.counts)
        self._people.extend(row.people)

    def anonymity(self) -> Anonymity:
        """Return the sets so far."""
        rates = self._table.rates()
        return Anonymity(rates["risk"], rates["few"], tuple(kept.thing for _, kept in self._people))


def _order(person: PersonSet) -> _Order:
    """Return what people are ordered by, the smallest set first."""
    return person.size, -len(person.direct), person.fit.people.value


def _set(document: str, subject: ScoredSubject) -> PersonSet:
    told = told_facts(subject)
    unscored = sum(verdict.score is None and verdict.at_most > 0 for verdict in subject.verdicts)
    whole = [v.truth.tag for v in subject.verdicts if (v.at_most if v.score is None else v.score) >= 1]
    direct = tuple(dict.fromkeys(filter(_is_direct, whole)))
    besides = _kinds(fact.tag for fact in told if fact.tag not in COUNTED and not _is_direct(fact.tag))
    return PersonSet(document, subject.truth.id, direct, besides, unscored, people_who_fit(told))


def _kinds(tags: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tags))


def _is_direct(tag: str) -> bool:
    spia = taxonomy("spia")
    return tag in spia and spia[tag].tier is Tier.DIRECT
