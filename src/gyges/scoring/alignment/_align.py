"""Which found person is which true person, one to one, by rules; who was listed twice; and who cannot be told."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Self

from gyges.records import Subject
from gyges.scoring.alignment._evidence import CandidatePairs, PairEvidence, are_crowd


def best_assignment(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the pairs (row, column) with the greatest sum of scores, each row and column at most once.

    As many pairs are made as the shorter side allows, in O(n^3). The result is the same on every machine.
    """
    rows, columns = len(scores), len(scores[0]) if scores else 0
    if not rows or not columns:
        return []
    if rows > columns:
        turned = [[scores[row][column] for row in range(rows)] for column in range(columns)]
        return sorted((row, column) for column, row in best_assignment(turned))
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    row_of = [0] * (columns + 1)  # numbered from 1; column 0 holds the row that looks for a place
    for row in range(1, rows + 1):
        row_of[0] = row
        _augment(scores, row_of, row_price, column_price)
    return sorted((row_of[column] - 1, column - 1) for column in range(1, columns + 1) if row_of[column])


def _augment(
    scores: Sequence[Sequence[float]], row_of: list[int], row_price: list[float], column_price: list[float]
) -> None:
    columns = len(row_of) - 1
    slack, came_from, seen = [float("inf")] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
    here = 0
    while row_of[here]:
        seen[here] = True
        row, step, after = row_of[here], float("inf"), 0
        for column in range(1, columns + 1):
            if seen[column]:
                continue
            cost = -scores[row - 1][column - 1] - row_price[row] - column_price[column]
            if cost < slack[column]:
                slack[column], came_from[column] = cost, here
            if slack[column] < step:
                step, after = slack[column], column
        for column in range(columns + 1):
            if seen[column]:
                row_price[row_of[column]] += step
                column_price[column] -= step
            else:
                slack[column] -= step
        here = after
    while here:
        row_of[here] = row_of[came_from[here]]
        here = came_from[here]


