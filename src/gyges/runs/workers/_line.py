"""The line to one worker: a thread hands it work, a little ahead of what it does, and hears its answers in turn."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from gyges.anonymizers import PartUnderWay
from gyges.errors import WorkerDiedError
from gyges.records import pack, unpack
from gyges.runs.workers._crew import StillHeard
from gyges.runs.workers._messages import Order, Remote, WorkDone, WorkFailed, WorkGoesOn
from gyges.runs.workers._process import STARTING, StartMethod, WorkerProcess

__all__ = ["Errand", "Errands", "WorkerLine"]

ATTEMPTS = 2
"""How often a piece of work is begun: who ends one worker by hand, or for want of memory, loses nothing by it."""

STARTS, START_PAUSE = 5, 0.1
"""Tries to start a worker, and seconds between them: a server that was just killed counts as alive for a moment."""

AHEAD = 24
"""Pieces of work that a worker is handed at most while it does the first: it never waits for this process."""

AHEAD_BYTES = 32_768
"""How long they may be together, from the third on: what a worker was handed and has not begun no other one can do."""

LONGEST_PAUSE, PAUSE_SHARE = 0.02, 3
"""Seconds at most before a worker is heard again, and which part of the time that it has work for: a process that is
woken by every single answer spends more on waking up than on the answers."""


@dataclass(slots=True, eq=False)
class Errand:
    """A piece of work that somebody waits for."""

    number: int
    remote: Remote
    argument: Any
    what: str
    limit: float | None
    still: StillHeard | None
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]"
    begun: int = 0

    def packed(self, known: set[int]) -> bytes:
        """Return the order for a worker that knows how to do some of the works."""
        remote = None if self.number in known else self.remote
        return pack(Order(self.number, remote, self.argument, self.limit, self.what))

    def tell(self, value: Any = None, error: Exception | None = None) -> None:
        """Tell whoever waits how it ended; from any thread."""
        tell_all([(self, value, error)])

    def goes_on(self, seconds: float, limit: float, part: PartUnderWay | None) -> None:
        """Tell that it goes on; from any thread."""
        if self.still is not None:
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._tell_still, seconds, limit, part)

    def _tell_still(self, seconds: float, limit: float, part: PartUnderWay | None) -> None:
        if self.still is not None and not self.answer.done():
            try:
                self.still(seconds, limit, part)
            except Exception as error:  # noqa: BLE001 - a listener with a bug; whoever waits is told
                self.settle(None, error)

    def settle(self, value: Any, error: Exception | None) -> None:
        """Note how it ended; in the thread of its loop."""
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(value)
        else:
            self.answer.set_exception(error)


Ended: TypeAlias = tuple[Errand, Any, Exception | None]
"""An errand, its value, and the error that it ended in."""


def tell_all(ended: Sequence[Ended]) -> None:
    """Tell all who wait how their errands ended, waking each loop once; from any thread."""
    for loop, some in groupby(ended, key=lambda one: one[0].loop):
        with suppress(RuntimeError):  # the loop has ended, and nobody waits
            loop.call_soon_threadsafe(_settle_all, tuple(some))


def _settle_all(ended: Sequence[Ended]) -> None:
    for errand, value, error in ended:
        errand.settle(value, error)


class Errands:
    """What nobody does yet, in the order in which it came.

    Args:
        jobs: How many workers take from it.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._waiting: deque[Errand] = deque()
        self._changed = threading.Condition()
        self.closed = False

    def put(self, errand: Errand) -> None:
        """Add one at the end."""
        with self._changed:
            self._waiting.append(errand)
            self._changed.notify()

    def put_back(self, errands: "deque[Errand]") -> None:
        """Add those that a worker had not begun where they were, at the front."""
        with self._changed:
            self._waiting.extendleft(reversed(errands))
            self._changed.notify_all()

    def take(self, *, ahead: bool) -> Errand | None:
        """Return the next one that somebody waits for.

        Args:
            ahead: Whether the worker has something to do already. Then there may be none for it: the last ones are left
                for workers that have nothing. Else this waits, and there is none when all is closed.
        """
        with self._changed:
            while True:
                if ahead and len(self._waiting) <= self._jobs:
                    return None
                self._changed.wait_for(lambda: self._waiting or self.closed)
                if self.closed:
                    return None
                errand = self._waiting.popleft()
                if not errand.answer.done():
                    return errand

    def withdraw(self, errand: Errand) -> None:
        """Take back one that nobody has begun."""
        with self._changed, suppress(ValueError):
            self._waiting.remove(errand)

    def close(self) -> None:
        """Send all who wait away."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()


class WorkerLine:
    """The line to one worker; `serve` is the work of its thread."""

    def __init__(self, errands: Errands, start: StartMethod) -> None:
        self._errands = errands
        self._start_method: StartMethod = start
        self._worker: WorkerProcess | None = None
        self._handed: deque[Errand] = deque()
        self._bytes: deque[int] = deque()
        self._held: tuple[Errand, bytes] | None = None
        self._abandoned = False
        self._heard = time.monotonic()
        self._pace = 0.0  # seconds that a piece of work took of late

    def serve(self) -> None:
        """Do errands until all is closed."""
        while not self._errands.closed:
            try:
                self._hand_over()
                if self._worker is not None and self._handed:
                    time.sleep(min(LONGEST_PAUSE, self._pace * len(self._handed) / PAUSE_SHARE))
                    self._hear(self._worker)
            except (EOFError, OSError):
                self._bury()

    def abandon(self, errand: Errand) -> None:
        """End the worker if it has an errand that nobody waits for any more; its other ones are done by others."""
        worker = self._worker
        if worker is not None and errand in tuple(self._handed):
            self._abandoned = True
            worker.kill()

    def end(self) -> None:
        """End the worker, once the errands are closed: one that is being started is ended by who starts it."""
        worker = self._worker
        if worker is not None:
            worker.end()

    def _hand_over(self) -> None:
        """Hand the worker what it does next, and a little more."""
        orders: list[bytes] = []
        while len(self._handed) < AHEAD:
            errand, order = self._held or (self._errands.take(ahead=bool(self._handed)), b"")
            self._held = None
            if errand is None:
                break
            if errand.answer.done():  # it was held, and nobody waits for it any more
                continue
            try:
                worker = self._ready()
                order = order or errand.packed(worker.known)
            except Exception as error:  # noqa: BLE001 - what cannot be sent or started; whoever waits is told
                errand.tell(error=error)
                continue
            if len(self._handed) > 1 and sum(self._bytes) + len(order) > AHEAD_BYTES:
                self._held = (errand, order)
                break
            if not self._handed:
                self._heard = time.monotonic()  # it begins now
            self._handed.append(errand)
            self._bytes.append(len(order))
            orders.append(order)
        if orders and self._worker is not None:
            self._worker.send(orders)

    def _ready(self) -> WorkerProcess:
        if self._worker is None:
            with STARTING:
                if self._errands.closed:
                    raise EOFError  # pragma: no cover - ended while it waited for its turn
                self._worker = _started(self._start_method)
            if self._errands.closed:
                self._worker.end()
        return self._worker

    def _hear(self, worker: WorkerProcess) -> None:
        """Take in the next answer, and those that came with it."""
        ended: list[Ended] = []
        try:
            while self._handed:
                self._take(worker, worker.hear(), ended)
                if not worker.has_said_more():
                    break
        finally:
            tell_all(ended)
        if ended:
            now = time.monotonic()
            self._pace, self._heard = (now - self._heard) / len(ended), now

    def _take(self, worker: WorkerProcess, data: bytes, ended: list[Ended]) -> None:
        errand = self._handed[0]
        try:
            reply = unpack(data)
        except Exception as error:  # noqa: BLE001 - what somebody's work made cannot be read here; whoever waits is told
            reply = WorkFailed(error)
        if isinstance(reply, WorkGoesOn):
            errand.goes_on(reply.seconds, reply.limit, reply.part)
            return
        self._handed.popleft()
        self._bytes.popleft()
        if isinstance(reply, WorkDone):
            worker.known.add(errand.number)
            ended.append((errand, reply.value, None))
        elif isinstance(reply, WorkFailed):
            ended.append((errand, None, reply.error))

    def _bury(self) -> None:
        """Let others do what a worker that died has left: the first was begun, and may be what killed it."""
        worker, self._worker = self._worker, None
        left = self._handed
        if self._held is not None:
            left.append(self._held[0])
        self._handed, self._bytes, self._held = deque(), deque(), None
        if worker is not None:
            worker.end()
        if left and not self._abandoned:
            left[0].begun += 1
            if left[0].begun >= ATTEMPTS:
                lost = left.popleft()
                lost.tell(
                    error=WorkerDiedError(
                        f"the process that did {lost.what} ended without an answer, {ATTEMPTS} times",
                        "see that there is memory for all of them, or use fewer with --jobs",
                    )
                )
        self._abandoned = False
        self._errands.put_back(deque(errand for errand in left if not errand.answer.done()))


def _started(start: StartMethod) -> WorkerProcess:
    """Start a worker; where the server died that it is forked from, another is started once the system tells of it."""
    for _ in range(STARTS - 1):
        with suppress(EOFError, OSError):
            return WorkerProcess(start)
        time.sleep(START_PAUSE)
    return WorkerProcess(start)
