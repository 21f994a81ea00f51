"""The search by reflective evolution: two phases, one pool, no files."""

from dataclasses import dataclass, field
from typing import Any

from anyio import lowlevel, to_thread

from gyges.errors import MissingExtraError
from gyges.tuning._meter import CapReachedError
from gyges.tuning._search import Pool, SearchContext, SearchOptions
from gyges.tuning.gepa._adapter import PART, GepaAdapter
from gyges.tuning.gepa._choices import AcceptanceCriterion, ParentSelector, ValidationPolicy
from gyges.tuning.gepa._keeping import PoolKeeper, SearchStopper, SilentLogger
from gyges.tuning.gepa._state import SearchState
from gyges.tuning.gepa._thread import LeaveGepa, ThreadCancelled

__all__ = ["GepaSearch"]


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
