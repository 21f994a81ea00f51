"""A crew: workers that compute for a run, processes of this machine or of a cluster. See docs/design/ray.md."""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self, TypeAlias, runtime_checkable

from gyges import __version__
from gyges.errors import CrewLostError, WorkerDiedError
from gyges.records import PartUnderWay, pack, unpack
from gyges.runs.workers._watch import StillHeard
from gyges.runs.workers._worker import Order, Remote

SECONDS = 0.1
"""How long a batch may take: what it costs to hand it over, about a millisecond, is 1 % of it."""

PIECES = 16
"""The most of a batch: so many are begun again when a worker is lost."""

BYTES = 64_000
"""The most bytes of a batch, unless one piece alone has more; Ray sends up to 100 kB without its object store."""

ATTEMPTS = 2
"""How often a piece of work alone is begun: who ends one worker by hand, or for want of memory, loses nothing by it."""

PATIENCE_SECONDS = 120.0
"""How long a run waits for a worker while it has none: a machine that is started anew needs a minute or two."""

LOOK_SECONDS = 1.0
"""How often it is looked whether work that takes long has something to tell."""

_STARTS = 3
"""How often a worker that does not come up is asked for; its machine may have gone in the meantime."""

_WEIGHT = 0.2
"""How much the last batch counts in the mean of how long a piece takes."""


class HandLost(Exception):  # noqa: N818 - nothing is wrong with the work
    """A worker is gone, or cannot be reached; the last line of what is known about it."""


class Hand(Protocol):
    """One worker, as its crew sees it."""

    known: set[int]
    """The works that it has made."""

    async def begin(self) -> str:
        """Wait until it has started, and return its version of Gyges."""

    async def ask(self, orders: list[bytes]) -> list[bytes]:
        """Have orders done, one after the other, and return the answers."""

    def heard(self) -> tuple[int, float, PartUnderWay | None] | None:
        """Return what is new of an order that goes on: which, seconds so far, the part; None for nothing new."""

    def end(self) -> None:
        """End it, whatever it does."""


@dataclass(eq=False, slots=True)
class Errand:
    """A piece of work that somebody waits for."""

    number: int  # of the work, among those of the crew
    remote: Remote  # makes the work
    argument: Any  # what the work is given
    what: str  # what is done, in words
    limit: float | None  # seconds it may compute; None for no limit
    still: StillHeard | None  # told every few seconds of long work
    result: "asyncio.Future[Any]"  # where its value is waited for
    alone: bool = False  # whether it goes by itself, as a worker was lost that had it among others
    losses: int = 0  # how many workers were lost that had it alone

    def order(self, known: set[int]) -> bytes:
        """Return it as a worker is sent it."""
        remote = None if self.number in known else self.remote
        return pack(Order(self.number, remote, self.argument, self.limit, self.what))

    def settle(self, answer: bytes, known: set[int]) -> None:
        """Hand on what came of it."""
        try:
            value, error = unpack(answer)
        except Exception as unreadable:  # noqa: BLE001 - what somebody's work made; whoever waits is told
            value, error = None, unreadable
        if error is not None:
            self.fail(error)
            return
        known.add(self.number)
        if not self.result.done():
            self.result.set_result(value)

    def goes_on(self, seconds: float, part: PartUnderWay | None) -> None:
        """Tell that it goes on."""
        if self.still is not None and not self.result.done():
            try:
                self.still(seconds, self.limit or 0.0, part)
            except Exception as error:  # noqa: BLE001 - a listener with a bug; whoever waits is told
                self.fail(error)

    def fail(self, error: Exception) -> None:
        """Tell whoever waits that nothing came of it."""
        if not self.result.done():
            self.result.set_exception(error)


