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
from gyges.tuning._outcome import DocumentOutcome, Scores, mean_scores, non_dominated
from gyges.tuning._proposer import InstructionProposal
from gyges.tuning._search import FEEDBACK, Candidate, DroppedProposal, Phase, Pool, SearchContext, SearchOptions


class LeaveGepa(BaseException):
    """Leaves gepa from inside an iteration. No `Exception`, because gepa asks again after one of those."""

    def __init__(self, error: GygesError) -> None:
        super().__init__(str(error))
        self.error = error


class ThreadCancelled(BaseException):
    """Ends the thread of gepa when the task that waits for it is cancelled, as by Ctrl-C."""


def ask_loop(function: Any, *arguments: Any) -> Any:
    """Return what an async function gives in the event loop."""
    try:
        answer = from_thread.run(_answered, function, arguments)
    except GygesError as error:
        raise LeaveGepa(error) from None
    if answer is ThreadCancelled:
        raise ThreadCancelled
    return answer


async def _answered(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Ask; a cancellation ends here and is told to the thread, which could not make anything of it."""
    try:
        return await function(*arguments)
    except get_cancelled_exc_class():
        return ThreadCancelled


@dataclass
class SearchState:
    """One search. Its parts run in a thread of their own."""

    context: SearchContext  # what the search works with
    options: SearchOptions  # how is searched
    seed: str  # the seed instruction
    pool: Pool = field(default_factory=Pool)  # what was found
    phase: Phase = "warm"  # which phase it is in
    parent: int = 0  # the candidate that the proposal at hand is made from
    proposal: InstructionProposal = field(default_factory=lambda: InstructionProposal(None, ""))  # the proposal at hand
    fruitless: Counter[int] = field(default_factory=Counter)  # proposals in a row that came to nothing, by parent

    def __post_init__(self) -> None:
        if self.options.phases == "rich":
            self.phase, self.pool.turned = "rich", 0

    def scalar(self, scores: Scores) -> float:
        """Return scores as one number, by the goal."""
        return self.context.goal.scalar(scores)

    def keep(self, candidate: Candidate) -> None:
        """Take a candidate into the pool."""
        self.pool.candidates.append(candidate)
        self._tell()

    def drop(self, outcome: str) -> None:
        """Note why the proposal at hand came to nothing."""
        self.fruitless[self.parent] += 1
        words = self.proposal.instruction or ""
        dropped = DroppedProposal(self.parent, self.phase, self.proposal.reason, outcome, words, self.context.used)
        self.pool.attempts.append(dropped)
        self._tell()

    def turn(self) -> None:
        """Go over to the second phase."""
        self.phase, self.pool.turned = "rich", self.context.used
        self._tell()

    def _tell(self) -> None:
        self.context.tell(self.phase, self.pool)


PART = "instruction"
"""The one text that gepa changes."""


class GepaAdapter:
    """Measures candidates on documents and has new ones proposed."""

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


_BEST = 3.0  # how much likelier the best by the goal is drawn as a parent than another one of the front


class ParentSelector:
    """Draws parents from the front over privacy and utility."""

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
    """Says which validation documents a candidate is scored on."""

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
    """Says what is an improvement."""

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


class PoolKeeper:
    """Takes accepted candidates into the pool."""

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
    """Turns to the second phase when patience is at its end; stops when nothing comes of it any more."""

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


@dataclass(frozen=True)
class GepaSearch:
    """Reflective evolution in two phases."""

    options: SearchOptions = field(default_factory=SearchOptions)  # how is searched

    @property
    def name(self) -> str:
        """The phases."""
        return {"both": "two phases", "warm": "warm start only", "rich": "rich feedback only"}[self.options.phases]

    def require(self) -> None:
        """Say now if the extra is missing, before anything is asked."""
        _gepa()

    async def run(self, context: SearchContext, instruction: str) -> Pool:
        """Search from a seed instruction until the budget is used up."""
        self.require()
        state = SearchState(context, self.options, instruction)
        try:
            await to_thread.run_sync(_optimize, state)
        except LeaveGepa as stop:
            if not isinstance(stop.error, CapReachedError):
                raise stop.error from None
            state.pool.ended = "the budget was used up"
        except ThreadCancelled:
            await lowlevel.checkpoint()  # raises what the thread was ended for
        return state.pool


def _optimize(state: SearchState) -> None:
    """Run gepa until it stops by itself or by `LeaveGepa`."""
    context, options = state.context, state.options
    _gepa().optimize(
        seed_candidate={PART: state.seed},
        trainset=list(context.train),
        valset=list(context.validation),
        adapter=GepaAdapter(state),
        candidate_selection_strategy=ParentSelector(state),
        val_evaluation_policy=ValidationPolicy(state),
        acceptance_criterion=AcceptanceCriterion(state),
        stop_callbacks=[SearchStopper(state)],
        callbacks=[PoolKeeper(state)],
        logger=SilentLogger(),
        reflection_minibatch_size=min(options.minibatch, len(context.train)),
        track_best_outputs=False,
        raise_on_exception=True,
        seed=context.seed,
    )


def _gepa() -> Any:
    try:
        import gepa
    except ModuleNotFoundError as error:
        raise MissingExtraError("tune", "learning instructions") from error
    return gepa
