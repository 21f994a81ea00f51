"""The ranking that follows from the scores of all records: exact, though few of them are looked at twice."""

from collections.abc import Sequence

import numpy as np

from gyges.attacks.linkage._ranked import PLAUSIBLE_SHARE, Ranked, TrueRank
from gyges.attacks.linkage._rows import BoundedRow, OpenRow, Places, Row

__all__ = ["rank_bounded", "rank_row"]

_DEPTH = 256  # records of a column, whose best score is looked at together
_FEW = 16  # where more than one record in so many could be among the best, all scores are completed
_ALWAYS_FEW = 256
_MORE = 4  # how many times as many records are scored next, as long as so many more could be among the best


def rank_row(scores: OpenRow, ids: Sequence[str], top: int, true: int | None) -> Ranked:
    """Turn scores into a ranking: that of the whole scores, to the last bit.

    Args:
        scores: The scores.
        ids: The ids, ascending, so that among equal scores the lower position comes first.
        top: How many records to name.
        true: The position of the true record.
    """
    row, missing = scores.row, scores.missing
    best, floor = _reached(row[scores.near], top) if scores.near.size >= top else _best_and_floor(row, top)
    if best <= 0 and not missing:
        return Ranked()
    least = min(floor, PLAUSIBLE_SHARE * best)  # whoever has less in the end is neither listed nor plausible
    hits = np.flatnonzero(row >= least - missing) if least > missing else np.flatnonzero(row)
    if not scores.whole and (least <= missing or hits.size > max(row.size // _FEW, _ALWAYS_FEW)):
        return rank_row(scores.closed(), ids, top, true)
    found = scores.at(hits)
    at = None if true is None else _position(hits, true)
    if missing and true is not None and (at is None or found[at] < least):
        return rank_row(scores.closed(), ids, top, true)
    where = None if true is None else _true_rank(row, true) if at is None else _true_rank(found, at)
    return _ranked(hits, found, ids, top, where)


def rank_bounded(scores: BoundedRow, ids: Sequence[str], top: int, true: int | None) -> Ranked:
    """Turn scores into a ranking, of which only those are asked for that could matter; arguments as for `rank_row`.

    The records that may be best are scored first. What they reach says who else could be among the best, or before the
    true record, and needs to be scored.
    """
    bounds, known = scores.bounds, np.full(scores.bounds.size, -1.0)

    def at(places: Places) -> Row:
        new = places[known[places] < 0]
        known[new] = scores.at(new)
        return known[places]

    mine = None if true is None else float(at(np.array([true]))[0])
    if mine == 0:  # it stands among all those that have nothing in common
        return rank_row(OpenRow(at(np.arange(bounds.size))), ids, top, true)
    size = _MORE * top
    while True:
        first = np.argpartition(bounds, -size)[-size:] if size < bounds.size else np.arange(bounds.size)
        best, floor = _reached(at(first), min(top, first.size))
        least = min(floor, PLAUSIBLE_SHARE * best, best if mine is None else mine)
        hits = np.flatnonzero(bounds >= least) if least > 0 else np.flatnonzero(bounds)
        if hits.size <= _MORE * size:
            break
        size *= _MORE
    found = at(hits)
    hits, found = hits[found > 0], found[found > 0]
    if not hits.size:
        return Ranked()
    place = None if true is None else _position(hits, true)
    return _ranked(hits, found, ids, top, None if place is None else _true_rank(found, place))


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


def _reached(some: Row, top: int) -> tuple[float, float]:
    """Return the best of the scores of some records and one that `top` of them reach."""
    return float(some.max()), float(np.partition(some, -top)[-top])


def _best_and_floor(row: Row, top: int) -> tuple[float, float]:
    """Return the best score and a score that the `top` best records reach, 0 in a short row.

    The best scores of `top` different columns of a table are those of such records, and finding them takes one pass.
    """
    width = row.size // _DEPTH
    if width <= top:
        return float(row.max(initial=0.0)), 0.0
    best, floor = _reached(row[: width * _DEPTH].reshape(_DEPTH, width).max(axis=0), top)
    return max(best, float(row[width * _DEPTH :].max(initial=0.0))), floor


def _position(places: Places, place: int) -> int | None:
    at = int(np.searchsorted(places, place))
    return at if at < places.size and places[at] == place else None


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
