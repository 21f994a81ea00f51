"""One search with its budget: the seed, the search itself, and the finalists, for whom a part is held back."""

import math
from dataclasses import dataclass

from gyges.errors import ConfigError
from gyges.tuning._meter import CapReachedError
from gyges.tuning._search import Candidate, Pool, Search, SearchContext
from gyges.tuning._select import chosen_finalists, finalists_scored

__all__ = ["SelectedPool", "searched"]

_RESERVE = 0.3
"""Most of the budget that is held back for finalists; ours."""


@dataclass(frozen=True, slots=True)
class SelectedPool:
    """A pool after selection.

    Attributes:
        pool: All that was found.
        candidates: Those that were scored on all validation documents.
        whole: Their numbers.
    """

    pool: Pool
    candidates: list[Candidate]
    whole: frozenset[int]


async def searched(work: SearchContext, search: Search, seed: str, budget: int, finalists: int) -> SelectedPool:
    """Search within a budget from here on, a part of it held back for the finalists."""
    meter = work.evaluator.meter
    start = meter.used
    meter.cap = start + budget
    try:
        await work.evaluator.evaluate(seed, work.validation)
    except CapReachedError as error:
        raise ConfigError(
            f"a budget of {budget} calls does not suffice for the seed instruction on {len(work.validation)} documents",
            "give more with --budget, or take fewer validation documents",
        ) from error
    calls = max(1, math.ceil((meter.used - start) / max(1, len(work.validation))))
    reserve = min(calls * len(work.validation) * finalists, int(_RESERVE * budget))
    meter.cap = max(meter.used, start + budget - reserve)
    pool = await search.run(work, seed)
    meter.cap = start + budget
    chosen = chosen_finalists(pool, work, finalists)
    whole = await finalists_scored(chosen, work)
    everything = {document.id for document in work.validation}
    full = [one for one in pool.candidates if everything <= one.scores.keys()]
    candidates = list({one.number: one for one in (*whole, *full)}.values())
    return SelectedPool(pool, candidates, frozenset(one.number for one in candidates))
