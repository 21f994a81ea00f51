"""What is known before, what the release adds, what stays hidden; and how many rows of a register fit each person.

The attacker never sees the register: it reads the release alone, as ever, and the two meet here, afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gyges.records import Fact, Finding, JsonValue, Verdict
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring.background._register import Register
from gyges.scoring.values import Profile, compare_values

__all__ = ["Beyond", "KnownFact", "KnownPerson", "told_by_findings", "what_is_learned"]

Told: TypeAlias = Mapping[tuple[str, str], Sequence[Fact]]
"""What is told about each person, by document and id; None of somebody who could not be scored."""


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One true fact, before and after the release.

    Attributes:
        tag: Its kind.
        known: How much of it the register says: 1, 0.5 or 0.
        learned: How much the release adds to that.
    """

    tag: str
    known: float
    learned: float

    @property
    def hidden(self) -> float:
        """How much stays hidden."""
        return 1 - self.known - self.learned

    @property
    def status(self) -> Literal["known", "learned", "hidden"]:
        """What it is in a word."""
        return "learned" if self.learned > 0 else "known" if self.known > 0 else "hidden"


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """One person beside a register.

    Attributes:
        document: The id of the document.
        id: The id of the person in it.
        row: The id of the person's own row; None if the register has none.
        rows: How many rows fit what is told of the person.
        rows_at_most: The same with rows of which rules cannot tell whether they fit.
        own_fits: Whether the person's own row is among them; None without one.
        unscored: Whether nobody could score the person, so that all that is true counts as told.
        facts: Every fact that counts.
    """

    document: str
    id: str
    row: str | None
    rows: int
    rows_at_most: int
    own_fits: bool | None
    unscored: bool
    facts: tuple[KnownFact, ...]

    @property
    def unique(self) -> bool:
        """Whether the release points to the person's own row and to no other."""
        return bool(self.own_fits) and self.rows == 1

    def to_json(self) -> dict[str, JsonValue]:
        """Return the person as results files hold them."""
        return {
            "document": self.document,
            "id": self.id,
            "row": self.row,
            "rows": self.rows,
            "rows_at_most": self.rows_at_most,
            "own_fits": self.own_fits,
            "unique": self.unique,
            "unscored": self.unscored,
            "facts": [
                {"tag": fact.tag, "status": fact.status, "known": fact.known, "learned": fact.learned}
                for fact in self.facts
            ],
        }


@dataclass(frozen=True, slots=True)
class Beyond:
    """What a release adds to a register.

    Attributes:
        known: The share of all facts that the register says.
        learned: Of what it does not say, the share that the release tells.
        unique: Of the people in the register, the share to whose row alone the release points.
        people: Everybody, those to whom the fewest rows fit first.
    """

    known: Rate
    learned: Rate
    unique: Rate
    people: tuple[KnownPerson, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """Return it as results files hold it."""
        by_tag: dict[str, dict[str, float]] = {}
        for fact in (fact for person in self.people for fact in person.facts):
            row = by_tag.setdefault(fact.tag, {"facts": 0.0, "known": 0.0, "learned": 0.0, "hidden": 0.0})
            for name, more in (("facts", 1.0), ("known", fact.known), ("learned", fact.learned)):
                row[name] += more
            row["hidden"] += fact.hidden
        return {
            "known": self.known.to_json(),
            "learned": self.learned.to_json(),
            "unique": self.unique.to_json(),
            "by_tag": {tag: dict(row) for tag, row in by_tag.items()},
            "people": [person.to_json() for person in self.people],
        }


def told_by_findings(scored: Sequence[ScoredDocument], findings: Mapping[str, Finding]) -> Told:
    """Return all that an attacker said of each person, right or wrong: nobody tells it which is which."""
    told: dict[tuple[str, str], Sequence[Fact]] = {}
    for document in scored:
        finding = findings.get(document.id)
        said = {found.id: found.facts for found in finding.subjects} if finding else {}
        for subject in document.subjects:
            ids = [*([subject.matched_to] if subject.matched_to else []), *subject.again]
            told[document.id, subject.truth.id] = [fact for id_ in ids for fact in said.get(id_, ())]
    return told


def what_is_learned(
    scored: Sequence[ScoredDocument], told: Told, register: Register, *, profile: Profile = "strict"
) -> Beyond:
    """Tell for everybody what a release adds to a register.

    Args:
        scored: The documents after the attack.
        told: What the attacker said of each person.
        register: What was known before.
        profile: Scoring rules.
    """
    found = [
        [_person(document, subject, told, register, profile) for subject in document.subjects] for document in scored
    ]
    facts = [[fact for person in row for fact in person.facts] for row in found]
    there = [[person for person in row if person.row is not None] for row in found]
    rates = bootstrap_rates(
        {
            "known": [Count(sum(fact.known for fact in row), len(row)) for row in facts],
            "learned": [Count(sum(f.learned for f in row), sum(1 - f.known for f in row)) for row in facts],
            "unique": [Count(sum(person.unique for person in row), len(row)) for row in there],
        }
    )
    people = sorted((person for row in found for person in row), key=_worst_first)
    return Beyond(rates["known"], rates["learned"], rates["unique"], tuple(people))


def _worst_first(person: KnownPerson) -> tuple[bool, int, float]:
    return not person.own_fits, person.rows, -sum(fact.learned for fact in person.facts)


def _person(
    document: ScoredDocument, subject: ScoredSubject, told: Told, register: Register, profile: Profile
) -> KnownPerson:
    verdicts = counted_verdicts(subject, profile)
    unscored = bool(verdicts) and all(verdict.score is None for verdict in verdicts)
    said = subject.truth.facts if unscored else told.get((document.id, subject.truth.id), ())
    own = register.own_row(subject.truth)
    sure, loose = register.fitting(said, doubtful=False), set(register.fitting(said, doubtful=True))
    fits = None if own is None else own in loose
    rows = set(sure) | ({own} if fits and own is not None else set())
    return KnownPerson(
        document.id,
        subject.truth.id,
        None if own is None else register.people[own].id,
        len(rows),
        len(loose),
        fits,
        unscored,
        tuple(_fact(verdict, register, own) for verdict in verdicts),
    )


def _fact(verdict: Verdict, register: Register, own: int | None) -> KnownFact:
    truth = verdict.truth
    stated = None if own is None else register.value(own, truth.tag)
    known = 0.0 if stated is None else compare_values(truth.tag, truth.value, stated).score or 0.0
    leaked = verdict.at_most if verdict.score is None else verdict.score
    return KnownFact(truth.tag, known, max(0.0, leaked - known))
