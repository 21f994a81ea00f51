"""The ranking that follows from the scores of all records: exact, though few of them are looked at twice."""

from collections.abc import Sequence

import numpy as np

from gyges.attacks.linkage._ranked import PLAUSIBLE_SHARE, Ranked, TrueRank
from gyges.attacks.linkage._rows import OpenRow, Places, Row

__all__ = ["rank_row"]

_DEPTH = 256  # records of a column, whose best score is looked at together
_FEW = 16  # where more than one record in so many could be among the best, all scores are completed
_ALWAYS_FEW = 256


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
    best, order = float(found.max()), _first(found, top)
    return Ranked(
        tuple([ids[place] for place in hits[order].tolist()]),
        tuple(found[order].tolist()),
        tied=int(np.count_nonzero(found == best)),
        plausible=int(np.count_nonzero(found >= PLAUSIBLE_SHARE * best)),
        true=None if true is None else _true_rank(row, true) if at is None else _true_rank(found, at),
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
