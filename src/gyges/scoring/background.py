"""What a release adds to what is known already, and whom it makes unique in a register.

The attacker never sees the register: it reads the release alone, as ever, and the two meet here, afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gyges.reading.lookups import name_parts
from gyges.records import Fact, Finding, JsonValue, Subject, Tier, Verdict, taxonomy
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring.values import Profile, compare_values, normalised
from gyges.scoring.values.names import is_placeholder

__all__ = ["Beyond", "KnownPerson", "Register", "merged_people", "told_by_findings", "what_is_learned"]

AGREEING = 3
"""Kinds of facts that must agree before a row without any direct identifier is taken for a person's own; ours."""

_NAME = "NAME"


@dataclass(slots=True)
class Register:
    """People of whom some facts are known."""

    people: Sequence[Subject]  # the rows, each with its facts
    _columns: dict[str, list[str | None]] = field(init=False)
    _keys: dict[tuple[str, str], list[int]] = field(init=False)
    _verdicts: dict[tuple[str, str, str], tuple[float, bool]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._columns, self._keys = {}, {}
        for row, person in enumerate(self.people):
            for tag, value in surest(person.facts).items():
                if tag not in self._columns:
                    self._columns[tag] = [None] * len(self.people)
                self._columns[tag][row] = value
                for key in _keys_of(tag, value) if _is_direct(tag) else ():
                    self._keys.setdefault((tag, key), []).append(row)

    def value(self, row: int, tag: str) -> str | None:
        """Return what a row states of a kind; None if nothing."""
        column = self._columns.get(tag)
        return None if column is None else column[row]

    def fitting(self, told: Iterable[Fact], *, doubtful: bool) -> list[int]:
        """Return the rows that fit what is told of somebody; a row that says nothing of a kind fits."""
        rows = list(range(len(self.people)))
        facts = {tag: value for tag, value in surest(told).items() if tag in self._columns and _tells(tag, value)}
        for tag in sorted(facts, key=lambda tag: len(set(self._columns[tag]))):  # few values first: they are compared
            column = self._columns[tag]
            rows = [
                row
                for row in rows
                if (value := column[row]) is None or self._agree(tag, value, facts[tag], doubtful=doubtful)
            ]
        return rows

    def own_row(self, person: Subject) -> int | None:
        """Return the row that is about a person; None if there is none, or if nobody can tell which.

        A row is a person's own that shares a direct identifier and contradicts nothing. In a register without any it
        is the only one that contradicts nothing and agrees on `AGREEING` kinds or more.
        """
        shared = {
            row
            for tag, value in surest(person.facts).items()
            if _is_direct(tag)
            for key in _keys_of(tag, value)
            for row in self._keys.get((tag, key), ())
            if self._agrees_fully(row, tag, value)
        }
        if shared:
            consistent = shared & set(self.fitting(_indirect(person.facts), doubtful=True))
            return consistent.pop() if len(consistent) == 1 else None
        if self._keys:
            return None
        alike = [row for row in self.fitting(person.facts, doubtful=False) if self._agreeing(row, person) >= AGREEING]
        return alike[0] if len(alike) == 1 else None

    def _agreeing(self, row: int, person: Subject) -> int:
        return sum(self._agrees_fully(row, tag, value) for tag, value in surest(person.facts).items())

    def _agrees_fully(self, row: int, tag: str, value: str) -> bool:
        stated = self.value(row, tag)
        return stated is not None and self._verdict(tag, stated, value)[0] >= 1

    def _agree(self, tag: str, stated: str, told: str, *, doubtful: bool) -> bool:
        score, settled = self._verdict(tag, stated, told)
        return score > 0 or (doubtful and not settled)

    def _verdict(self, tag: str, stated: str, told: str) -> tuple[float, bool]:
        key = (tag, stated, told)
        if key not in self._verdicts:
            verdict = compare_values(tag, stated, told)
            self._verdicts[key] = (verdict.score or 0.0, verdict.settled)
        return self._verdicts[key]


def merged_people(people: Iterable[Subject]) -> list[Subject]:
    """Return people found in several documents, each name once: what is said of one name is one person's."""
    named: dict[str, Subject] = {}
    others: list[Subject] = []
    for person in people:
        name = normalised(surest(person.facts).get(_NAME, ""))
        if not name or is_placeholder(name):
            others.append(person)
        elif name in named:
            first = named[name]
            named[name] = Subject(first.id, first.description, (*first.facts, *person.facts))
        else:
            named[name] = person
    return [*named.values(), *others]


def surest(facts: Iterable[Fact]) -> dict[str, str]:
    """Return one value a kind: that of the surest fact, the first of several."""
    found: dict[str, Fact] = {}
    for fact in facts:
        if fact.value.strip() and (fact.tag not in found or fact.certainty > found[fact.tag].certainty):
            found[fact.tag] = fact
    return {tag: fact.value for tag, fact in found.items()}


def _tells(tag: str, value: str) -> bool:
    return tag != _NAME or not is_placeholder(value)


def _indirect(facts: Iterable[Fact]) -> list[Fact]:
    return [fact for fact in facts if not _is_direct(fact.tag)]


def _is_direct(tag: str) -> bool:
    spia = taxonomy("spia")
    return tag in spia and spia[tag].tier is Tier.DIRECT


def _keys_of(tag: str, value: str) -> tuple[str, ...]:
    """Return by what a direct identifier is looked up: a name by its words, all else by its letters and digits."""
    if tag == _NAME:
        return tuple(dict.fromkeys(name_parts(value)))
    return ("".join(sign for sign in normalised(value) if sign.isalnum()),)


Told: TypeAlias = Mapping[tuple[str, str], Sequence[Fact]]
"""What is told about each person, by document and id; None of somebody who could not be scored."""


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One true fact, before and after the release."""

    tag: str  # its kind
    known: float  # how much of it the register says: 1, 0.5 or 0
    learned: float  # how much the release adds to that

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
    """One person beside a register."""

    document: str  # the id of the document
    id: str  # the id of the person in it
    row: str | None  # the id of the person's own row; None if the register has none
    rows: int  # how many rows fit what is told of the person
    rows_at_most: int  # the same with rows of which rules cannot tell whether they fit
    own_fits: bool | None  # whether the person's own row is among them; None without one
    unscored: bool  # whether nobody could score the person, so that all that is true counts as told
    facts: tuple[KnownFact, ...]  # every fact that counts

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
    """What a release adds to a register."""

    known: Rate  # the share of all facts that the register says
    learned: Rate  # of what it does not say, the share that the release tells
    unique: Rate  # of the people in the register, the share to whose row alone the release points
    people: tuple[KnownPerson, ...]  # everybody, those to whom the fewest rows fit first

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
    """Tell for everybody what a release adds to a register."""
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
    return KnownFact(truth.tag, known, max(0.0, verdict.leaked - known))
