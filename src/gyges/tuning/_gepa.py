"""The search by reflective evolution, on the package gepa (extra ``tune``): two phases, one pool, no files."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anyio import from_thread, get_cancelled_exc_class, lowlevel, to_thread

from gyges.errors import GygesError, MissingExtraError
from gyges.records import Document
from gyges.tuning._meter import CapReachedError
from gyges.tuning._outcome import DocumentOutcome, Scores, mean_scores
from gyges.tuning._pareto import non_dominated
from gyges.tuning._proposer import InstructionProposal
from gyges.tuning._search import FEEDBACK, Candidate, DroppedProposal, Phase, Pool, SearchContext, SearchOptions

__all__ = ["GepaSearch"]

_PART = "instruction"  # the one text that gepa changes
_BEST = 3.0  # how much likelier the best by the goal is drawn as a parent than another one of the front


class _Stop(BaseException):
    """Leaves gepa from inside an iteration. No `Exception`, because gepa asks again after one of those."""

    def __init__(self, error: GygesError) -> None:
        super().__init__(str(error))
        self.error = error


class _Cancelled(BaseException):
    """Ends the thread of gepa when the task that waits for it is cancelled, as by Ctrl-C."""


@dataclass(frozen=True)
class GepaSearch:
    """Reflective evolution in two phases.

    Attributes:
        options: How is searched.
    """

    options: SearchOptions = field(default_factory=SearchOptions)

    @property
    def name(self) -> str:
        """The phases."""
        return {"both": "two phases", "warm": "warm start only", "rich": "rich feedback only"}[self.options.phases]

    def require(self) -> None:
        """Say now if the extra is missing, before anything is asked.

        Raises:
            MissingExtraError: The extra ``tune`` is not installed.
        """
        _gepa()

    async def run(self, context: SearchContext, instruction: str) -> Pool:
        """Search from a seed instruction until the budget is used up.

        Raises:
            MissingExtraError: The extra ``tune`` is not installed.
            GygesError: What concerns the whole run, such as an endpoint that is gone.
        """
        self.require()
        turns = _Turns(context, self.options, instruction)
        try:
            await to_thread.run_sync(turns.optimize)
        except _Stop as stop:
            if not isinstance(stop.error, CapReachedError):
                raise stop.error from None
            turns.pool.ended = "the budget was used up"
        except _Cancelled:
            await lowlevel.checkpoint()  # raises what the thread was ended for
        return turns.pool


def _gepa() -> Any:
    try:
        import gepa
    except ModuleNotFoundError as error:
        raise MissingExtraError("tune", "learning instructions") from error
    return gepa


@dataclass
class _Turns:
    """One search: all that gepa asks for, in one place. It runs in a thread of its own and asks back into the loop."""

    context: SearchContext
    options: SearchOptions
    seed: str
    pool: Pool = field(default_factory=Pool)
    phase: Phase = "warm"
    propose_new_texts: Any = None  # gepa looks for the attribute; it is set below

    def __post_init__(self) -> None:
        self.phase = "rich" if self.options.phases == "rich" else "warm"
        self.random = random.Random(self.context.seed)  # noqa: S311  # a search is no secret
        self.best: float | None = None
        self.waited = 0
        self.idle, self.last_used = 0, -1  # turns in a row that took no question
        self.proposal = InstructionProposal(None, "")
        self.fruitless: Counter[int] = Counter()  # proposals in a row that came to nothing, by parent
        self.parent = 0
        self.propose_new_texts = self._propose

    def optimize(self) -> None:
        """Run gepa until it stops by itself or by `_Stop`."""
        if self.phase == "rich":
            self.pool.turned = 0
        _gepa().optimize(
            seed_candidate={_PART: self.seed},
            trainset=list(self.context.train),
            valset=list(self.context.validation),
            adapter=self,
            candidate_selection_strategy=self,
            val_evaluation_policy=self,
            acceptance_criterion=self,
            stop_callbacks=[self._stops],
            callbacks=[self],
            logger=self,
            reflection_minibatch_size=min(self.options.minibatch, len(self.context.train)),
            track_best_outputs=False,
            raise_on_exception=True,
            seed=self.context.seed,
        )

    def log(self, message: str) -> None:
        """Keep silent: gepa would print texts."""

    # How texts are measured and proposed (the adapter of gepa).

    def evaluate(self, batch: Sequence[Document], candidate: Mapping[str, str], capture_traces: bool = False) -> Any:
        """Measure a candidate on documents."""
        from gepa.core.adapter import EvaluationBatch

        outcomes = self._ask(self.context.evaluator.evaluate, candidate[_PART], batch)
        if not self.pool.candidates:
            first = Candidate(0, self.seed, None, "seed", "the seed instruction", calls=self.context.used)
            first.scores = {outcome.document: outcome.scores for outcome in outcomes}
            self.pool.candidates.append(first)
            self._tell()
        return EvaluationBatch(
            outputs=[outcome.document for outcome in outcomes],
            scores=[self._scalar(outcome.scores) for outcome in outcomes],
            trajectories=list(zip(batch, outcomes, strict=True)) if capture_traces else None,
            objective_scores=[_objectives(outcome.scores) for outcome in outcomes],
        )

    def make_reflective_dataset(self, candidate: Any, eval_batch: Any, components: Any) -> Any:
        """Hand the cases on as they are; the words are made by the proposer."""
        del candidate, components
        return {_PART: [{"case": case} for case in eval_batch.trajectories]}

    def _propose(self, candidate: Mapping[str, str], dataset: Any, components: Any) -> dict[str, str]:
        del components
        cases: list[tuple[Document, DocumentOutcome]] = [row["case"] for row in dataset[_PART]]
        self.proposal = self._ask(self.context.proposer.propose, candidate[_PART], cases, FEEDBACK[self.phase])
        new = self.proposal.instruction
        known = {one.instruction: one.number for one in self.pool.candidates}
        if new is None:
            self._drop("; ".join(self.proposal.check) or "nothing usable was proposed")
        elif new in known:
            self._drop(f"it is candidate {known[new]} again")
        else:
            return {_PART: new}
        return {}

    def _ask(self, function: Any, *arguments: Any) -> Any:
        try:
            answer = from_thread.run(_answered, function, arguments)
        except GygesError as error:
            raise _Stop(error) from None
        if answer is _Cancelled:
            raise _Cancelled
        return answer

    # Which parent, and what is an improvement (selector, policy and criterion of gepa).

    def select_candidate_idx(self, state: Any) -> int:
        """Draw a parent from the front over privacy and utility: the best by the goal rather, the fruitless rarely."""
        del state
        estimates = [self.pool.estimate(one) for one in self.pool.candidates]
        best = max(range(len(estimates)), key=lambda place: self.context.goal.key(estimates[place]))
        front = non_dominated(estimates, "worst" if self.context.goal.kind == "worst-person" else "privacy")
        places = sorted({best, *front})
        weights = [(_BEST if place == best else 1.0) / (1 + self.fruitless[place]) for place in places]
        self.parent = self.random.choices(places, weights)[0]
        return self.parent

    def should_accept(self, proposal: Any, state: Any) -> bool:
        """Say whether a proposal does better on the documents it was made from."""
        del state
        before, after = (_mean(one.objective_scores) for one in (proposal.eval_before, proposal.eval_after))
        if self.context.goal.improves(before, after):
            return True
        self._drop(f"no better on the documents it was made from ({_words(before)} before, {_words(after)} after)")
        return False

    def get_eval_batch(self, loader: Any, state: Any, target_program_idx: int | None = None) -> list[Any]:
        """Say which validation documents a new candidate is scored on: all, or those that were seen least."""
        del target_program_idx
        ids = list(loader.all_ids())
        if self.phase == "warm":
            return ids
        seen = [sum(id_ in scores for scores in state.prog_candidate_val_subscores) for id_ in ids]
        count = max(1, int(self.options.sample * len(ids)))
        return [id_ for _, id_ in sorted(zip(seen, ids, strict=True))[:count]]

    def get_best_program(self, state: Any) -> int:
        """Name the best candidate; gepa wants one for its own summaries."""
        scores = state.program_full_scores_val_set
        return max(range(len(scores)), key=lambda place: scores[place])

    def get_valset_score(self, program_idx: int, state: Any) -> float:
        """Return the plain mean of a candidate."""
        return float(state.get_program_average_val_subset(program_idx)[0])

    # What happened (callbacks of gepa), and when to turn or stop.

    def on_valset_evaluated(self, event: Mapping[str, Any]) -> None:
        """Take a candidate into the pool."""
        number = int(event["candidate_idx"])
        if number == 0:
            return
        self.fruitless[self.parent] = 0
        documents = [self.context.validation[place] for place in event["scores_by_val_id"]]
        instruction = event["candidate"][_PART]
        outcomes = self.context.evaluator.recall(instruction, documents)
        self.pool.candidates.append(
            Candidate(
                number,
                instruction,
                int(event["parent_ids"][0]),
                self.phase,
                self.proposal.reason,
                self.proposal.check,
                self.context.used,
                {outcome.document: outcome.scores for outcome in outcomes if outcome is not None},
            )
        )
        self._tell()

    def _stops(self, state: Any) -> bool:
        """Turn to the second phase when patience is at its end; stop when nothing comes of it any more."""
        del state
        self.idle = self.idle + 1 if self.context.used == self.last_used else 0
        self.last_used = self.context.used
        if self.idle >= self.options.idle:
            self.pool.ended = "nothing was left to improve on the documents to learn from"
            return True
        estimates = (self._scalar(self.pool.estimate(one)) for one in self.pool.candidates)
        current = max(estimates, default=0.0)
        if self.best is None or current - self.best > self.options.threshold:
            self.best, self.waited = current, 0
        else:
            self.waited += 1
        if self.options.phases == "both" and self.phase == "warm" and self.waited >= self.options.patience:
            self.phase = "rich"
            self.pool.turned = self.context.used
            self._tell()
        return False

    def _drop(self, outcome: str) -> None:
        self.fruitless[self.parent] += 1
        self.pool.attempts.append(
            DroppedProposal(
                self.parent,
                self.phase,
                self.proposal.reason,
                outcome,
                self.proposal.instruction or "",
                self.context.used,
            )
        )
        self._tell()

    def _tell(self) -> None:
        self.context.tell(self.phase, self.pool)

    def _scalar(self, scores: Scores) -> float:
        return self.context.goal.scalar(scores)


async def _answered(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Ask; a cancellation ends here and is told to the thread, which could not make anything of it."""
    try:
        return await function(*arguments)
    except get_cancelled_exc_class():
        return _Cancelled


def _objectives(scores: Scores) -> dict[str, float]:
    return {"privacy": scores.privacy, "utility": scores.utility, "worst": scores.worst}


def _mean(rows: Sequence[Mapping[str, float]]) -> Scores:
    return mean_scores([Scores(row["privacy"], row["utility"], row["worst"]) for row in rows])


def _words(scores: Scores) -> str:
    return f"privacy {scores.privacy:.2f}, utility {scores.utility:.2f}"
