"""Two audits of the same documents, held against each other pair by pair, and by what a strong reader leaves."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gyges.errors import InputError
from gyges.records import JsonValue, Verdict
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, Rate, bootstrap_difference, bootstrap_rates
from gyges.scoring._results import RateRow, Results
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring.values import Profile, check_profile

_Key = tuple[str, str, int]  # tag, true value, number among equal ones
_LISTS = ("only_first", "only_second", "failed_first", "failed_second", "failed_both")
_COUNTS = ("judged_first", "judged_second", "lost_facts", "new_facts")


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
    """A person who is protected less in the second audit than in the first."""

    document: str  # the id of the document
    id: str  # the id of the person in it
    description: str  # who that is
    before: float  # their protection in the first audit
    after: float  # the same in the second one; what it could not judge or does not have counts as leaked
    facts: tuple[FactChange, ...]  # the facts that leak more
    why: str = ""  # why the second audit says nothing about them, in words; empty where it does


@dataclass(frozen=True, slots=True)
class AuditComparison:
    """The second audit against the first. Differences are second minus first: above zero it protects better.

    All facts of the first audit are held against the second. What either could not judge counts as leaked there, as in
    the figures of an audit, and so does in the second what only the first has.
    """

    cpr: Rate  # difference of CPR, with a paired interval
    ipr: Rate  # difference of IPR, with a paired interval
    improved: Rate  # share of people who are protected better
    worsened: Rate  # share of people who are protected less
    regressions: tuple[PersonChange, ...]  # those who are protected less, the largest loss first
    only_first: tuple[str, ...]  # documents that the second audit does not have
    only_second: tuple[str, ...]  # documents that the first audit does not have; they are in no figure
    failed_first: tuple[str, ...]  # documents that failed in the first audit and not in the second
    failed_second: tuple[str, ...]  # documents that failed in the second audit and not in the first
    failed_both: tuple[str, ...]  # documents that failed in both
    judged_first: int  # how many of the compared facts the first audit could judge
    judged_second: int  # how many of them the second audit could judge
    lost_facts: int  # facts that the second audit does not have
    new_facts: int  # facts that the first audit does not have; they are in no figure

    def to_json(self) -> dict[str, JsonValue]:
        """Return the comparison for machines."""
        rates = {name: getattr(self, name).to_json() for name in ("cpr", "ipr", "improved", "worsened")}
        people: list[JsonValue] = [
            {
                **{name: getattr(one, name) for name in ("document", "id", "description", "before", "after", "why")},
                "facts": [{name: getattr(f, name) for name in FactChange.__slots__} for f in one.facts],
            }
            for one in self.regressions
        ]
        documents = {name: list(getattr(self, name)) for name in _LISTS}
        facts = {name: getattr(self, name) for name in _COUNTS}
        return {**rates, "regressions": people, **documents, **facts}


@dataclass(frozen=True, slots=True)
class _FactPair:
    """One fact of the first audit, and the verdict of the second if it has one."""

    first: Verdict
    second: Verdict | None

    @property
    def before(self) -> float:
        return self.first.leaked

    @property
    def after(self) -> float:
        return 1.0 if self.second is None else self.second.leaked


@dataclass(frozen=True, slots=True)
class _Pair:
    """One person of the first audit."""

    document: str
    subject: ScoredSubject
    facts: tuple[_FactPair, ...]
    why: str

    @property
    def before(self) -> float:
        return 1 - sum(fact.before for fact in self.facts) / len(self.facts)

    @property
    def after(self) -> float:
        return 1 - sum(fact.after for fact in self.facts) / len(self.facts)


def compare_audits(
    first: Sequence[ScoredDocument],
    second: Sequence[ScoredDocument],
    *,
    profile: Profile = "strict",
    accept_missing: bool = False,
) -> AuditComparison:
    """Compare two audits of the same documents."""
    check_profile(profile)
    one, two = _by_id(first), _by_id(second)
    compared = [id_ for id_ in one if id_ in two or not accept_missing]
    pairs = [_paired(one[id_], two.get(id_), profile) for id_ in compared]
    counts = bootstrap_rates(
        {
            "improved": [Count(sum(p.after > p.before for p in people), len(people)) for people in pairs],
            "worsened": [Count(sum(p.after < p.before for p in people), len(people)) for people in pairs],
        }
    )
    worse = [_change(pair) for people in pairs for pair in people if pair.after < pair.before]
    facts = [fact for people in pairs for pair in people for fact in pair.facts]
    lost = sum(fact.second is None for fact in facts)
    failed_one, failed_two = _failed(one), _failed(two)
    return AuditComparison(
        cpr=bootstrap_difference([_fact_difference(people) for people in pairs]),
        ipr=bootstrap_difference([Count(sum(p.after - p.before for p in people), len(people)) for people in pairs]),
        improved=counts["improved"],
        worsened=counts["worsened"],
        regressions=tuple(sorted(worse, key=lambda change: change.after - change.before)),
        only_first=tuple(id_ for id_ in one if id_ not in two),
        only_second=tuple(id_ for id_ in two if id_ not in one),
        failed_first=tuple(id_ for id_ in failed_one if id_ in two and id_ not in failed_two),
        failed_second=tuple(id_ for id_ in failed_two if id_ not in failed_one),
        failed_both=tuple(id_ for id_ in failed_one if id_ in failed_two),
        judged_first=sum(_is_judged(fact.first) for fact in facts),
        judged_second=sum(_is_judged(fact.second) for fact in facts),
        lost_facts=lost,
        new_facts=sum(_count(document, profile) for document in second) - (len(facts) - lost),
    )


def _by_id(scored: Sequence[ScoredDocument]) -> dict[str, ScoredDocument]:
    documents = {document.id: document for document in scored}
    if len(documents) != len(scored):
        raise InputError("an audit has two documents with one id", "give every document an id of its own")
    return documents


def _is_judged(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.score is not None


def _failed(documents: Mapping[str, ScoredDocument]) -> dict[str, None]:
    return {id_: None for id_, document in documents.items() if document.failed is not None}


def _paired(one: ScoredDocument, two: ScoredDocument | None, profile: Profile) -> list[_Pair]:
    others = {} if two is None else {subject.truth.id: subject for subject in two.subjects}
    people: list[_Pair] = []
    for subject in one.subjects:
        before, other = _facts(subject, profile), others.get(subject.truth.id)
        after = {} if other is None else _facts(other, profile)
        facts = tuple(_FactPair(verdict, after.get(key)) for key, verdict in before.items())
        if facts:
            people.append(_Pair(one.id, subject, facts, _why_nothing(two, other)))
    return people


def _why_nothing(document: ScoredDocument | None, subject: ScoredSubject | None) -> str:
    """Return why an audit says nothing about somebody; nothing where it does."""
    if document is None:
        return "document missing"
    if document.failed is not None:
        return "document failed"
    return "person missing" if subject is None else ""


def _count(document: ScoredDocument, profile: Profile) -> int:
    return sum(len(counted_verdicts(subject, profile)) for subject in document.subjects)


def _facts(subject: ScoredSubject, profile: Profile) -> dict[_Key, Verdict]:
    facts: dict[_Key, Verdict] = {}
    for verdict in counted_verdicts(subject, profile):
        value = "" if profile == "paper" else verdict.truth.value  # a tag counts once, whichever value it was best with
        number = sum(key[:2] == (verdict.truth.tag, value) for key in facts)
        facts[verdict.truth.tag, value, number] = verdict
    return facts


def _fact_difference(people: Sequence[_Pair]) -> Count:
    facts = [fact for person in people for fact in person.facts]
    return Count(sum(fact.before - fact.after for fact in facts), len(facts))


def _change(pair: _Pair) -> PersonChange:
    facts = tuple(
        FactChange(fact.first.truth.tag, fact.first.truth.value, _guess(fact.second), fact.before, fact.after)
        for fact in pair.facts
        if fact.after > fact.before
    )
    truth = pair.subject.truth
    return PersonChange(pair.document, truth.id, truth.description, pair.before, pair.after, facts, pair.why)


def _guess(verdict: Verdict | None) -> str | None:
    return None if verdict is None or verdict.guess is None else verdict.guess.value


How = Literal["estimated", "confirmed", "read"]
_FIGURES = ("cpr", "ipr")


@dataclass(frozen=True, slots=True)
class StrongSide:
    """What a strong reader leaves of one audit."""

    how: How | None  # ``estimated``, ``confirmed`` by a drawn sample, or ``read``; None where nothing is known
    by: str  # which make of the estimate, or who read, in words
    figures: Mapping[str, RateRow]  # CPR and IPR


@dataclass(frozen=True, slots=True)
class StrongComparison:
    """The strong figures of two audits, and second minus first: above zero the second protects better."""

    first: StrongSide  # the first audit
    second: StrongSide  # the second audit
    differences: Mapping[str, RateRow]

    @property
    def warning(self) -> str:
        """What makes the two sides unlike, in words; empty where they are alike."""
        if None in (self.first.how, self.second.how) or self.first.how == self.second.how:
            return ""
        return (
            f"the strong figures are not of one kind: the first is {self.first.how} ({self.first.by}), the second "
            f"{self.second.how} ({self.second.by}); their difference holds the error of the estimate too"
        )

    def to_json(self) -> dict[str, JsonValue]:
        """Return the comparison for machines."""
        sides = {"first": self.first, "second": self.second}
        return {
            **{name: {"how": one.how, "by": one.by, **_rows(one.figures)} for name, one in sides.items()},
            "difference": _rows(self.differences),
            "warning": self.warning,
        }


def compare_strong(first: Results, second: Results, *, embedded: tuple[bool, bool]) -> StrongComparison:
    """Compare what a strong reader leaves of two audits, by read figures if both have them."""
    sides = [_sides(results, alone) for results, alone in zip((first, second), embedded, strict=True)]
    common: list[How] = [how for how in ("read", "confirmed", "estimated") if all(how in one for one in sides)]
    one, two = (side.get(common[0]) if common else next(iter(side.values()), None) for side in sides)
    before, after = one or StrongSide(None, "unknown", {}), two or StrongSide(None, "unknown", {})
    both = [name for name in _FIGURES if name in before.figures and name in after.figures]
    return StrongComparison(
        before, after, {name: _difference(before.figures[name], after.figures[name]) for name in both}
    )


def _sides(results: Results, embedded: bool) -> dict[How, StrongSide]:
    """Return what is known of a strong reader, by how it is known, what was read first."""
    if not embedded:
        return {"read": StrongSide("read", str(results.attacker.get("name")), _figures(results, ""))}
    sides: dict[How, StrongSide] = {}
    if results.strong is not None and results.strong.read is not None:
        read = results.strong.read
        sides["read"] = StrongSide("read", f"{read.documents} of {read.of} documents", _figures(results, "read_"))
    if results.confirmed is not None:
        row = results.confirmed
        by = f"{row.by}, {row.drawn - len(row.failed)} of {row.documents} documents"
        sides["confirmed"] = StrongSide("confirmed", by, _figures(results, "confirmed_"))
    expected = _figures(results, "strong_")
    if expected:
        make = results.strong.by.get("make", "") if results.strong else ""
        sides["estimated"] = StrongSide("estimated", make, expected)
    return sides


def _figures(results: Results, kind: str) -> dict[str, RateRow]:
    rows = {name: results.metrics.get(f"{kind}{name}") for name in _FIGURES}
    return {name: row for name, row in rows.items() if row is not None and row.value is not None}


def _difference(first: RateRow, second: RateRow) -> RateRow:
    """Return second minus first with an interval by the method of variance estimates recovery."""
    one, two = first.value or 0.0, second.value or 0.0
    value = two - one
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return RateRow(value=value)
    low = value - math.hypot(two - second.low, first.high - one)
    high = value + math.hypot(second.high - two, one - first.low)
    return RateRow(value=value, low=max(-1.0, low), high=min(1.0, high))


def _rows(rates: Mapping[str, RateRow]) -> dict[str, JsonValue]:
    return {
        name: row.model_dump(mode="json", include={"value", "low", "high", "denominator"})
        for name, row in rates.items()
    }
