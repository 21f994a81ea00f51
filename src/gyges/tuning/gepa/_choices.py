"""Which parent, which documents, and what is an improvement: selector, policy and criterion of gepa."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from gyges.tuning._outcome import Scores, mean_scores
from gyges.tuning._pareto import non_dominated
from gyges.tuning.gepa._state import SearchState

__all__ = ["AcceptanceCriterion", "ParentSelector", "ValidationPolicy"]

_BEST = 3.0  # how much likelier the best by the goal is drawn as a parent than another one of the front


class ParentSelector:
    """Draws parents from the front over privacy and utility.

    Args:
        state: The search.
    """

    def __init__(self, state: SearchState) -> None:
        self._state = state
        self._random = random.Random(state.context.seed)  # noqa: S311  # a search is no secret

    def select_candidate_idx(self, state: Any) -> int:
        """Draw a parent: the best by the goal rather, the fruitless rarely."""
        del state
        search = self._state
        goal = search.context.goal
        estimates = [search.pool.estimate(one) for one in search.pool.candidates]
        best = max(range(len(estimates)), key=lambda place: goal.key(estimates[place]))
        front = non_dominated(estimates, "worst" if goal.kind == "worst-person" else "privacy")
        places = sorted({best, *front})
        weights = [(_BEST if place == best else 1.0) / (1 + search.fruitless[place]) for place in places]
        search.parent = self._random.choices(places, weights)[0]
        return search.parent


class ValidationPolicy:
    """Says which validation documents a candidate is scored on.

    Args:
        state: The search.
    """

    def __init__(self, state: SearchState) -> None:
        self._state = state

    def get_eval_batch(self, loader: Any, state: Any, target_program_idx: int | None = None) -> list[Any]:
        """Say which validation documents a new candidate is scored on: all, or those that were seen least."""
        del target_program_idx
        ids = list(loader.all_ids())
        if self._state.phase == "warm":
            return ids
        seen = [sum(id_ in scores for scores in state.prog_candidate_val_subscores) for id_ in ids]
        count = max(1, int(self._state.options.sample * len(ids)))
        return [id_ for _, id_ in sorted(zip(seen, ids, strict=True))[:count]]

    def get_best_program(self, state: Any) -> int:
        """Name the best candidate; gepa wants one for its own summaries."""
        scores = state.program_full_scores_val_set
        return max(range(len(scores)), key=lambda place: scores[place])

    def get_valset_score(self, program_idx: int, state: Any) -> float:
        """Return the plain mean of a candidate."""
        return float(state.get_program_average_val_subset(program_idx)[0])


class AcceptanceCriterion:
    """Says what is an improvement.

    Args:
        state: The search.
    """

    def __init__(self, state: SearchState) -> None:
        self._state = state

    def should_accept(self, proposal: Any, state: Any) -> bool:
        """Say whether a proposal does better on the documents it was made from."""
        del state
        before, after = (_mean(one.objective_scores) for one in (proposal.eval_before, proposal.eval_after))
        if self._state.context.goal.improves(before, after):
            return True
        words = f"{_words(before)} before, {_words(after)} after"
        self._state.drop(f"no better on the documents it was made from ({words})")
        return False


def _mean(rows: Sequence[Mapping[str, float]]) -> Scores:
    return mean_scores([Scores(row["privacy"], row["utility"], row["worst"]) for row in rows])


def _words(scores: Scores) -> str:
    return f"privacy {scores.privacy:.2f}, utility {scores.utility:.2f}"
