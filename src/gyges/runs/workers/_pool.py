"""Workers: processes that compute for a run, started when there is work and made anew when one dies."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from types import ModuleType, TracebackType
from typing import Any, Literal, Self

import anyio
from anyio import from_thread, to_thread

from gyges.errors import ConfigError, WorkerDiedError
from gyges.runs.workers._crew import Cluster, Crew, Jobs, StillHeard
from gyges.runs.workers._messages import Order, Remote, WorkDone, WorkFailed, WorkGoesOn, pack, shared_by, unpack
from gyges.runs.workers._worker import serve

__all__ = ["StartMethod", "Workers", "at_once", "cores", "jobs_for", "workers_for"]

FEWEST_CHARACTERS = 200_000
"""Characters of texts below which workers cost more than they save. Their server loads as long as one process takes to
mask 91,000 characters (4.5 s and 20,300 a second on a busy core); two that are 1.8 times as fast make up for it after
2.25 times as many."""

ATTEMPTS = 2
"""How often a piece of work is begun: who ends one worker by hand, or for want of memory, loses nothing by it."""

_WARM = "gyges.runs.workers._warm"
_STARTING = threading.Lock()

StartMethod = Literal["forkserver", "spawn"]
"""Ways to start a worker: forked from a server that has all tables loaded, or from nothing."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(asked: int | None, characters: int) -> int:
    """Return how many processes work on texts.

    Args:
        asked: As many as somebody asked for; None for one on each core, and one alone for few texts.
        characters: How long all texts are together.

    Raises:
        ConfigError: Fewer than one were asked for.
    """
    if asked is not None and asked < 1:
        raise ConfigError(f"{asked} processes cannot work", "use 1 or more with --jobs")
    if multiprocessing.current_process().daemon:  # such a process of somebody's pool may start none
        return 1
    return asked or (cores() if characters >= FEWEST_CHARACTERS else 1)


@asynccontextmanager
async def workers_for(asked: Jobs, characters: int) -> AsyncIterator[Crew | None]:
    """Have workers while the block runs; None where this process computes alone. Arguments as for `jobs_for`."""
    if isinstance(asked, Cluster):
        async with asked.crew() as crew:
            yield crew
        return
    jobs = jobs_for(asked, characters)
    if jobs == 1:
        yield None
        return
    async with Workers(jobs) as workers:
        yield workers


def at_once(workers: Crew | None, otherwise: int) -> int:
    """Return how many texts are in flight, so that no worker waits for its next one."""
    return otherwise if workers is None else max(otherwise, 2 * workers.jobs)


class Workers:
    """Processes that compute; use it as an async context manager, whose end ends them at once.

    Args:
        jobs: How many.
        start: How they are started; None for a fork server where the system has one.
    """

    def __init__(self, jobs: int, *, start: StartMethod | None = None) -> None:
        self.jobs = jobs
        self._start_method: StartMethod = start or _best_start()
        self._slots = anyio.Semaphore(jobs)
        self._threads = anyio.CapacityLimiter(2 * jobs)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._numbers: dict[Remote, int] = {}
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with _STARTING:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            worker.end()

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
        async with self._slots:
            for _ in range(ATTEMPTS):
                try:
                    worker = self._idle.pop() if self._idle else await self._new()
                except (EOFError, OSError):  # the server that they are forked from died; the next one starts another
                    continue
                order = Order(number, None if number in worker.known else remote, argument, limit, what)
                try:
                    reply = await to_thread.run_sync(
                        worker.ask, order, still, abandon_on_cancel=True, limiter=self._threads
                    )
                except (EOFError, OSError):
                    self._drop(worker)
                    continue
                except BaseException:  # cancelled: nobody waits for what it does
                    self._drop(worker)
                    raise
                self._idle.append(worker)
                if isinstance(reply, WorkDone):
                    return reply.value
                raise reply.error
        raise WorkerDiedError(
            f"the process that did {what} ended without an answer, {ATTEMPTS} times",
            "see that there is memory for all of them, or use fewer with --jobs",
        )

    async def _new(self) -> "_Worker":
        worker = await to_thread.run_sync(self._start, abandon_on_cancel=True, limiter=self._threads)
        if worker is None:
            raise anyio.get_cancelled_exc_class()  # pragma: no cover - ended while it was started
        return worker

    def _start(self) -> "_Worker | None":
        with _STARTING:
            if self._closed:
                return None
            worker = _Worker(self._start_method)
            self._all.add(worker)
            return worker

    def _drop(self, worker: "_Worker") -> None:
        worker.end()
        self._all.discard(worker)


class _Worker:
    """One process and the connection to it."""

    def __init__(self, start: StartMethod) -> None:
        context = _context(start)
        self.known: set[int] = set()
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=serve, args=(theirs,), daemon=True, name="gyges worker")
        with _undisturbed():
            self._process.start()
        theirs.close()

    def ask(self, order: Order, still: StillHeard | None) -> WorkDone | WorkFailed:
        """Have a piece of work done, in a thread that may wait.

        Raises:
            EOFError: The process died.
            OSError: It died.
        """
        self._connection.send_bytes(pack(order))
        shared = shared_by(order.argument)
        while True:
            wait([self._connection, self._process.sentinel])
            if not self._connection.poll():
                raise EOFError
            reply = unpack(self._connection.recv_bytes(), shared)
            if isinstance(reply, WorkDone):
                self.known.add(order.number)
            if isinstance(reply, WorkDone | WorkFailed):
                return reply
            if isinstance(reply, WorkGoesOn) and still is not None:
                from_thread.run_sync(still, reply.seconds, reply.limit)

    def end(self) -> None:
        """End the process, whatever it does; whoever waits for its answer hears that it died."""
        self._process.kill()
        self._process.join()


def _best_start() -> StartMethod:
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def _context(start: StartMethod) -> ForkServerContext | SpawnContext:
    if start == "spawn":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_WARM])
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
