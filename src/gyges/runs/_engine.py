"""The engine: does a stage for every document, many at a time, and writes down every step."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sized
from functools import partial
from itertools import islice
from pathlib import Path

import anyio
from anyio.abc import TaskGroup
from anyio.lowlevel import checkpoint

from gyges.errors import BadRowError, BudgetExhaustedError, ConfigError, CrewLostError
from gyges.records import Document, PartUnderWay, UnreadableDocument
from gyges.runs._canonical import JsonLine
from gyges.runs._events import (
    DocumentFinished,
    Event,
    Listener,
    RunStarted,
    RunStopped,
    StillWorking,
    Tick,
)
from gyges.runs._folder import open_folder, write_summary
from gyges.runs._journal import Journal
from gyges.runs._loops import heart, wait_for
from gyges.runs._outcome import RunSummary, Stopped, UnitOutcome, done_line
from gyges.runs._plan import Stage
from gyges.runs._progress import ProgressFile
from gyges.runs._result import Places, Run
from gyges.runs._spending import paid_in
from gyges.runs.workers import Clock, Crew, Remote, WorkStopped, at_once, limit_for, watch

CONCURRENCY = 64
"""How many documents are in flight unless told otherwise: twice the requests an endpoint gets at once."""

_TICK_SECONDS = 1.0


async def run_stage(
    stage: Stage,
    documents: Iterable[Document],
    folder: str | Path,
    *,
    kind: str,
    concurrency: int | None = None,
    listener: Listener | None = None,
    workers: Crew | None = None,
) -> Run:
    """Do a stage for every document, and go on where an earlier run in the same folder was.

    A unit that is in the journal is not worked on again; one that failed is. An error raised by the work fails its unit
    only. A used-up budget ends the run early; `run.summary` says so. When cancelled, the journal is closed and the
    summary written before the cancellation goes on. A folder belongs to one kind of run, such as ``audit``.
    """
    concurrency = at_once(workers, CONCURRENCY) if concurrency is None else concurrency
    if concurrency < 1:
        raise ConfigError(f"the concurrency is {concurrency}", "use 1 or more")
    total = len(documents) if isinstance(documents, Sized) else None
    return await _Engine(kind, stage, documents, Path(folder), concurrency, total, listener, workers).go()


def run(
    stage: Stage,
    documents: Iterable[Document],
    folder: str | Path,
    *,
    kind: str,
    concurrency: int = CONCURRENCY,
    listener: Listener | None = None,
) -> Run:
    """Do the same from ordinary code, notebooks included; arguments and errors as for `run_stage`."""
    return wait_for(partial(run_stage, stage, documents, folder, kind=kind, concurrency=concurrency, listener=listener))


class _Engine:
    """One run, from the lock to the summary."""

    def __init__(
        self,
        kind: str,
        stage: Stage,
        documents: Iterable[Document],
        folder: Path,
        concurrency: int,
        total: int | None,
        listener: Listener | None,
        workers: Crew | None,
    ) -> None:
        self._kind, self._stage, self._documents, self._folder = kind, stage, documents, folder
        self._concurrency, self._total, self._listener, self._workers = concurrency, total, listener, workers
        self._remote = stage.remote and partial(_writing, stage.remote)
        self._places = Places()
        self._progress = ProgressFile(folder)
        self._drained = False
        self._stopped: Stopped | None = None
        self._fatal_error: Exception | None = None
        self._scope: anyio.CancelScope | None = None

    async def go(self) -> Run:
        """Run to the end, or to the budget."""
        with open_folder(self._folder, self._kind, self._stage) as journal, paid_in(self._folder) as spent:
            self._progress.spent = spent
            try:
                self._tell(RunStarted(self._folder, self._total, journal.torn_bytes, self._stage.name))
                await self._work_and_tick(journal)
            except (anyio.get_cancelled_exc_class(), KeyboardInterrupt):
                self._stopped = "interrupted"
                raise
            except BaseException:
                self._stopped = "error"
                raise
            finally:
                summary = self._conclude(journal)
        return Run(self._folder, self._stage, summary, journal, self._places)

    def _conclude(self, journal: Journal) -> RunSummary:
        journal.close()
        summary = self._places.summary(self._total, self._never_taken(), self._stopped)
        try:
            write_summary(self._folder, self._stage, summary, self._progress.spent)
        finally:
            self._tell(RunStopped(summary))
        return summary

    def _never_taken(self) -> Iterator[str]:
        # Only what can be gone through again; a stream would keep whoever pressed Ctrl-C waiting until it is read.
        if self._stopped is not None and isinstance(self._documents, Sized):
            for document in islice(self._documents, len(self._places), None):
                yield document.id

    async def _work_and_tick(self, journal: Journal) -> None:
        try:
            async with anyio.create_task_group() as clock:
                self._scope = clock.cancel_scope
                clock.start_soon(self._tick, journal)
                with watch(partial(self._interrupt, asyncio.get_running_loop())):
                    async with anyio.create_task_group() as group:
                        await self._feed(journal, group)
                clock.cancel_scope.cancel()
        except ExceptionGroup as group_error:  # a full disk, a listener with a bug; work never gets here
            raise heart(group_error) from group_error
        if self._stopped == "interrupted":
            raise KeyboardInterrupt
        if self._fatal_error is not None:
            raise self._fatal_error

    def _interrupt(self, loop: asyncio.AbstractEventLoop) -> None:
        self._stopped = "interrupted"
        if self._scope is not None:
            loop.call_soon_threadsafe(self._scope.cancel)

    async def _tick(self, journal: Journal) -> None:
        while True:
            await anyio.sleep(_TICK_SECONDS)
            journal.sync()
            self._tell(Tick())

    def _tell_still(self, document: Document, seconds: float, limit: float, part: PartUnderWay | None) -> None:
        self._tell(StillWorking(document.id, len(document.text), seconds, limit, part))

    async def _feed(self, journal: Journal, group: TaskGroup) -> None:
        """Have documents carried, as many at once as may be in flight.

        When the budget is used up this goes on: what the journal holds still counts, and the rest is unscored.
        """
        source = iter(self._documents)
        for _ in range(self._concurrency):
            if self._drained:
                return
            group.start_soon(self._carry_all, journal, source)
            await checkpoint()  # its first document is under way

    async def _carry_all(self, journal: Journal, source: Iterator[Document]) -> None:
        """Carry one document after the other; a task for each would cost nearly as much as all else done here."""
        while not self._drained:
            # None is taken before the last one ended: no more of them are alive than may be in flight.
            try:
                document = next(source, None)
                place = None if document is None else self._places.admit(self._stage, document)
            except Exception as error:  # noqa: BLE001 - raised again once the documents in flight, paid for, have ended
                self._stopped, self._fatal_error = "error", error
                self._drained = True
                return
            if document is None or place is None:
                self._drained = True
                return
            await self._carry(journal, *place, document)
            del document
            await checkpoint()  # whoever computes alone lets others have a turn

    async def _carry(self, journal: Journal, number: int, digest: str, document: Document) -> None:
        """Do the work on one document, unless that is done."""
        try:
            known = UnitOutcome.of(journal.at(journal.place(digest), digest)) if digest in journal else None
            if known is not None and known.done:
                failed, begins = None, journal.place(digest)
            else:
                made = await self._attempt(document)
                if made is None:
                    return
                failed = made if isinstance(made, UnitOutcome) else None
                begins = journal.append(digest, made.to_line() if isinstance(made, UnitOutcome) else made)
            reused = known is not None and known.done
            self._places.settle(number, failed, begins, reused=reused)
            reason = "" if failed is None else failed.reason
            self._tell(DocumentFinished(document.id, failed=failed is not None, reused=reused, reason=reason))
        except KeyboardInterrupt:
            # Ctrl-C again and again, or where nobody could listen. It must not tear the event loop from under us.
            self._interrupt(asyncio.get_running_loop())

    async def _attempt(self, document: Document) -> JsonLine | UnitOutcome | None:
        """Return what the journal is to keep of the work on a document, or how it failed; None when the run stopped."""
        name = self._stage.name
        if isinstance(document, UnreadableDocument):
            return UnitOutcome.failure(name, document.id, BadRowError(document.why, "fix the row"))
        if self._stopped is not None:
            return None
        try:
            return done_line(name, document.id, await self._work(document))
        except Exception as error:  # noqa: BLE001 - work is anybody's code; it fails this unit, and the reason is reported
            cause = heart(error)
            if isinstance(cause, WorkStopped):
                return None
            if isinstance(cause, BudgetExhaustedError):
                self._stopped = self._stopped or "budget"
                return None
            if isinstance(cause, CrewLostError):  # it says nothing about this text: the run ends, the next one goes on
                self._stopped, self._fatal_error = "error", cause
                return None
            return UnitOutcome.failure(name, document.id, cause)

    async def _work(self, document: Document) -> JsonLine:
        """Do the work on a document, by a worker where that may be."""
        limit, what = limit_for(document.text), f"'{self._stage.name}' of '{document.id}'"
        still = partial(self._tell_still, document)
        if self._workers is None or self._remote is None:
            return JsonLine.of(await Clock(limit, what, still).time(self._stage.work(document)))
        line: JsonLine = await self._workers.do(self._remote, document, what, limit=limit, still=still)
        return line

    def _tell(self, event: Event) -> None:
        self._progress(event)
        if self._listener is not None:
            self._listener(event)


def _writing(remote: Remote) -> Callable[[Document], Awaitable[JsonLine]]:
    """Make work whose value arrives as the journal has it: what a worker can do, this process need not."""
    work = remote()

    async def written(document: Document) -> JsonLine:
        return JsonLine.of(await work(document))

    return written
