"""Workers: processes that compute for a run, started when there is work and made anew when one dies."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import accumulate
from types import TracebackType
from typing import Any, Self

from gyges.errors import ConfigError
from gyges.runs.workers._crew import Cluster, Crew, Jobs, StillHeard
from gyges.runs.workers._line import Errand, Errands, WorkerLine
from gyges.runs.workers._messages import Remote
from gyges.runs.workers._process import StartMethod, best_start

__all__ = ["StartMethod", "Workers", "at_once", "cores", "jobs_for", "workers_for"]

FEWEST_CHARACTERS = 200_000
"""Characters of texts below which workers cost more than they save. Their server loads as long as one process takes to
mask 91,000 characters (4.5 s and 20,300 a second on a busy core); two that are 1.8 times as fast make up for it after
2.25 times as many."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(asked: int | None, lengths: Iterable[int]) -> int:
    """Return how many processes work on texts.

    Args:
        asked: As many as somebody asked for; None for one on each core, and one alone for few texts.
        lengths: How long the texts are; counted only where nobody asked, and no further than it takes to tell.

    Raises:
        ConfigError: Fewer than one were asked for.
    """
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


class Workers:
    """Processes that compute; use it as an async context manager, whose end ends them at once.

    Each has a thread here that hands it work and hears its answers, so the run itself only waits.

    Args:
        jobs: How many.
        start: How they are started; None for a fork server where the system has one.
    """

    def __init__(self, jobs: int, *, start: StartMethod | None = None) -> None:
        self.jobs = jobs
        self._start_method: StartMethod = start or best_start()
        self._errands = Errands(jobs)
        self._lines: list[WorkerLine] = []
        self._numbers: dict[Remote, int] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._errands.close()
        for line in self._lines:
            line.end()

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
        loop = asyncio.get_running_loop()
        errand = Errand(number, remote, argument, what, limit, still, loop, loop.create_future())
        self._errands.put(errand)
        if not self._lines:
            self._lines = [WorkerLine(self._errands, self._start_method) for _ in range(self.jobs)]
            for line in self._lines:
                threading.Thread(target=line.serve, daemon=True, name="gyges line").start()
        try:
            return await errand.answer
        except asyncio.CancelledError:
            self._errands.withdraw(errand)
            for line in self._lines:
                line.abandon(errand)
            raise
