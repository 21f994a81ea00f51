"""A crew of Ray actors: work goes to whoever is free, and whoever is lost is asked for anew."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Self

from gyges import __version__
from gyges.errors import ConfigError, CrewLostError, WorkerDiedError
from gyges.runs.cluster._ray_hand import HandLost, RayHand
from gyges.runs.cluster._shares import Shares
from gyges.runs.cluster._work_piece import WorkPiece
from gyges.runs.workers._crew import StillHeard
from gyges.runs.workers._line import ATTEMPTS
from gyges.runs.workers._messages import Remote
from gyges.runs.workers._watch import STILL_SECONDS

__all__ = ["RayCrew"]

PATIENCE_SECONDS = 120.0
"""How long a run waits for a worker while it has none: a machine that is started anew needs a minute or two."""

_STARTS = 3
"""How often a worker that does not come up is asked for; its machine may have gone in the meantime."""

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
        self._free: list[RayHand] = []
        self._waiting: deque[WorkPiece] = deque()
        self._shares = Shares()
        self._numbers: dict[Remote, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._lost: CrewLostError | None = None
        self._starting = 0
        self._why = ""

    async def __aenter__(self) -> Self:
        try:
            self._look_for_hands()
            for _ in range(self.jobs):
                self._hire()
            await self._begun.wait()
            if self._lost is not None:
                raise ConfigError(self._lost.problem, self._lost.remedy)
        except BaseException:
            self._end()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    @property
    def ready(self) -> int:
        """How many have started, and are there."""
        return len(self._ready)

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
        if self._lost is not None:
            raise self._lost
        number = self._numbers.setdefault(remote, len(self._numbers))
        result = asyncio.get_running_loop().create_future()
        self._waiting.append(WorkPiece(number, remote, argument, what, limit, still, result))
        self._hand_out()
        return await result

    def _hand_out(self) -> None:
        """Give those who are free what waits."""
        while self._free and self._waiting:
            hand = self._free.pop()
            pieces, orders = self._shares.take(self._waiting, hand, len(self._free) + 1)
            if not pieces:
                self._free.append(hand)
                continue
            self._start(self._work(hand, pieces, orders))

    async def _work(self, hand: RayHand, pieces: list[WorkPiece], orders: list[bytes]) -> None:
        begun = time.monotonic()
        try:
            answers = await self._asked(hand, pieces, orders)
        except HandLost:
            self._dismiss(hand)
            self._hire()
            self._take_back(pieces)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told; that worker is not trusted
            self._dismiss(hand)
            self._hire()
            for piece in pieces:
                piece.fail(error)
        else:
            self._shares.took((time.monotonic() - begun) / len(pieces))
            for piece, answer in zip(pieces, answers, strict=True):
                piece.settle(answer, hand)
            self._free.append(hand)
        self._hand_out()

    async def _asked(self, hand: RayHand, pieces: list[WorkPiece], orders: list[bytes]) -> list[bytes]:
        begun = time.monotonic()
        longest = pieces[orders.index(max(orders, key=len))]  # likely the one that takes long
        asked = asyncio.ensure_future(hand.ask(orders))
        try:
            while not (await asyncio.wait({asked}, timeout=STILL_SECONDS))[0]:
                longest.goes_on(time.monotonic() - begun)
        finally:
            asked.cancel()
        return asked.result()

    def _take_back(self, pieces: list[WorkPiece]) -> None:
        """Put back what a lost worker had; of several only one can be why it was lost, so each goes alone next."""
        for piece in reversed(pieces):
            piece.losses += len(pieces) == 1
            piece.alone = True
            if piece.losses < ATTEMPTS:
                self._waiting.appendleft(piece)
                continue
            piece.fail(
                WorkerDiedError(
                    f"the worker that did {piece.what} was lost, {ATTEMPTS} times",
                    "see that its machines have memory enough for their CPUs, or use fewer workers with --jobs",
                )
            )

    def _hire(self, start: int = 1) -> None:
        hand = RayHand()
        self._hands.add(hand)
        self._starting += 1
        self._start(self._welcome(hand, start))

    async def _welcome(self, hand: RayHand, start: int) -> None:
        why = ""
        try:
            version = await hand.version()
        except Exception as error:  # noqa: BLE001 - it did not start, whatever Ray says
            why = str(error) or type(error).__name__
        else:
            if version != __version__:
                why, start = f"it has version {version}, and this is {__version__}", _STARTS
        self._starting -= 1
        if why:
            self._dismiss(hand)
            self._refuse(why, start)
            return
        self._ready.add(hand)
        self._free.append(hand)
        self._lost = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._begun.set()
        self._hand_out()

    def _refuse(self, why: str, start: int) -> None:
        if start < _STARTS:
            self._hire(start + 1)
            return
        if why != self._why:
            self._tell(f"a worker of the Ray cluster cannot be used: {why}")
        self._why = why
        if not self._ready and not self._starting:
            self._give_up()

    def _dismiss(self, hand: RayHand) -> None:
        self._hands.discard(hand)
        self._ready.discard(hand)
        hand.end()
        self._look_for_hands()

    def _look_for_hands(self) -> None:
        """Begin to lose patience, where nobody is there."""
        if not self._ready and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if self._why:
            self._lost = CrewLostError(f"no worker of the Ray cluster starts ({self._why})", _SAME)
        else:
            self._lost = CrewLostError(f"the Ray cluster has had no worker for {PATIENCE_SECONDS:.0f} s", _FREE)
        while self._waiting:
            self._waiting.popleft().fail(self._lost)
        self._begun.set()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _end(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._tasks:
            task.cancel()
        for hand in self._hands:
            hand.end()
