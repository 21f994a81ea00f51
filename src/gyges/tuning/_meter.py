"""Counts questions to models, and lets none through beyond the cap."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from typing import Literal, TypeAlias

from gyges.errors import BudgetExhaustedError
from gyges.models import Model, ModelPool, ModelSettings, Reply, ReplyCache, Request

Unit: TypeAlias = Literal["questions", "rewrites"]
"""What a budget counts: every question to a model, or documents that were rewritten and scored."""


class CapReachedError(BudgetExhaustedError):
    """The questions of a budget are used up."""


@dataclass(slots=True)
class QuestionCount:
    """Questions of one block."""

    calls: int = 0


@dataclass(frozen=True, slots=True)
class BudgetUse:
    """What was taken for one purpose, counted both ways."""

    used: int  # in the unit of the budget
    cap: int  # the most in that unit
    questions: int  # questions to models
    rewrites: int  # documents that were rewritten and scored, as the paper counts


_COUNTS: ContextVar[tuple[QuestionCount, ...]] = ContextVar("counts", default=())


@dataclass(slots=True)
class Meter:
    """Counts every question before it is asked, also one that the cache answers: so the cap means the same in a replay.

    Attempts that an endpoint failed to answer and that are made again are one question. Rewrites are counted beside;
    they may be what the cap is about, as in the paper.
    """

    cap: int | None = None  # the most, in the unit that counts; None for as many as it takes
    questions: int = 0  # how many were asked
    rewrites: int = 0  # how many documents were rewritten and scored
    unit: Unit = "questions"  # what the cap counts

    @property
    def used(self) -> int:
        """What was taken of what the cap counts."""
        return self.questions if self.unit == "questions" else self.rewrites

    @property
    def left(self) -> int | None:
        """How many may still be taken; None for as many as it takes."""
        return None if self.cap is None else max(0, self.cap - self.used)

    def take(self, calls: int = 1) -> None:
        """Take questions out of the budget."""
        if self.unit == "questions" and not self._fits(calls):
            self.questions = max(self.questions, self.cap or 0)
            self._refuse()
        self.questions += calls
        for count in _COUNTS.get():
            count.calls += calls

    @contextmanager
    def rewriting(self, count: int) -> Iterator[None]:
        """Count documents that the block rewrites and scores, all of them or, if it fails, none."""
        if self.unit == "rewrites" and not self._fits(count):
            self._refuse()
        yield
        self.rewrites += count

    def since(self, questions: int, rewrites: int, cap: int) -> BudgetUse:
        """Return what was taken since the counts stood at these numbers."""
        asked, rewritten = self.questions - questions, self.rewrites - rewrites
        return BudgetUse(asked if self.unit == "questions" else rewritten, cap, asked, rewritten)

    def _fits(self, count: int) -> bool:
        return self.cap is None or self.used + count <= self.cap

    def _refuse(self) -> None:
        what = "calls" if self.unit == "questions" else "rewrites"
        raise CapReachedError(f"the budget of {self.cap} {what} is used up", "give more, and the search goes on")

    @contextmanager
    def counting(self) -> Iterator[QuestionCount]:
        """Count the questions inside the block, by the tasks it starts too."""
        count = QuestionCount()
        token = _COUNTS.set((*_COUNTS.get(), count))
        try:
            yield count
        finally:
            _COUNTS.reset(token)


@dataclass(slots=True)
class MeteredModel(Model):
    """A model whose questions are counted."""

    meter: Meter = field(default_factory=Meter)

    async def complete(self, request: Request) -> Reply:
        """Answer a request, if the budget holds one more."""
        self.meter.take()
        return await Model.complete(self, request)


def metered(model: Model, meter: Meter) -> MeteredModel:
    """Return the same model with its questions counted."""
    return MeteredModel(**{one.name: getattr(model, one.name) for one in fields(Model)}, meter=meter)


class MeteredPool(ModelPool):
    """A pool whose models share a meter."""

    def __init__(
        self,
        meter: Meter,
        settings: ModelSettings | None = None,
        *,
        cache: ReplyCache | None = None,
        **given: object,
    ) -> None:
        super().__init__(settings, cache=cache, **given)  # type: ignore[arg-type]
        self.meter = meter
        self._metered: dict[str, MeteredModel] = {}

    async def __aenter__(self) -> "MeteredPool":
        return self

    def model(self, spec: str) -> Model:
        """Open a model by name; its questions are counted."""
        if spec not in self._metered:
            self._metered[spec] = metered(super().model(spec), self.meter)
        return self._metered[spec]
