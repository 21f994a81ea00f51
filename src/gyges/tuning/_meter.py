"""Counts questions to models, and lets none through beyond the cap."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields

from gyges.errors import BudgetExhaustedError
from gyges.models import Model, ModelPool, ModelSettings, Reply, ReplyCache, Request

__all__ = ["CapReachedError", "Meter", "MeteredModel", "MeteredPool", "metered"]


class CapReachedError(BudgetExhaustedError):
    """The questions of a purse are used up."""


@dataclass(slots=True)
class Count:
    """Questions of one block."""

    calls: int = 0


_COUNTS: ContextVar[tuple[Count, ...]] = ContextVar("counts", default=())


@dataclass(slots=True)
class Meter:
    """Counts every question before it is asked, also one that the cache answers: so the cap means the same in a replay.

    Attempts that an endpoint failed to answer and that are made again are one question.

    Attributes:
        cap: The most questions; None for as many as it takes.
        used: How many were asked.
    """

    cap: int | None = None
    used: int = 0

    @property
    def left(self) -> int | None:
        """How many may still be asked; None for as many as it takes."""
        return None if self.cap is None else max(0, self.cap - self.used)

    def take(self, calls: int = 1) -> None:
        """Take questions out of the purse.

        Raises:
            CapReachedError: There are not as many left; the purse is empty then.
        """
        if self.cap is not None and self.used + calls > self.cap:
            self.used = max(self.used, self.cap)
            raise CapReachedError(f"the budget of {self.cap} calls is used up", "give more, and the search goes on")
        self.used += calls
        for count in _COUNTS.get():
            count.calls += calls

    @contextmanager
    def counting(self) -> Iterator[Count]:
        """Count the questions inside the block, by the tasks it starts too."""
        count = Count()
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
        """Answer a request, if the purse holds one more."""
        self.meter.take()
        return await Model.complete(self, request)


def metered(model: Model, meter: Meter) -> MeteredModel:
    """Return the same model with its questions counted."""
    return MeteredModel(**{one.name: getattr(model, one.name) for one in fields(Model)}, meter=meter)


class MeteredPool(ModelPool):
    """A pool whose models share a meter.

    Args:
        meter: Who counts.
        settings: Hosts, limits, prices.
        cache: Where replies are kept.
        notify: Told when an endpoint is paused.
    """

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
