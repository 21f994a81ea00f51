"""The watch: work that computes too long is stopped, and one Ctrl-C stops all. See docs/design/cpu_budget.md."""

import asyncio
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType
from typing import TypeAlias, TypeVar

from gyges.errors import OutOfTimeError
from gyges.records import PartUnderWay, part_under_way

StillHeard: TypeAlias = Callable[[float, float, PartUnderWay | None], None]
"""Told that work goes on: the seconds it took so far, how many there may be, and on which part of a long text."""

BASE_SECONDS = 60.0
"""What any text may compute: the slowest embedded method takes a tenth of a second for a page."""

SECONDS_PER_CHARACTER = 1 / 1000
"""What each character adds: ten times what `subjectwise`, the slowest, takes of a text of 80,000 characters."""

STILL_SECONDS = 5.0
"""Computing time of one text after which it is told that it goes on, and again."""

_TICK_SECONDS = 0.25
_FREE = (signal.SIG_DFL, signal.SIG_IGN)

_Value = TypeVar("_Value")


class WorkStopped(Exception):  # noqa: N818 - nothing is wrong
    """Raised inside the work that computes while Ctrl-C is pressed."""


def limit_for(text: str) -> float:
    """Return the seconds that the work of one stage may compute on a text."""
    return BASE_SECONDS + SECONDS_PER_CHARACTER * len(text)


class Clock:
    """The computing time of the work on one text; waiting costs nothing."""

    def __init__(self, limit: float, what: str, still: StillHeard | None = None) -> None:
        self._what = what
        self._still = still
        self._told = 0.0
        self._limit = limit
        self._spent = 0.0

    async def time(self, work: Awaitable[_Value]) -> _Value:
        """Do the work; its tasks are charged with it."""
        token = _RUNNING.set(self)
        try:
            value = await work
        finally:
            _RUNNING.reset(token)
        self.charge(0.0)
        return value

    def charge(self, seconds: float) -> None:
        """Add computing time."""
        self._spent += seconds
        if self._still is not None and self._spent - self._told >= STILL_SECONDS:
            self._told = self._spent
            with suppress(RuntimeError):  # the alarm came while somebody was writing to the same stream
                self._still(self._spent, self._limit, part_under_way())
        if self._spent > self._limit:
            raise OutOfTimeError(
                f"{self._what} took longer than {self._limit:.0f} s of computing",
                "cut the text into shorter ones, or use another method or attacker",
            )


_RUNNING: ContextVar[Clock | None] = ContextVar("_RUNNING", default=None)


@contextmanager
def watch(stop: Callable[[], None]) -> Iterator[None]:
    """Charge clocks and listen to Ctrl-C while the block runs; Python allows neither outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with ticking() as pressed, _listening(stop, pressed):
        yield


@contextmanager
def ticking() -> Iterator[list[bool]]:
    """Charge the clock of whatever runs, a few times a second of computing; yield where to say that all must stop.

    To be used in the main thread.
    """
    pressed: list[bool] = []
    last = time.thread_time()

    def tick(*_: object) -> None:
        nonlocal last
        now = time.thread_time()
        passed, last = now - last, now
        clock = _clock()
        if clock is not None:
            if pressed:  # the work hid it the first time
                raise WorkStopped
            clock.charge(passed)

    if not hasattr(signal, "setitimer") or signal.getsignal(signal.SIGPROF) not in _FREE:
        yield pressed  # Windows has no such alarm; and whoever had it before us keeps it, a run around this one too
        return
    # Of computing time, so that a run that waits for models is not woken; system calls are not disturbed.
    signal.signal(signal.SIGPROF, tick)
    signal.siginterrupt(signal.SIGPROF, False)
    signal.setitimer(signal.ITIMER_PROF, _TICK_SECONDS, _TICK_SECONDS)
    try:
        yield pressed
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.pthread_sigmask(signal.SIG_BLOCK, ())  # hears alarms that are on their way
        signal.signal(signal.SIGPROF, signal.SIG_IGN)  # a late one would end the process otherwise


@contextmanager
def _listening(stop: Callable[[], None], pressed: list[bool]) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):  # ignored, as in the background of a shell
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if pressed:
            before(number, frame)
            return
        pressed.append(True)
        stop()
        if _clock() is not None:
            raise WorkStopped

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _clock() -> Clock | None:
    """Return the clock of the work that was interrupted just now; None inside the event loop itself."""
    try:
        inside = asyncio.current_task() is not None
    except RuntimeError:
        inside = False
    return _RUNNING.get() if inside else None
