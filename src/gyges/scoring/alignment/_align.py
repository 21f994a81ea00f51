"""Which found person is which true person, one to one, by rules; who was listed twice; and who cannot be told."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Self

from gyges.records import Subject
from gyges.scoring._assignment import best_assignment
from gyges.scoring.alignment._evidence import CandidatePairs, PairEvidence

__all__ = ["Alignment", "align", "cannot_be_told", "who_is_who"]

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
    """

    matches: Mapping[str, str]
    again: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    undecided: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


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
    of the lists plays no role.

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
    left = [column for column in range(len(twos)) if column not in pairs.values()]
    again = table.listed_again(pairs, left)
    free = [column for column in left if all(column not in columns for columns in again.values())]
    undecided = {row: table.possible(row, free) for row in range(len(ones)) if row not in pairs}
    return Alignment(
        {ones[row].id: twos[column].id for row, column in sorted(pairs.items())},
        {ones[row].id: tuple(twos[column].id for column in columns) for row, columns in again.items()},
        {ones[row].id: tuple(twos[column].id for column in columns) for row, columns in undecided.items() if columns},
    )


def align(truth: Sequence[Subject], found: Sequence[Subject], text: str | None = None) -> dict[str, str]:
    """Match people of two lists about the same text, one to one; see `who_is_who`.

    Returns:
        The id of the person of the second list for everybody of the first list who was matched.
    """
    return dict(who_is_who(truth, found, text).matches)


def cannot_be_told(
    truth: Sequence[Subject],
    found: Sequence[Subject],
    original: str | None = None,
    release: str | None = None,
    trace: Mapping[str, object] | None = None,
) -> dict[str, tuple[str, ...]]:
    """Return whom nothing excludes from being one of the found people, with those; arguments as for `who_is_who`."""
    table = _Table.of(CandidatePairs(truth, found, original, release, trace))
    undecided = {one.id: table.possible(row, range(len(found))) for row, one in enumerate(truth)}
    return {id: tuple(found[column].id for column in columns) for id, columns in undecided.items() if columns}


@dataclass(frozen=True, slots=True)
class _Table:
    """The evidence for every pair, a row a true person, and by how much it exceeds what a match needs."""

    scene: CandidatePairs
    evidence: list[list[PairEvidence]]
    margins: list[list[float]]

    @classmethod
    def of(cls, scene: CandidatePairs) -> Self:
        columns = range(len(scene.twos))
        evidence = [[scene.evidence(row, column) for column in columns] for row in range(len(scene.ones))]
        margins = [[_margin(row[column], scene.stands[column]) for column in columns] for row in evidence]
        return cls(scene, evidence, margins)

    def assigned(self) -> dict[int, int]:
        """Return the pairs of the best assignment."""
        kept = [
            [
                margin + _IN_TURN * (row * column - row - column) if margin > 0 else 0.0
                for column, margin in enumerate(line)
            ]
            for row, line in enumerate(self.margins)
        ]
        return {row: column for row, column in best_assignment(kept) if kept[row][column] > 0}

    def listed_again(self, pairs: Mapping[int, int], left: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return who of those left over stands where somebody matched does, and fits them; none of a counted group."""
        again: dict[int, list[int]] = {}
        for column in left:
            row = max(pairs, key=lambda row: (self.evidence[row][column].near, -row), default=None)
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
