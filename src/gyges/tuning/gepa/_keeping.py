"""What happened, and when to turn or stop: callback, stopper and logger of gepa."""

from collections.abc import Mapping
from typing import Any

from gyges.tuning._search import Candidate
from gyges.tuning.gepa._adapter import PART
from gyges.tuning.gepa._state import SearchState

__all__ = ["PoolKeeper", "SearchStopper", "SilentLogger"]


class PoolKeeper:
    """Takes accepted candidates into the pool.

    Args:
        state: The search.
    """

    def __init__(self, state: SearchState) -> None:
        self._state = state

    def on_valset_evaluated(self, event: Mapping[str, Any]) -> None:
        """Take a candidate into the pool."""
        number, state = int(event["candidate_idx"]), self._state
        if number == 0:
            return
        state.fruitless[state.parent] = 0
        documents = [state.context.validation[place] for place in event["scores_by_val_id"]]
        instruction = event["candidate"][PART]
        outcomes = state.context.evaluator.recall(instruction, documents)
        state.keep(
            Candidate(
                number,
                instruction,
                int(event["parent_ids"][0]),
                state.phase,
                state.proposal.reason,
                state.proposal.check,
                state.context.used,
                {outcome.document: outcome.scores for outcome in outcomes if outcome is not None},
            )
        )


class SearchStopper:
    """Turns to the second phase when patience is at its end; stops when nothing comes of it any more.

    Args:
        state: The search.
    """

    def __init__(self, state: SearchState) -> None:
        self._state = state
        self._best: float | None = None
        self._waited = 0
        self._idle, self._last_used = 0, -1  # turns in a row that took no question

    def __call__(self, state: Any) -> bool:
        """Say whether the search is at its end."""
        del state
        search, options = self._state, self._state.options
        self._idle = self._idle + 1 if search.context.used == self._last_used else 0
        self._last_used = search.context.used
        if self._idle >= options.idle:
            search.pool.ended = "nothing was left to improve on the documents to learn from"
            return True
        estimates = (search.scalar(search.pool.estimate(one)) for one in search.pool.candidates)
        current = max(estimates, default=0.0)
        if self._best is None or current - self._best > options.threshold:
            self._best, self._waited = current, 0
        else:
            self._waited += 1
        if options.phases == "both" and search.phase == "warm" and self._waited >= options.patience:
            search.turn()
        return False


class SilentLogger:
    """Keeps silent: gepa would print texts."""

    def log(self, message: str) -> None:
        """Say nothing."""
