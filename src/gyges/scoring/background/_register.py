"""A register: people of whom some facts are known, and which of them fit what is told of somebody."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gyges.reading.lookups import name_parts
from gyges.records import Fact, Subject, Tier, taxonomy
from gyges.scoring.values import compare_values, normalised
from gyges.scoring.values._identity import is_placeholder

__all__ = ["Register", "merged_people", "surest"]

AGREEING = 3
"""Kinds of facts that must agree before a row without any direct identifier is taken for a person's own; ours."""

_NAME = "NAME"


@dataclass(slots=True)
class Register:
    """People of whom some facts are known.

    Attributes:
        people: The rows, each with its facts.
    """

    people: Sequence[Subject]
    _columns: dict[str, list[str | None]] = field(init=False)
    _keys: dict[tuple[str, str], list[int]] = field(init=False)
    _verdicts: dict[tuple[str, str, str], tuple[float, bool]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._columns, self._keys = {}, {}
        for row, person in enumerate(self.people):
            for tag, value in surest(person.facts).items():
                self._columns.setdefault(tag, [None] * len(self.people))[row] = value
                for key in _keys_of(tag, value) if _is_direct(tag) else ():
                    self._keys.setdefault((tag, key), []).append(row)

    def value(self, row: int, tag: str) -> str | None:
        """Return what a row states of a kind; None if nothing."""
        column = self._columns.get(tag)
        return None if column is None else column[row]

    def fitting(self, told: Iterable[Fact], *, doubtful: bool) -> list[int]:
        """Return the rows that fit what is told of somebody; a row that says nothing of a kind fits.

        Args:
            told: What is told; names that masking left behind tell nothing.
            doubtful: Whether rows fit too where the rules cannot tell that two values are different.
        """
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
