"""Processes of this machine that compute for a run."""

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterable, Iterator, MutableSequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import accumulate
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any

from anyio import to_thread

from gyges.errors import ConfigError
from gyges.records import PartUnderWay
from gyges.runs.workers._crew import Cluster, Crew, HandLost, Jobs
from gyges.runs.workers._worker import NOTE, WARM, Worker

FEWEST_CHARACTERS = 200_000
"""Characters of texts below which workers cost more than they save. What they are forked from loads as long as one
process takes to mask 91,000 characters (4.5 s and 20,300 a second on a busy core); two that are 1.8 times as fast make
up for it after 2.25 times as many."""

STARTING = threading.Lock()
"""Held while a process is started: what that needs is changed for the whole program."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(asked: int | None, lengths: Iterable[int]) -> int:
    """Return how many processes work on texts."""
    if asked is not None and asked < 1:
        raise ConfigError(f"{asked} processes cannot work", "use 1 or more with --jobs")
    if multiprocessing.current_process().daemon:  # such a process of somebody's pool may start none
        return 1
    return asked or (cores() if any(total >= FEWEST_CHARACTERS for total in accumulate(lengths)) else 1)


@asynccontextmanager
async def workers_for(asked: Jobs, lengths: Iterable[int]) -> AsyncIterator[Crew | None]:
    """Have workers while the block runs; None where this process computes alone. Arguments as for `jobs_for`."""
    if isinstance(asked, Cluster):
        async with asked.crew() as crew:
            yield crew
        return
    jobs = jobs_for(asked, lengths)
    if jobs == 1:
        yield None
        return
    async with Workers(jobs) as workers:
        yield workers


def at_once(workers: Crew | None, otherwise: int) -> int:
    """Return how many texts are in flight, so that no worker waits for its next one."""
    return otherwise if workers is None else max(otherwise, 2 * workers.jobs)


class Workers(Crew):
    """Processes of this machine; the first piece of work starts them."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, ProcessHand)


class ProcessHand:
    """One process, in an executor of its own: when it dies no other one is lost with it."""

    def __init__(self) -> None:
        context: Any = _context()
        self.known: set[int] = set()
        self._note: Any = context.RawArray("d", NOTE)
        self._told = 0.0
        self._process: int | None = None
        self._launching = self._ended = False
        self._executor = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(self._note,))

    async def begin(self) -> str:
        """Start it: that takes seconds where nothing is there yet to fork it from, so a thread does it."""
        self._process, version = await _answer(await to_thread.run_sync(self._launch, abandon_on_cancel=True))
        return str(version)

    def _launch(self) -> "Future[tuple[int, str]]":
        self._launching = True  # the executor answers to nobody until its process is there
        with STARTING, _undisturbed():
            launched = self._executor.submit(_hello)
        self._launching = False
        if self._ended:
            self._executor.shutdown(wait=False, cancel_futures=True)
        return launched

    async def ask(self, orders: list[bytes]) -> list[bytes]:
        """Have orders done, one after the other, and return the answers."""
        try:
            asked = self._executor.submit(_work, orders)
        except (BrokenExecutor, RuntimeError) as error:  # it died while it had nothing to do
            raise HandLost(str(error)) from error
        answers: list[bytes] = await _answer(asked)
        return answers

    def heard(self) -> tuple[int, float, PartUnderWay | None] | None:
        """Return what it has noted since it was looked at last."""
        place, seconds, number, of = self._note
        if seconds == self._told:
            return None
        self._told = seconds
        return int(place), seconds, PartUnderWay(int(number), int(of)) if of else None

    def end(self) -> None:
        """End the process."""
        self._ended = True
        if self._process is not None:
            with suppress(OSError):  # it has ended
                os.kill(self._process, getattr(signal, "SIGKILL", signal.SIGTERM))
        if not self._launching:
            self._executor.shutdown(wait=False, cancel_futures=True)


async def _answer(future: "Future[Any]") -> Any:
    try:
        return await asyncio.wrap_future(future)
    except BrokenExecutor as error:
        raise HandLost(str(error)) from error


_HERE: list[Worker] = []
"""The worker that this process is."""


def _begin(note: MutableSequence[float]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the run ends us
    threading.Thread(target=_end_with_the_run, daemon=True).start()
    _HERE.append(Worker(note))


def _end_with_the_run() -> None:
    run = multiprocessing.parent_process()
    if run is not None:
        run.join()
        os._exit(1)


def _hello() -> tuple[int, str]:
    return os.getpid(), _HERE[0].version()


def _work(orders: list[bytes]) -> list[bytes]:
    return _HERE[0].answer(orders)


def _context() -> Any:
    """Return how processes are started: forked from one that has all tables loaded, where the system can."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([WARM])
    return context


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start processes that neither hear Ctrl-C nor run the user's script.

    A signal that is blocked here is blocked there from the first moment; this process hears it afterwards. And the
    script of a user who did not guard it by its name would otherwise be run again by every worker.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    blocked: set[Any] = set()
    try:
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # it would unblock the signal
            blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        sys.modules["__main__"] = main
