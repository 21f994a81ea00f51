"""What a linker says about one query: the ranking that follows from the scores of all records, and rankings counted."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gyges.errors import InputError

Row: TypeAlias = NDArray[np.float64]
"""A score for each record in ascending order of ids; 0 means nothing in common, and none is below 0."""

Places: TypeAlias = NDArray[np.intp]
"""Positions in a row, ascending."""


class Scorer(Protocol):
    """Compares texts with all records."""

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records in ascending order of their ids."""
        ...

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield for each text its scores."""
        ...


TOP = 10
"""Records listed for a query unless told otherwise; ranks, ties and plausible sets are counted beyond it."""

PLAUSIBLE_SHARE = 0.95
"""A record is as plausible as the best one from this share of the best score on.

The published evaluation code of "A False Sense of Privacy" lets records within 5 % of the best score vote.
"""


@dataclass(frozen=True, slots=True)
class TrueRank:
    """Where the record that belongs to a query stands among all records."""

    rank: int  # its place when equal scores are ordered by id, from 1
    better: int  # records with a higher score
    equal: int  # records with the same score, itself included
    score: float  # its score

    @property
    def expected(self) -> float:
        """Its mean place when equal scores are ordered by chance."""
        return self.better + (self.equal + 1) / 2

    def chance_within(self, top: int) -> float:
        """Return how likely it is among the first `top` when equal scores are ordered by chance."""
        return min(1.0, max(0.0, (top - self.better) / self.equal))


@dataclass(frozen=True, slots=True)
class Ranked:
    """The records that fit one query, the best first; equal scores in ascending order of their ids."""

    ids: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()  # their scores, all above nothing in common
    tied: int = 0  # records that share the best score; 0 without a hit, 1 for a clear winner
    plausible: int = 0  # records with at least `PLAUSIBLE_SHARE` of the best score; 0 without a hit
    true: TrueRank | None = None

    @property
    def linked(self) -> str | None:
        """The id of the best record; None when the query is unlinked."""
        return self.ids[0] if self.ids else None

    @property
    def margin(self) -> float | None:
        """How far the best score is above the second; the whole score for an only hit, None when unlinked."""
        if not self.scores:
            return None
        return self.scores[0] - (self.scores[1] if len(self.scores) > 1 else 0.0)


_BLOCK = 256  # records, of which the best one is looked at


def rank_row(row: Row, ids: Sequence[str], top: int, true: int | None) -> Ranked:
    """Turn scores into a ranking."""
    best, floor = _best_and_reached_by(row, top)
    if best <= 0:
        return Ranked()
    least = min(floor, PLAUSIBLE_SHARE * best)  # whoever has less is neither listed nor plausible
    hits = np.flatnonzero(row >= least) if least > 0 else np.flatnonzero(row)
    found = row[hits]
    if true is None:
        return _ranked(hits, found, ids, top, None)
    among = row[true] >= least and row[true] > 0
    where = _true_rank(found, int(np.searchsorted(hits, true))) if among else _true_rank(row, true)
    return _ranked(hits, found, ids, top, where)


def _best_and_reached_by(row: Row, many: int) -> tuple[float, float]:
    """Return the best of all records, and what at least so many of them reach, 0 if there are not that many.

    The best of as many different blocks are such records, and finding them takes one pass.
    """
    if not row.size:
        return 0.0, 0.0
    length = min(_BLOCK, max(1, row.size // (2 * many)))
    best = np.maximum.reduceat(row, np.arange(0, row.size, length))
    return float(best.max()), float(np.partition(best, -many)[-many]) if best.size >= many else 0.0


def _ranked(hits: Places, found: Row, ids: Sequence[str], top: int, true: TrueRank | None) -> Ranked:
    """Return the ranking of all records that could be listed or as plausible as the best one."""
    best, order = float(found.max()), _first(found, top)
    return Ranked(
        tuple([ids[place] for place in hits[order].tolist()]),
        tuple(found[order].tolist()),
        tied=int(np.count_nonzero(found == best)),
        plausible=int(np.count_nonzero(found >= PLAUSIBLE_SHARE * best)),
        true=true,
    )


def _first(scores: Row, top: int) -> Places:
    """Return the positions of the best scores; equal ones keep their order."""
    if scores.size > 4 * top:  # sorting everything for a few would take longer
        limit = np.partition(scores, -top)[-top]
        near = np.flatnonzero(scores >= limit)
        return near[np.argsort(-scores[near], kind="stable")[:top]]
    return np.argsort(-scores, kind="stable")[:top]


def _true_rank(scores: Row, at: int) -> TrueRank:
    mine = float(scores[at])
    equal = scores == mine
    before = int(np.count_nonzero(equal[:at]))
    better = int(np.count_nonzero(scores > mine))
    return TrueRank(better + before + 1, better, int(np.count_nonzero(equal)), mine)


RANK_BORDERS = (1, 2, 3, 5, 10, 20, 50, 100)
"""Upper ends of the bars of the rank histogram; one more bar holds the ranks beyond."""


@dataclass(frozen=True, slots=True)
class LinkTally:
    """What happened to all records that were looked for; every one is in exactly one of the first four counts."""

    correct: int  # the best record was the true one; equal scores are ordered by id
    wrong: int  # the best record was another one
    unlinked: int  # no record had anything in common with what was known, so none was named
    absent: int  # the true record is not among the releases, so it cannot be found; whatever was named is wrong
    by_chance: float  # the expected number of correct ones when equal scores are ordered by chance
    tied: int  # records with more than one best record
    ranks: Mapping[int, int]

    @property
    def records(self) -> int:
        """All records that were looked for."""
        return self.correct + self.wrong + self.unlinked + self.absent


def tally_links(ranked: Sequence[Ranked], truths: Sequence[str], released: Mapping[str, str]) -> LinkTally:
    """Count rankings."""
    if len(ranked) != len(truths):
        raise InputError(f"{len(ranked)} rankings have {len(truths)} true ids", "give one for each")
    kinds: Counter[str] = Counter()
    ranks: Counter[int] = Counter(dict.fromkeys((*RANK_BORDERS, 0), 0))
    chance = 0.0
    for row, truth in zip(ranked, truths, strict=True):
        kind = "absent" if truth not in released else "unlinked" if row.linked is None else ""
        kinds[kind or ("correct" if row.linked == truth else "wrong")] += 1
        if row.true is not None:
            place = row.true.rank
            chance += row.true.chance_within(1)
            ranks[next((border for border in RANK_BORDERS if place <= border), 0)] += 1
    tied = sum(row.tied > 1 for row in ranked)
    return LinkTally(kinds["correct"], kinds["wrong"], kinds["unlinked"], kinds["absent"], chance, tied, dict(ranks))
