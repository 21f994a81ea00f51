"""How well people are protected: CPR, IPR, 1-AAC, the person worst off, and how much of it could be scored at all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from gyges.errors import InputError
from gyges.records import Document, JsonValue, Tier, Verdict, taxonomy
from gyges.scoring._rate import Count, CountTable, Rate, ValueTable
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring.values import Profile, check_profile

PROTECTED_FROM = 0.8
"""A person counts as protected from this share of protected facts on; ours, no source names one."""

SENSITIVITY_WEIGHTS: Mapping[Tier, float] = {Tier.DIRECT: 4.0, Tier.SENSITIVE: 3.0, Tier.QUASI: 2.0, Tier.WEAK: 1.0}
"""What a leaked fact of each tier weighs. SPIA (Limitations) asks for such weights and names none: these are ours."""

_FIGURES = ("cpr", "ipr", "aac", "weighted_cpr", "protected_people")
_DOUBT = 0.25  # less than half a point: what may be right goes after what is, and before what is less
_LOW_TAIL = 0.05  # of people; stands beside the worst one, for whom no interval can be given
_NOTE = "the minimum has no bootstrap interval; quantile_5 is the protection that 5 % of people do not exceed"

Target: TypeAlias = Literal["first", "author", "applicant"] | Mapping[str, str | None]
"""Whom 1-AAC is about: the first person of each document, under any of its names, or a person's id by document id."""