class Crew:
    """Workers that compute; use it as an async context manager, whose end ends them.

    Work goes to whoever is free, short work in batches, and what a lost worker had is begun again by another.
    """

    def __init__(
        self,
        jobs: int,
        hire: Callable[[], Hand],
        *,
        where: str = "this machine",
        remedy: str = "see that there is memory for all processes, or use fewer with --jobs",
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.jobs = jobs
        self._make, self._where, self._remedy, self._tell = hire, where, remedy, tell
        self._hands: set[Hand] = set()
        self._ready: set[Hand] = set()
        self._free: list[Hand] = []
        self._busy: dict[Hand, list[Errand]] = {}
        self._waiting: deque[Errand] = deque()
        self._numbers: dict[Remote, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._lost: CrewLostError | None = None
        self._starting = 0
        self._why = ""
        self._pace = SECONDS  # seconds that a piece took of late

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._tasks:
            task.cancel()
        for hand in self._hands:
            hand.end()

    async def begun(self) -> None:
        """Wait until the first worker is there; raise `CrewLostError` if none comes."""
        self._hire_all()
        await self._begun.wait()
        if self._lost is not None:
            raise self._lost

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
        """Have a piece of work done by whichever worker is free next, and return its value."""
        if self._lost is not None:
            raise self._lost
        self._hire_all()
        number = self._numbers.setdefault(remote, len(self._numbers))
        result = asyncio.get_running_loop().create_future()
        piece = Errand(number, remote, argument, what, limit, still, result)
        self._waiting.append(piece)
        self._hand_out()
        try:
            return await result
        except asyncio.CancelledError:
            self._abandon(piece)
            raise

    def _abandon(self, piece: Errand) -> None:
        """End the worker that has nothing in hand for which anybody still waits."""
        for hand, pieces in self._busy.items():
            if piece in pieces and all(one.result.done() for one in pieces):
                hand.end()

    def _hand_out(self) -> None:
        """Give those who are free what waits."""
        while self._free and self._waiting:
            hand = self._free.pop()
            pieces, orders = take_batch(self._waiting, hand.known, self._pace, len(self._free) + 1)
            if not pieces:
                self._free.append(hand)
                continue
            self._start(self._work(hand, pieces, orders))

    async def _work(self, hand: Hand, pieces: list[Errand], orders: list[bytes]) -> None:
        begun = time.monotonic()
        self._busy[hand] = pieces
        try:
            answers = await self._asked(hand, pieces, orders)
        except HandLost:
            self._replace(hand)
            self._take_back(pieces)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told; that worker is not trusted
            self._replace(hand)
            for piece in pieces:
                piece.fail(error)
        else:
            self._pace += _WEIGHT * ((time.monotonic() - begun) / len(pieces) - self._pace)
            for piece, answer in zip(pieces, answers, strict=True):
                piece.settle(answer, hand.known)
            self._free.append(hand)
        finally:
            self._busy.pop(hand, None)
        self._hand_out()

    async def _asked(self, hand: Hand, pieces: list[Errand], orders: list[bytes]) -> list[bytes]:
        asked = asyncio.ensure_future(hand.ask(orders))
        try:
            while not (await asyncio.wait({asked}, timeout=LOOK_SECONDS))[0]:
                heard = hand.heard()
                if heard is not None:
                    place, seconds, part = heard
                    pieces[place].goes_on(seconds, part)
        finally:
            asked.cancel()
        return asked.result()

    def _take_back(self, pieces: list[Errand]) -> None:
        """Put back what a lost worker had; of several only one can be why it was lost, so each goes alone next."""
        for piece in reversed([one for one in pieces if not one.result.done()]):
            piece.losses += len(pieces) == 1
            piece.alone = True
            if piece.losses < ATTEMPTS:
                self._waiting.appendleft(piece)
                continue
            piece.fail(
                WorkerDiedError(
                    f"the process that did {piece.what} ended without an answer, {ATTEMPTS} times",
                    "see that there is memory for all of them, or use fewer with --jobs",
                )
            )

    def _hire_all(self) -> None:
        if not self._hands and not self._starting:
            self._look_for_hands()
            for _ in range(self.jobs):
                self._hire()

    def _hire(self, start: int = 1) -> None:
        hand = self._make()
        self._hands.add(hand)
        self._starting += 1
        self._start(self._welcome(hand, start))

    async def _welcome(self, hand: Hand, start: int) -> None:
        why = ""
        try:
            version = await hand.begin()
        except Exception as error:  # noqa: BLE001 - it did not start, whatever is said of it
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
            self._tell(f"a worker of {self._where} cannot be used: {why}")
        self._why = why
        if not self._ready and not self._starting:
            self._give_up()

    def _replace(self, hand: Hand) -> None:
        self._dismiss(hand)
        self._hire()

    def _dismiss(self, hand: Hand) -> None:
        self._hands.discard(hand)
        self._ready.discard(hand)
        hand.end()
        self._look_for_hands()

    def _look_for_hands(self) -> None:
        """Begin to lose patience, where nobody is there."""
        if not self._ready and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._give_up)

    def _give_up(self) -> None:
        words = f"{self._where} has had no worker for {PATIENCE_SECONDS:.0f} s"
        if self._why:
            words = f"no worker of {self._where} starts ({self._why})"
        self._lost = CrewLostError(words, self._remedy)
        while self._waiting:
            self._waiting.popleft().fail(self._lost)
        self._begun.set()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def take_batch(waiting: deque[Errand], known: set[int], pace: float, hands: int) -> tuple[list[Errand], list[bytes]]:
    """Take the next batch from what waits; return its pieces, and the orders to send.

    What nobody waits for any more is dropped; what cannot be sent fails.
    """
    most = min(PIECES, int(SECONDS / max(pace, SECONDS / PIECES)), math.ceil(len(waiting) / hands))
    pieces: list[Errand] = []
    orders: list[bytes] = []
    size = 0
    while waiting and len(pieces) < max(1, most):
        piece = waiting.popleft()
        if piece.result.done():
            continue
        try:
            order = piece.order(known)
        except Exception as error:  # noqa: BLE001 - an argument of anybody's that cannot be copied
            piece.fail(error)
            continue
        size += len(order)
        if pieces and (piece.alone or pieces[-1].alone or size > BYTES):
            waiting.appendleft(piece)
            break
        pieces.append(piece)
        orders.append(order)
    return pieces, orders


@runtime_checkable
class Cluster(Protocol):
    """Machines on which a crew can be had; `gyges.runs.cluster.RayCluster` is one."""

    def crew(self) -> AbstractAsyncContextManager[Crew]:
        """Have a crew there while the block runs."""


Jobs: TypeAlias = int | Cluster | None
"""Who computes: so many processes on this machine, a cluster, or None for one process on each core."""
