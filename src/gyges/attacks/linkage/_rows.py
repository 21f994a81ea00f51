"""Scores of all records for one query, and the ranking that follows from them."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._ranked import PLAUSIBLE_SHARE, Ranked, TrueRank

__all__ = ["Row", "Scorer", "rank_row"]

Row: TypeAlias = NDArray[np.float64]
"""A score for each record in ascending order of ids; 0 means nothing in common, and none is below 0."""

_BLOCK = 256  # records whose best score is looked at together


class Scorer(Protocol):
    """Compares texts with all records."""

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records in ascending order of their ids."""
        ...

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield for each text its scores."""
        ...


def rank_row(row: Row, ids: Sequence[str], top: int, true: int | None) -> Ranked:
    """Turn scores into a ranking.

    Args:
        row: The scores.
        ids: The ids, ascending, so that among equal scores the lower position comes first.
        top: How many records to name.
        true: The position of the true record.
    """
    best, floor = _best_and_floor(row, top)
    if best <= 0:
        return Ranked()
    least = min(floor, PLAUSIBLE_SHARE * best)
    hits = np.flatnonzero(row >= least) if least > 0 else np.flatnonzero(row)
    scores = row[hits]
    order = _first(scores, top)
    return Ranked(
        tuple(ids[place] for place in hits[order]),
        tuple(scores[order].tolist()),
        tied=int(np.count_nonzero(scores == best)),
        plausible=int(np.count_nonzero(scores >= PLAUSIBLE_SHARE * best)),
        true=None if true is None else _true_rank(row, hits, scores, least, true),
    )


def _best_and_floor(row: Row, top: int) -> tuple[float, float]:
    """Return the best score and a score that the `top` best records reach.

    The best scores of `top` different blocks are such records, and finding them takes one pass over the row.
    """
    whole = row.size // _BLOCK * _BLOCK
    if whole // _BLOCK <= top:
        return (float(row.max()), 0.0) if row.size else (0.0, 0.0)
    blocks = row[:whole].reshape(-1, _BLOCK).max(axis=1)
    floor = float(np.partition(blocks, -top)[-top])
    rest = float(row[whole:].max()) if whole < row.size else 0.0
    return max(float(blocks.max()), rest), floor


def _first(scores: Row, top: int) -> NDArray[np.intp]:
    """Return the positions of the best scores; equal ones keep their order."""
    if scores.size > 4 * top:  # sorting everything for a few would take longer
        limit = np.partition(scores, -top)[-top]
        near = np.flatnonzero(scores >= limit)
        return near[np.argsort(-scores[near], kind="stable")[:top]]
    return np.argsort(-scores, kind="stable")[:top]


def _true_rank(row: Row, hits: NDArray[np.intp], scores: Row, least: float, true: int) -> TrueRank:
    mine = float(row[true])
    if mine < least or mine <= 0:  # it is not among the hits
        hits, scores = np.arange(row.size), row
    better, equal = int(np.count_nonzero(scores > mine)), scores == mine
    before = int(np.count_nonzero(equal[: np.searchsorted(hits, true)]))
    return TrueRank(better + before + 1, better, int(np.count_nonzero(equal)), mine)
