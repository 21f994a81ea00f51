"""Two audits of the same documents, held against each other pair by pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.records import JsonValue, Verdict
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, Rate, bootstrap_difference, bootstrap_rates
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring.values import Profile, check_profile

__all__ = ["AuditComparison", "FactChange", "PersonChange", "compare_audits"]

_Key = tuple[str, str, int]  # tag, true value, number among equal ones


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact that leaks more in the second audit than in the first."""

    tag: str
    truth: str
    guess: str | None
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class PersonChange:
    """A person who is protected less in the second audit than in the first.

    Attributes:
        document: The id of the document.
        id: The id of the person in it.
        description: Who that is.
        before: Their protection in the first audit, over the facts scored in both.
        after: The same in the second one.
        facts: The facts that leak more.
    """

    document: str
    id: str
    description: str
    before: float
    after: float
    facts: tuple[FactChange, ...]


@dataclass(frozen=True, slots=True)
class AuditComparison:
    """The second audit against the first. Differences are second minus first: above zero it protects better.

    Attributes:
        cpr: Difference of CPR over the facts scored in both, with a paired interval.
        ipr: Difference of IPR over the people with such facts, with a paired interval.
        improved: Share of people who are protected better.
        worsened: Share of people who are protected less.
        regressions: Those who are protected less, the largest loss first.
        only_first: Documents that only the first audit has, or only it could score.
        only_second: The same for the second audit.
        neither: Documents that failed in both audits, or failed in one and are not in the other.
        unpaired_facts: Facts of common documents that only one audit has or could score.
    """

    cpr: Rate
    ipr: Rate
    improved: Rate
    worsened: Rate
    regressions: tuple[PersonChange, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    neither: tuple[str, ...]
    unpaired_facts: int

    def to_json(self) -> dict[str, JsonValue]:
        """Return the comparison for machines."""
        rates = {name: getattr(self, name).to_json() for name in ("cpr", "ipr", "improved", "worsened")}
        people: list[JsonValue] = [
            {
                **{name: getattr(one, name) for name in ("document", "id", "description", "before", "after")},
                "facts": [{name: getattr(f, name) for name in FactChange.__slots__} for f in one.facts],
            }
            for one in self.regressions
        ]
        missing = {name: list(getattr(self, name)) for name in ("only_first", "only_second", "neither")}
        return {**rates, "regressions": people, **missing, "unpaired_facts": self.unpaired_facts}


@dataclass(frozen=True, slots=True)
class _Pair:
    """One person in both audits."""

    document: str
    subject: ScoredSubject
    facts: tuple[tuple[Verdict, float, float], ...]  # the second verdict, the first score, the second score

    @property
    def before(self) -> float:
        return 1 - sum(first for _, first, _ in self.facts) / len(self.facts)

    @property
    def after(self) -> float:
        return 1 - sum(second for _, _, second in self.facts) / len(self.facts)


def compare_audits(
    first: Sequence[ScoredDocument], second: Sequence[ScoredDocument], *, profile: Profile = "strict"
) -> AuditComparison:
    """Compare two audits of the same documents.

    Args:
        first: The documents after one attack.
        second: The same documents after another one.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
    """
    check_profile(profile)
    one, two = _by_id(first), _by_id(second)
    pairs: list[list[_Pair]] = []
    unpaired = 0
    for id_ in (id_ for id_ in one if id_ in two):
        people, lost = _paired(one[id_], two[id_], profile)
        pairs.append(people)
        unpaired += lost
    counts = bootstrap_rates(
        {
            "improved": [Count(sum(p.after > p.before for p in people), len(people)) for people in pairs],
            "worsened": [Count(sum(p.after < p.before for p in people), len(people)) for people in pairs],
        }
    )
    worse = [_change(pair) for people in pairs for pair in people if pair.after < pair.before]
    return AuditComparison(
        cpr=bootstrap_difference([_fact_difference(people) for people in pairs]),
        ipr=bootstrap_difference([Count(sum(p.after - p.before for p in people), len(people)) for people in pairs]),
        improved=counts["improved"],
        worsened=counts["worsened"],
        regressions=tuple(sorted(worse, key=lambda change: change.after - change.before)),
        only_first=tuple(id_ for id_ in one if id_ not in two),
        only_second=tuple(id_ for id_ in two if id_ not in one),
        neither=tuple(dict.fromkeys(d.id for d in (*first, *second) if d.id not in one and d.id not in two)),
        unpaired_facts=unpaired,
    )


def _by_id(scored: Sequence[ScoredDocument]) -> dict[str, ScoredDocument]:
    documents = {document.id: document for document in scored}
    if len(documents) != len(scored):
        raise InputError("an audit has two documents with one id", "give every document an id of its own")
    return {id_: document for id_, document in documents.items() if document.failed is None}


def _paired(one: ScoredDocument, two: ScoredDocument, profile: Profile) -> tuple[list[_Pair], int]:
    others = {subject.truth.id: subject for subject in two.subjects}
    people: list[_Pair] = []
    facts = 0
    for subject in one.subjects:
        before = _facts(subject, profile)
        after = _facts(others[subject.truth.id], profile) if subject.truth.id in others else {}
        facts += len(before.keys() | after.keys())
        found = tuple(_both(before, after))
        if found:
            people.append(_Pair(one.id, subject, found))
    known = {subject.truth.id for subject in one.subjects}
    facts += sum(len(_facts(subject, profile)) for subject in two.subjects if subject.truth.id not in known)
    return people, facts - sum(len(person.facts) for person in people)


def _facts(subject: ScoredSubject, profile: Profile) -> dict[_Key, Verdict]:
    facts: dict[_Key, Verdict] = {}
    for verdict in counted_verdicts(subject, profile):
        value = "" if profile == "paper" else verdict.truth.value  # a tag counts once, whichever value it was best with
        number = sum(key[:2] == (verdict.truth.tag, value) for key in facts)
        facts[verdict.truth.tag, value, number] = verdict
    return facts


def _both(before: Mapping[_Key, Verdict], after: Mapping[_Key, Verdict]) -> list[tuple[Verdict, float, float]]:
    pairs = [(before[key].score, after[key]) for key in before if key in after]
    return [
        (verdict, first, verdict.score) for first, verdict in pairs if first is not None and verdict.score is not None
    ]


def _fact_difference(people: Sequence[_Pair]) -> Count:
    facts = [fact for person in people for fact in person.facts]
    return Count(sum(first - second for _, first, second in facts), len(facts))


def _change(pair: _Pair) -> PersonChange:
    facts = tuple(
        FactChange(
            verdict.truth.tag, verdict.truth.value, verdict.guess.value if verdict.guess else None, first, second
        )
        for verdict, first, second in pair.facts
        if second > first
    )
    truth = pair.subject.truth
    return PersonChange(pair.document, truth.id, truth.description, pair.before, pair.after, facts)
