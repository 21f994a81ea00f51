"""A crew of Ray actors: work goes to whoever is free, and whoever is lost is asked for anew."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import anyio

from gyges import __version__
from gyges.errors import ConfigError, CrewLostError, WorkerDiedError
from gyges.runs.cluster._ray_hand import HandLost, RayHand
from gyges.runs.workers._crew import StillHeard
from gyges.runs.workers._messages import Order, Remote, WorkDone
from gyges.runs.workers._pool import ATTEMPTS

__all__ = ["RayCrew"]

PATIENCE_SECONDS = 120.0
"""How long a run waits for a worker while it has none: a machine that is started anew needs a minute or two."""

_STARTS = 3
"""How often a worker that does not come up is asked for again; its machine may have gone in the meantime."""

_SAME = "install the same version of Gyges, with what it needs, on all machines of the cluster"
_FREE = "see by 'ray status' that CPUs are free, then run the same command again; what is done is kept"


class RayCrew:
    """Actors that compute; use it as an async context manager, whose end ends them. Ray must be connected.

    Args:
        jobs: How many.
        tell: Told of workers that cannot be used.
    """

    def __init__(self, jobs: int, *, tell: Callable[[str], None]) -> None:
        self.jobs = jobs
        self._tell = tell
        self._hands: set[RayHand] = set()
        self._ready: set[RayHand] = set()
        self._free: asyncio.Queue[RayHand] = asyncio.Queue()
        self._starting: set[asyncio.Task[None]] = set()
        self._numbers: dict[Remote, int] = {}
        self._why = ""

    async def __aenter__(self) -> Self:
        for _ in range(self.jobs):
            self._hire()
        try:
            self._free.put_nowait(await self._next())
        except CrewLostError as error:
            await self._end()
            raise ConfigError(error.problem, error.remedy) from error
        except BaseException:
            await self._end()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def do(
        self,
        remote: Remote,
        argument: Any,
        what: str,
        *,
        limit: float | None = None,
        still: StillHeard | None = None,
    ) -> Any:
        """Have a piece of work done by whichever worker is free next, and return its value; as for `Crew`."""
        number = self._numbers.setdefault(remote, len(self._numbers))
        for _ in range(ATTEMPTS):
            hand = await self._next()
            order = Order(number, None if number in hand.known else remote, argument, limit, what)
            try:
                reply = await hand.ask(order, still)
            except HandLost:
                self._replace(hand)
                continue
            except BaseException:  # cancelled: nobody waits for what it does
                self._replace(hand)
                raise
            self._free.put_nowait(hand)
            if isinstance(reply, WorkDone):
                return reply.value
            raise reply.error
        raise WorkerDiedError(
            f"the worker that did {what} was lost, {ATTEMPTS} times",
            "see that its machines have memory enough for their CPUs, or use fewer workers with --jobs",
        )

    async def _next(self) -> RayHand:
        """Return whoever is free next.

        Raises:
            CrewLostError: There is nobody, and nobody has come.
        """
        while True:
            if not self._ready and not self._starting:
                raise self._lost()
            with anyio.move_on_after(PATIENCE_SECONDS):
                return await self._free.get()
            if not self._ready:
                raise self._lost()

    def _lost(self) -> CrewLostError:
        if self._why:
            return CrewLostError(f"no worker of the Ray cluster starts ({self._why})", _SAME)
        return CrewLostError(f"the Ray cluster has had no worker for {PATIENCE_SECONDS:.0f} s", _FREE)

    def _hire(self, start: int = 1) -> None:
        hand = RayHand()
        self._hands.add(hand)
        task = asyncio.create_task(self._welcome(hand, start))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _welcome(self, hand: RayHand, start: int) -> None:
        try:
            version = await hand.version()
        except HandLost as error:
            self._dismiss(hand)
            if start < _STARTS:
                self._hire(start + 1)
            else:
                self._refuse(str(error))
            return
        if version != __version__:
            self._dismiss(hand)
            self._refuse(f"it has version {version}, and this is {__version__}")
            return
        self._ready.add(hand)
        self._free.put_nowait(hand)

    def _refuse(self, why: str) -> None:
        if why != self._why:
            self._tell(f"a worker of the Ray cluster cannot be used: {why}")
        self._why = why

    def _replace(self, hand: RayHand) -> None:
        self._dismiss(hand)
        self._hire()

    def _dismiss(self, hand: RayHand) -> None:
        self._hands.discard(hand)
        self._ready.discard(hand)
        hand.end()

    async def _end(self) -> None:
        for task in self._starting:
            task.cancel()
        for hand in self._hands:
            hand.end()
        self._hands.clear()
        self._ready.clear()
