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
from gyges.scoring._assignment import best_assignment
from gyges.scoring.alignment._evidence import CandidatePairs, PairEvidence, are_crowd

__all__ = ["Alignment", "align", "left_by", "who_is_who"]

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
    """Who is who.

    Attributes:
        matches: The found person for every true person that was matched, by id.
        again: Further listings of a matched person: a reader may take one person for two.
        undecided: True people who were matched to nobody while people are left whom nothing excludes, with those.
        untold: True people of a crowd who were matched to nobody while people are left with whom nobody compared them.
    """

    matches: Mapping[str, str]
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

    Args:
        truth: The true people.
        found: The people an attacker found, named or not.
        original: The original text; without it neither places nor made-up names are known.
        release: The text that was attacked; the original if not given.
        trace: The trace of the release, whose edits tell exactly what became of which words.
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
    """Match people of two lists about the same text, one to one; see `who_is_who`.

    Returns:
        The id of the person of the second list for everybody of the first list who was matched.
    """
    return dict(who_is_who(truth, found, text).matches)


def left_by(
    matches: Mapping[str, str],
    truth: Sequence[Subject],
    found: Sequence[Subject],
    original: str | None = None,
    release: str | None = None,
    trace: Mapping[str, object] | None = None,
) -> Alignment:
    """Return matches that somebody else made, with the true people whom nothing excludes from being somebody left.

    Args:
        matches: The found person for every true one that was matched, by id.
        truth: The true people.
        found: The found people.
        original: The original text.
        release: The text that was attacked; the original if not given.
        trace: The trace of the release.
    """
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
