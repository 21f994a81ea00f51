"""The local engine: carries documents through the stages of a plan, many at a time, and writes down every step."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import anyio
from anyio.abc import TaskGroup
from anyio.lowlevel import checkpoint

from gyges.anonymizers import PartUnderWay
from gyges.errors import BudgetExhaustedError, ConfigError, CrewLostError
from gyges.models import account
from gyges.records import Document, JsonValue
from gyges.runs._canonical import JsonLine
from gyges.runs._events import (
    DocumentFinished,
    Event,
    Listener,
    RunStarted,
    RunStopped,
    StillWorking,
    Tick,
    UnitFinished,
)
from gyges.runs._folder import open_folder, write_summary
from gyges.runs._heart import heart
from gyges.runs._journal import Journal
from gyges.runs._outcome import Stopped, UnitOutcome
from gyges.runs._plan import Plan, Stage, Task
from gyges.runs._progress_file import ProgressFile
from gyges.runs._result import Run
from gyges.runs._tally import Place, Tally
from gyges.runs.workers import Clock, Crew, Remote, WorkStopped, limit_for, watch

__all__ = ["Engine"]

_TICK_SECONDS = 1.0


class Engine:
    """One run, from the lock to the summary; use `run` or `run_plan`.

    Attributes:
        outcome: The run so far as it went; set when it has ended, also when it ended in an exception.
    """

    def __init__(
        self,
        plan: Plan,
        documents: Iterable[Document],
        folder: Path,
        *,
        concurrency: int,
        total: int | None,
        listener: Listener | None,
        force: bool,
        workers: Crew | None,
    ) -> None:
        if concurrency < 1:
            raise ConfigError(f"the concurrency is {concurrency}", "use 1 or more")
        self.outcome: Run | None = None
        self._plan = plan
        self._documents = documents
        self._folder = folder
        self._total = len(documents) if total is None and isinstance(documents, Sized) else total
        self._listener = listener
        self._force = force
        self._concurrency = concurrency
        self._workers = workers
        self._remotes = {stage.name: stage.remote and partial(_writing, stage.remote) for stage in plan.stages}
        self._tally = Tally(plan)
        self._progress = ProgressFile(folder)
        self._drained = False
        self._stopped: Stopped | None = None
        self._fatal_error: Exception | None = None
        self._scope: anyio.CancelScope | None = None

    async def go(self) -> Run:
        """Run to the end, or to the budget.

        Raises:
            GygesError: The folder cannot be used, or the source of documents raised it.
        """
        with open_folder(self._folder, self._plan, force=self._force) as journal:
            try:
                self._tell(RunStarted(self._folder, self._total, len(journal), journal.torn_bytes, self._plan.step))
                await self._work_and_tick(journal)
            except (anyio.get_cancelled_exc_class(), KeyboardInterrupt):
                self._stopped = "interrupted"
                raise
            except BaseException:
                self._stopped = "error"
                raise
            finally:
                run = self._conclude(journal)
        return run

    def _conclude(self, journal: Journal) -> Run:
        journal.close()
        summary = self._tally.summary(self._total, self._never_taken(), self._stopped)
        self.outcome = Run(self._folder, self._plan, summary, journal, self._tally.places)
        try:
            write_summary(self._folder, summary, self._progress.spent)
        finally:
            self._tell(RunStopped(summary))
        return self.outcome

    def _never_taken(self) -> Iterator[str]:
        # Only a sequence tells for free; a stream would keep whoever pressed Ctrl-C waiting until it is read.
        if self._stopped is not None and isinstance(self._documents, Sequence):
            for document in self._documents[len(self._tally.places) :]:
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
                place = None if document is None else self._tally.admit(document)
            except Exception as error:  # noqa: BLE001 - raised again once the documents in flight, paid for, have ended
                self._stopped, self._fatal_error = "error", error
                self._drained = True
                return
            if document is None or place is None:
                self._drained = True
                return
            await self._carry(journal, place, document)
            del document, place
            await checkpoint()  # whoever computes alone lets others have a turn

    async def _carry(self, journal: Journal, place: Place, document: Document) -> None:
        """Bring one document through all stages."""
        try:
            outcomes: dict[str, UnitOutcome] = {}
            for stage, digest in zip(self._plan.stages, place.digests, strict=True):
                outcome = _recorded(journal, digest)
                reused = outcome is not None and outcome.done
                if outcome is None or not reused:
                    outcome = await self._attempt(journal, stage, digest, document, outcomes)
                    if outcome is None:
                        return
                    begins = journal.append(digest, outcome.to_line())
                else:
                    begins = journal.place(digest)
                outcomes[stage.name] = outcome
                self._tally.settle(place, outcome, begins, reused=reused)
                self._tell(UnitFinished(outcome, reused))
            self._tell(DocumentFinished(place.id, failed=place.failed, reused=not place.fresh))
        except KeyboardInterrupt:
            # Ctrl-C again and again, or where nobody could listen. It must not tear the event loop from under us.
            self._interrupt(asyncio.get_running_loop())

    async def _attempt(
        self, journal: Journal, stage: Stage, digest: str, document: Document, outcomes: dict[str, UnitOutcome]
    ) -> UnitOutcome | None:
        """Return how the work of a unit ended; None when the run has stopped, and nobody can tell."""
        for need in stage.needs:
            if not outcomes[need].done:
                return UnitOutcome.downstream(stage.name, digest, outcomes[need])
        if self._stopped is not None:
            return None
        # Each stage gets its own copy from the journal, the same one whether the run was disturbed or not.
        task = Task(document, {need: _value(journal, outcomes[need]) for need in stage.needs})
        try:
            with self._spending():
                value = await self._work(stage, task)
            return UnitOutcome.success(stage.name, document.id, digest, value)
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
            return UnitOutcome.failure(stage.name, document.id, digest, cause)

    async def _work(self, stage: Stage, task: Task) -> JsonLine:
        """Do the work of a unit, by a worker where it may."""
        limit, what = limit_for(task.document.text), f"'{stage.name}' of '{task.document.id}'"
        still = partial(self._tell_still, task.document)
        remote = self._remotes[stage.name]
        if self._workers is None or remote is None:
            return JsonLine.of(await Clock(limit, what, still).time(stage.work(task)))
        line: JsonLine = await self._workers.do(remote, task, what, limit=limit, still=still)
        return line

    @contextmanager
    def _spending(self) -> Iterator[None]:
        """Count what the work of a unit asks of models, also where it fails."""
        with account() as spent:
            try:
                yield
            finally:
                self._progress.spent.add(spent)

    def _tell(self, event: Event) -> None:
        self._progress(event)
        if self._listener is not None:
            self._listener(event)


def _writing(remote: Remote) -> Callable[[Task], Awaitable[JsonLine]]:
    """Make work whose value arrives as the journal has it: what a worker can do, this process need not."""
    work = remote()

    async def written(task: Task) -> JsonLine:
        return JsonLine.of(await work(task))

    return written


def _recorded(journal: Journal, digest: str) -> UnitOutcome | None:
    return UnitOutcome.from_payload(digest, journal.get(digest)) if digest in journal else None


def _value(journal: Journal, outcome: UnitOutcome) -> JsonValue:
    return UnitOutcome.from_payload(outcome.digest, journal.get(outcome.digest)).value
