"""How texts are measured and proposed: the adapter of gepa."""

from collections.abc import Mapping, Sequence
from typing import Any

from gyges.records import Document
from gyges.tuning._outcome import DocumentOutcome, Scores
from gyges.tuning._search import FEEDBACK, Candidate
from gyges.tuning.gepa._state import SearchState
from gyges.tuning.gepa._thread import ask_loop

__all__ = ["PART", "GepaAdapter"]

PART = "instruction"
"""The one text that gepa changes."""


class GepaAdapter:
    """Measures candidates on documents and has new ones proposed.

    Args:
        state: The search.
    """

    def __init__(self, state: SearchState) -> None:
        self._state = state

    def evaluate(self, batch: Sequence[Document], candidate: Mapping[str, str], capture_traces: bool = False) -> Any:
        """Measure a candidate on documents."""
        from gepa.core.adapter import EvaluationBatch

        state = self._state
        outcomes = ask_loop(state.context.evaluator.evaluate, candidate[PART], batch)
        if not state.pool.candidates:
            first = Candidate(0, state.seed, None, "seed", "the seed instruction", calls=state.context.used)
            first.scores = {outcome.document: outcome.scores for outcome in outcomes}
            state.keep(first)
        return EvaluationBatch(
            outputs=[outcome.document for outcome in outcomes],
            scores=[state.scalar(outcome.scores) for outcome in outcomes],
            trajectories=list(zip(batch, outcomes, strict=True)) if capture_traces else None,
            objective_scores=[_objectives(outcome.scores) for outcome in outcomes],
        )

    def make_reflective_dataset(self, candidate: Any, eval_batch: Any, components: Any) -> Any:
        """Hand the cases on as they are; the words are made by the proposer."""
        del candidate, components
        return {PART: [{"case": case} for case in eval_batch.trajectories]}

    def propose_new_texts(self, candidate: Mapping[str, str], dataset: Any, components: Any) -> dict[str, str]:
        """Have a new instruction proposed; nothing where it is none, or one that is there."""
        del components
        state = self._state
        cases: list[tuple[Document, DocumentOutcome]] = [row["case"] for row in dataset[PART]]
        state.proposal = ask_loop(state.context.proposer.propose, candidate[PART], cases, FEEDBACK[state.phase])
        new = state.proposal.instruction
        known = {one.instruction: one.number for one in state.pool.candidates}
        if new is None:
            state.drop("; ".join(state.proposal.check) or "nothing usable was proposed")
        elif new in known:
            state.drop(f"it is candidate {known[new]} again")
        else:
            return {PART: new}
        return {}


def _objectives(scores: Scores) -> dict[str, float]:
    return {"privacy": scores.privacy, "utility": scores.utility, "worst": scores.worst}
