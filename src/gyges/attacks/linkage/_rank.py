"""The ranking that follows from the scores of all records: exact, though few of them are looked at twice."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from gyges.attacks.linkage._ranked import PLAUSIBLE_SHARE, Ranked, TrueRank
from gyges.attacks.linkage._rows import BoundedRow, Counts, Places, Row

__all__ = ["rank_bounded", "rank_row"]

_BLOCK = 256  # records, of which the best one is looked at
_MORE = 4  # how many times as many records are scored next, as long as so many more could be among the best
_ROUNDING = 1e-6  # of a unit: far more than a division is off


def rank_row(row: Row, ids: Sequence[str], top: int, true: int | None) -> Ranked:
    """Turn scores into a ranking.

    Args:
        row: The scores.
        ids: The ids, ascending, so that among equal scores the lower position comes first.
        top: How many records to name.
        true: The position of the true record.
    """
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


def rank_bounded(scores: BoundedRow, ids: Sequence[str], top: int, true: int | None) -> Ranked:
    """Turn scores into a ranking, of which only those are asked for that could matter; arguments as for `rank_row`.

    The records that may be best are scored first. What they reach says who else could be among the best, or before the
    true record, and needs to be scored.
    """
    bounds = scores.bounds
    if true is not None and not bounds[true]:
        blind = rank_bounded(scores, ids, top, None)
        return replace(blind, true=_behind_all(bounds, true)) if blind.ids else blind
    cut = max(1, int(_best_and_reached_by(bounds, _MORE * top)[1]))
    hits = np.flatnonzero(bounds >= cut)
    if not hits.size:
        return Ranked()
    found = scores.at(hits)
    mine = None if true is None else _score_of(true, scores, hits, found)
    while (need := _needed(scores.unit, found, top, mine)) < cut:
        wanted = np.flatnonzero(bounds >= need)
        if wanted.size > _MORE * hits.size:  # scores of some of them may tell that the others are not needed
            need = max(need, min(cut - 1, int(_best_and_reached_by(bounds, _MORE * hits.size)[1])))
            wanted = np.flatnonzero(bounds >= need)
        known = bounds[wanted] >= cut
        more = np.empty(wanted.size)
        more[known], more[~known] = found, scores.at(wanted[~known])
        hits, found, cut = wanted, more, need
    where = None if true is None else _true_rank(found, int(np.searchsorted(hits, true)))
    return _ranked(hits, found, ids, top, where)


def _score_of(true: int, scores: BoundedRow, hits: Places, found: Row) -> float:
    at = int(np.searchsorted(hits, true))
    return float(found[at] if at < hits.size and hits[at] == true else scores.at(np.array([true]))[0])


def _needed(unit: float, found: Row, top: int, mine: float | None) -> int:
    """Return the bound from which on a record could be listed, plausible, or not behind the true one."""
    least = PLAUSIBLE_SHARE * float(found.max())
    least = min(least, float(np.partition(found, -top)[-top])) if found.size >= top else 0.0
    return max(1, ceil((least if mine is None else min(least, mine)) / unit - _ROUNDING))


def _best_and_reached_by(row: Row | Counts, many: int) -> tuple[float, float]:
    """Return the best of all records, and what at least so many of them reach, 0 if there are not that many.

    The best of as many different blocks are such records, and finding them takes one pass.
    """
    if not row.size:
        return 0.0, 0.0
    length = min(_BLOCK, max(1, row.size // (2 * many)))
    best = np.maximum.reduceat(row, np.arange(0, row.size, length))
    return float(best.max()), float(np.partition(best, -many)[-many]) if best.size >= many else 0.0


def _behind_all(bounds: Counts, true: int) -> TrueRank:
    """Return where a record stands that has nothing in common with the query."""
    better = int(np.count_nonzero(bounds))
    before = true - int(np.count_nonzero(bounds[:true]))
    return TrueRank(better + before + 1, better, bounds.size - better, 0.0)


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