@dataclass(frozen=True, slots=True)
class WorstSubject(Rate):
    """The person with the lowest protection. It has no interval of its own; `quantile_5` stands in for one."""

    document: str | None = None  # the id of the document, None if nobody was scored
    id: str | None = None  # the id of the person in it
    description: str = ""  # who that is
    quantile_5: Rate | None = None  # the protection that 5 % of people do not exceed
    scored: bool = True  # whether any fact of theirs could be scored; if none could, all count as leaked

    def to_json(self) -> dict[str, JsonValue]:
        """Return the person as results files hold them."""
        low = None if self.quantile_5 is None else self.quantile_5.to_json()
        own = {"document": self.document, "id": self.id, "description": self.description, "scored": self.scored}
        return {**Rate.to_json(self), **own, "quantile_5": low, "note": _NOTE}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much could be judged: all facts are told, protected, or could not be judged."""

    documents: int  # all documents
    attacked: int  # those that could be attacked and scored
    failed: tuple[tuple[str, str], ...]  # id and reason of each of the others
    facts: int  # all facts that count, those of failed documents included
    told: float  # how many of them leaked; one that leaked in part counts in part
    # Nobody could decide on them, somebody who may be theirs is told to have them, or their document failed. They count
    # as leaked, so that CPR is `protected` of `facts`.
    unscored: int

    @property
    def protected(self) -> float:
        """How many facts were judged and did not leak; one that leaked in part counts in part."""
        return self.facts - self.unscored - self.told

    def to_json(self) -> dict[str, JsonValue]:
        """Return the coverage as results files hold it."""
        failed: list[JsonValue] = [{"id": id_, "stage": "attack", "reason": reason} for id_, reason in self.failed]
        counts = {"facts": self.facts, "told": self.told, "protected": self.protected, "unscored": self.unscored}
        return {"documents": self.documents, "attacked": self.attacked, "failed": failed, **counts}


class _ProtectedPerson(NamedTuple):
    subject: ScoredSubject
    weighted: Sequence[tuple[float, float]]  # weight and leak of each fact
    leaked: float
    facts: int
    protection: float


def protection(
    scored: Iterable[ScoredDocument],
    *,
    profile: Profile = "strict",
    target: Target = "first",
    threshold: float = PROTECTED_FROM,
) -> dict[str, Rate]:
    """Return the protection of a corpus. What could not be scored counts as leaked, so no failure looks like privacy.

    Every figure but ``worst_subject`` also carries its `bounds`: the value if all that could not be scored leaked,
    which is the value itself, and if none of it did. They are equal exactly when everything could be scored.

    Args:
        scored: The documents after the attack.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
        target: Whom ``aac`` is about.
        threshold: From which protection on a person counts in ``protected_people``.

    Returns:
        ``cpr``: one minus the share of all facts that leaked, pooled over the corpus.
        ``ipr``: the mean over people of the same share of their own facts.
        ``aac``: 1-AAC, the protection of the target person only; the higher the better, like the others.
        ``weighted_cpr``: CPR with facts weighed by `SENSITIVITY_WEIGHTS`.
        ``protected_people``: the share of people at or above the threshold.
        ``worst_subject``: a `WorstSubject`.
    """
    fold = ProtectionFold(profile, threshold)
    for document in scored:
        fold.add(document, target)
    return fold.rates()


class _WorstRow(NamedTuple):
    badness: tuple[float, int]
    id: str
    description: str
    leaked: float
    facts: int
    scored: bool


class ProtectionCounts(NamedTuple):
    """What one document adds to a `ProtectionFold`."""

    document: str  # the id of the document
    counts: dict[str, Count]  # what it adds to each figure
    best: dict[str, Count]  # the same if nothing of what was not scored leaked
    shares: tuple[float, ...]  # the protection of its people
    chosen: int  # how many of them 1-AAC is about
    worst: _WorstRow | None  # the one worst off


class ProtectionFold:
    """The protection of a corpus, folded as documents pass; arguments and result as for `protection`."""

    def __init__(self, profile: Profile = "strict", threshold: float = PROTECTED_FROM) -> None:
        check_profile(profile)
        self._profile: Profile = profile
        self._threshold = threshold
        self._table = CountTable(_FIGURES)
        self._best = dict.fromkeys(_FIGURES, Count(0.0, 0.0))  # if nothing of what was not scored leaked
        self._shares = ValueTable()
        self._everybody = self._chosen = 0
        self._worst: tuple[str, _WorstRow] | None = None

    def row(self, document: ScoredDocument, target: Target = "first") -> ProtectionCounts:
        """Return what a document adds; nothing is added yet."""
        people = list(_people(document, self._profile))
        chosen = _targets_of(document, people, target)
        counts = best = _row(people, chosen, self._threshold)
        if any(verdict.score is None for subject in document.subjects for verdict in subject.verdicts):
            hopeful = list(_people(document, self._profile, unscored_leaks=False))
            best = _row(hopeful, _targets_of(document, hopeful, target), self._threshold)
        worst = min(people, key=_badness, default=None)
        return ProtectionCounts(
            document.id,
            counts,
            best,
            tuple(person.protection for person in people),
            len(chosen),
            None if worst is None else _worst_row(worst),
        )

    def add(self, document: ScoredDocument, target: Target = "first") -> None:
        """Add the next document."""
        self.add_row(self.row(document, target))

    def add_row(self, row: ProtectionCounts) -> None:
        """Add what the next document adds."""
        self._table.add(row.counts)
        for name, count in row.best.items():
            so_far = self._best[name]
            self._best[name] = Count(so_far.hits + count.hits, so_far.out_of + count.out_of)
        self._everybody += len(row.shares)
        self._chosen += row.chosen
        self._shares.add(row.shares)
        if row.worst is not None and (self._worst is None or row.worst.badness < self._worst[1].badness):
            self._worst = (row.document, row.worst)

    def cpr(self) -> float | None:
        """Return ``cpr`` alone, without its interval."""
        return self._table.value("cpr")

    def rates(self) -> dict[str, Rate]:
        """Return the protection of all documents so far."""
        return {**self.shares(), "worst_subject": self._worst_subject()}

    def shares(self) -> dict[str, Rate]:
        """Return the same without whoever is worst off."""
        people_of = {"ipr": self._everybody, "protected_people": self._everybody, "aac": self._chosen}
        return {
            name: replace(rate, subjects=people_of.get(name), bounds=_bounds(rate.value, self._best[name]))
            for name, rate in self._table.rates().items()
        }

    def _worst_subject(self) -> WorstSubject:
        quantile = self._shares.quantile(_LOW_TAIL)
        if self._worst is None:
            return WorstSubject(None, None, None, 0, 0, 0, quantile_5=quantile)
        document, worst = self._worst
        return WorstSubject(
            value=worst.badness[0],
            low=None,
            high=None,
            numerator=worst.facts - worst.leaked,
            denominator=worst.facts,
            subjects=self._everybody,
            document=document,
            id=worst.id,
            description=worst.description,
            quantile_5=quantile,
            scored=worst.scored,
        )


def _worst_row(person: "_ProtectedPerson") -> _WorstRow:
    truth, verdicts = person.subject.truth, person.subject.verdicts
    scored = any(verdict.score is not None for verdict in verdicts)
    return _WorstRow(_badness(person), truth.id, truth.description, person.leaked, person.facts, scored)


def document_counts(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> dict[str, dict[str, Count]]:
    """Return what each document adds to ``cpr`` and ``ipr``, by its id; what could not be scored counts as leaked."""
    facts: dict[str, Count] = {}
    shares: dict[str, Count] = {}
    for document in scored:
        people = list(_people(document, profile))
        facts[document.id], shares[document.id] = _facts_of(people), _shares_of(people)
    return {"cpr": facts, "ipr": shares}


def _row(people: list[_ProtectedPerson], chosen: list[_ProtectedPerson], threshold: float) -> dict[str, Count]:
    """Return what a document adds to each of `_FIGURES`."""
    return {
        "cpr": _facts_of(people),
        "ipr": _shares_of(people),
        "aac": _facts_of(chosen),
        "weighted_cpr": _weighted(people),
        "protected_people": Count(sum(p.protection >= threshold for p in people), len(people)),
    }


def _badness(person: _ProtectedPerson) -> tuple[float, int]:
    return person.protection, -person.facts


def _targets_of(document: ScoredDocument, people: list[_ProtectedPerson], target: Target) -> list[_ProtectedPerson]:
    return [person for person in people if _is_target(document, person.subject, target)]


def _bounds(low: float | None, best: Count) -> tuple[float, float] | None:
    return None if low is None or not best.out_of else (low, best.hits / best.out_of)


def counted_verdicts(subject: ScoredSubject, profile: Profile) -> tuple[Verdict, ...]:
    """Return the verdicts that count: all of them, or under ``paper`` the best one of each tag.

    A tag of several facts, none of them right and one undecided, is undecided.
    """
    if profile != "paper":
        return subject.verdicts
    by_tag: dict[str, list[Verdict]] = {}
    for verdict in subject.verdicts:
        by_tag.setdefault(verdict.truth.tag, []).append(verdict)
    return tuple(max(verdicts, key=_rank) for verdicts in by_tag.values())


def coverage(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> Coverage:
    """Count what could be judged and what could not."""
    fold = CoverageFold(profile)
    for document in scored:
        fold.add(document)
    return fold.coverage()


class CoverageCounts(NamedTuple):
    """What one document adds to a `CoverageFold`; attributes as in `Coverage`."""

    document: str
    failed: str | None
    facts: int
    told: float
    unscored: int


class CoverageFold:
    """How much could be judged, counted as documents pass; arguments and result as for `coverage`."""

    def __init__(self, profile: Profile = "strict") -> None:
        self._profile: Profile = profile
        self._documents = self._facts = self._unscored = 0
        self._told = 0.0
        self._failed: list[tuple[str, str]] = []

    def row(self, document: ScoredDocument) -> CoverageCounts:
        """Return what a document adds; nothing is added yet."""
        verdicts = [one for subject in document.subjects for one in counted_verdicts(subject, self._profile)]
        undecided = sum(verdict.score is None for verdict in verdicts)
        told = sum(verdict.score or 0.0 for verdict in verdicts)
        return CoverageCounts(document.id, document.failed, len(verdicts), told, undecided)

    def add(self, document: ScoredDocument) -> None:
        """Add the next document."""
        self.add_row(self.row(document))

    def add_row(self, row: CoverageCounts) -> None:
        """Add what the next document adds."""
        self._documents += 1
        if row.failed is not None:
            self._failed.append((row.document, row.failed))
        self._facts += row.facts
        self._told += row.told
        self._unscored += row.unscored

    def coverage(self) -> Coverage:
        """Return the counts so far."""
        attacked = self._documents - len(self._failed)
        return Coverage(self._documents, attacked, tuple(self._failed), self._facts, self._told, self._unscored)


def targets(documents: Iterable[Document]) -> dict[str, str | None]:
    """Return the target person of each document: the id its meta names under ``target``, else the first person.

    A target of None in the meta says that the document has none.
    """
    chosen: dict[str, str | None] = {}
    for document in documents:
        ids = [subject.id for subject in document.subjects or ()]
        named = document.meta.get("target", ids[0] if ids else None)
        if named is not None and str(named) not in ids:
            raise InputError(
                f"the target '{named}' of document '{document.id}' is none of its people",
                "name the id of one of its subjects",
            )
        chosen[document.id] = None if named is None else str(named)
    return chosen


def _people(document: ScoredDocument, profile: Profile, *, unscored_leaks: bool = True) -> Iterator[_ProtectedPerson]:
    """Yield the people with facts that count; facts without a score leaked, or not at all."""
    for subject in document.subjects:
        verdicts = counted_verdicts(subject, profile)
        weighted = [(_weight(v.truth.tag), v.leaked if unscored_leaks else v.score or 0.0) for v in verdicts]
        if weighted:
            leaked, facts = sum(score for _, score in weighted), len(weighted)
            yield _ProtectedPerson(subject, weighted, leaked, facts, 1 - leaked / facts)


def _rank(verdict: Verdict) -> float:
    """Order verdicts on one tag: right first, then undecided, because it might be right, then the rest."""
    return verdict.leaked - _DOUBT if verdict.score is None else verdict.score


@cache
def _weight(tag: str) -> float:
    for name in ("spia", "author", "special"):
        if tag in taxonomy(name):
            return SENSITIVITY_WEIGHTS[taxonomy(name)[tag].tier]
    return SENSITIVITY_WEIGHTS[Tier.QUASI]  # a tag of the user's own


def _is_target(document: ScoredDocument, subject: ScoredSubject, target: Target) -> bool:
    if isinstance(target, str):
        return subject is document.subjects[0]
    return target.get(document.id) == subject.truth.id


def _facts_of(people: list[_ProtectedPerson]) -> Count:
    facts = sum(person.facts for person in people)
    return Count(facts - sum(person.leaked for person in people), facts)


def _shares_of(people: list[_ProtectedPerson]) -> Count:
    return Count(sum(person.protection for person in people), len(people))


def _weighted(people: list[_ProtectedPerson]) -> Count:
    pairs = [pair for person in people for pair in person.weighted]
    return Count(sum(weight * (1 - score) for weight, score in pairs), sum(weight for weight, _ in pairs))