_LISTED_AGAIN = 0.5
"""Share of the places of somebody left over that must be those of a matched person, to be that person again."""
_SURELY_AGAIN = 2.0
"""How far above a match such a pair must lie, in log odds: what is told at the same words is mostly about another."""
_POSSIBLE = -2.0
"""How far below a match a pair may lie and still not be excluded, in log odds: one chance in eight of a bare match."""
_IN_TURN = 1e-6
"""Weighs the places of two people in their lists: those whom nobody can tell apart are paired in turn."""
_ONE_OF_MANY = re.compile(r"\(\d+ of \d+\)|\bone of\b|#\d+|\b(?:second|third|fourth|other|another)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Alignment:
    """Who is who."""

    matches: Mapping[str, str]  # the found person for every true person that was matched, by id
    again: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    undecided: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    untold: Collection[str] = frozenset()


def who_is_who(
    truth: Sequence[Subject],
    found: Sequence[Subject],
    original: str | None = None,
    release: str | None = None,
    trace: Mapping[str, object] | None = None,
) -> Alignment:
    """Match true people with found ones, one to one.

    A release comes from its original, so places correspond: two people who stand at the same places are one, whatever
    their descriptions say. Names, numbers, the parts they play, words of their descriptions and facts decide the rest.
    All of it is weighed (``weights.toml``), and the best assignment of pairs with enough evidence is taken. The order
    of the lists plays no role. In a crowd only people who stand near each other or share a name, a number or a rare
    word are compared, and the surest pairs are taken first.
    """
    if not truth or not found:
        return Alignment({})
    ones, twos = sorted(truth, key=_turn), sorted(found, key=_turn)
    table = _Table.of(CandidatePairs(ones, twos, original, release, trace))
    pairs = table.assigned()
    taken = set(pairs.values())
    left = [column for column in range(len(twos)) if column not in taken]
    again = table.listed_again(pairs, left)
    listed = {column for columns in again.values() for column in columns}
    free = [column for column in left if column not in listed]
    lost = [row for row in range(len(ones)) if row not in pairs]
    crowded = table.scene.crowded
    undecided = {} if crowded else {row: table.possible(row, free) for row in lost}
    return Alignment(
        {ones[row].id: twos[column].id for row, column in sorted(pairs.items())},
        {ones[row].id: tuple(twos[column].id for column in columns) for row, columns in again.items()},
        {ones[row].id: tuple(twos[column].id for column in columns) for row, columns in undecided.items() if columns},
        frozenset(ones[row].id for row in lost) if crowded and free else frozenset(),
    )


def align(truth: Sequence[Subject], found: Sequence[Subject], text: str | None = None) -> dict[str, str]:
    """Match people of two lists about the same text, one to one; see `who_is_who`."""
    return dict(who_is_who(truth, found, text).matches)


def left_by(
    matches: Mapping[str, str],
    truth: Sequence[Subject],
    found: Sequence[Subject],
    original: str | None = None,
    release: str | None = None,
    trace: Mapping[str, object] | None = None,
) -> Alignment:
    """Return matches that somebody else made, with the true people whom nothing excludes from being somebody left."""
    taken = set(matches.values())
    lost = [subject for subject in truth if subject.id not in matches]
    free = [subject for subject in found if subject.id not in taken]
    if not lost or not free:
        return Alignment(matches)
    if are_crowd(lost, free):
        return Alignment(matches, untold=frozenset(subject.id for subject in lost))
    table = _Table.of(CandidatePairs(lost, free, original, release, trace))
    undecided = {one.id: table.possible(row, range(len(free))) for row, one in enumerate(lost)}
    return Alignment(
        matches,
        undecided={id: tuple(free[column].id for column in columns) for id, columns in undecided.items() if columns},
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """The evidence for pairs, a row a true person, and by how much it exceeds what a match needs."""

    scene: CandidatePairs
    evidence: list[dict[int, PairEvidence]]
    margins: list[dict[int, float]]

    @classmethod
    def of(cls, scene: CandidatePairs) -> Self:
        evidence = [
            {column: scene.evidence(row, column) for column in columns} for row, columns in enumerate(scene.compared())
        ]
        margins = [{column: _margin(one, scene.stands[column]) for column, one in row.items()} for row in evidence]
        return cls(scene, evidence, margins)

    def assigned(self) -> dict[int, int]:
        """Return the pairs of the best assignment; in a crowd the surest pairs."""
        if self.scene.crowded:
            return _surest_first(self.margins)
        kept = [
            {column: margin + _IN_TURN * (row * column - row - column) for column, margin in line.items() if margin > 0}
            for row, line in enumerate(self.margins)
        ]
        columns = range(len(self.scene.twos))
        pairs = best_assignment([[line.get(column, 0.0) for column in columns] for line in kept])
        return {row: column for row, column in pairs if kept[row].get(column, 0.0) > 0}

    def listed_again(self, pairs: Mapping[int, int], left: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return who of those left over stands where somebody matched does, and fits them; none of a counted group."""
        again: dict[int, list[int]] = {}
        for column in left:
            near = self.scene.near(column)
            row = max((row for row in near if row in pairs), key=lambda row: (near[row], -row), default=None)
            if row is None or _ONE_OF_MANY.search(self.scene.twos[column].subject.description):
                continue
            one = self.evidence[row][column]
            if one.near >= _LISTED_AGAIN and self.margins[row][column] > _SURELY_AGAIN and not one.contradicts:
                again.setdefault(row, []).append(column)
        return {row: tuple(columns) for row, columns in again.items()}

    def possible(self, row: int, columns: Iterable[int]) -> tuple[int, ...]:
        """Return whom nothing excludes: not the place, if that is known of both, else nothing they tell."""
        return tuple(
            column
            for column in columns
            if (
                self.margins[row][column] > _POSSIBLE
                if self.scene.stands[column] and self.scene.at_home[row]
                else not self.evidence[row][column].contradicts
            )
        )


def _surest_first(margins: Sequence[Mapping[int, float]]) -> dict[int, int]:
    """Return pairs of rows and columns, the greatest first and equal ones in turn, each row and column at most once."""
    ranked = sorted(
        (-margin, row, column) for row, line in enumerate(margins) for column, margin in line.items() if margin > 0
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, row, column in ranked:
        if row not in pairs and column not in taken:
            pairs[row] = column
            taken.add(column)
    return pairs


def _turn(subject: Subject) -> tuple[tuple[int, str], ...]:
    """Sort ids as people number them: 2 before 10, however many digits they have."""
    parts = re.split(r"(\d+)", subject.id)
    return tuple(
        (len(bare := part.lstrip("0")), bare) if number % 2 else (0, part) for number, part in enumerate(parts)
    )


def _margin(evidence: PairEvidence, stands: bool) -> float:
    """Return how much more speaks for a pair than a match needs, in log odds."""
    needed, weights = _weights()["placed" if stands else "unplaced"]
    weighed: float = sum(map(mul, weights, evidence))
    return needed + weighed


@cache
def _weights() -> Mapping[str, tuple[float, tuple[float, ...]]]:
    """Return what a match needs, as its bias, and the weights in the order of `PairEvidence`."""
    tables = tomllib.loads((files(__package__) / "weights.toml").read_text(encoding="utf-8"))
    return {
        name: (row["bias"] - row["accept"], tuple(row[one] for one in PairEvidence._fields))
        for name, row in tables.items()
    }
