"""The two ways to run a plan: inside an event loop, and from ordinary code."""

from collections.abc import Iterable
from pathlib import Path

from gyges.records import Document
from gyges.runs._engine import Engine
from gyges.runs._events import Listener
from gyges.runs._loops import wait_for
from gyges.runs._plan import Plan
from gyges.runs._result import Run, RunInterrupted
from gyges.runs.workers import Crew

__all__ = ["CONCURRENCY", "run", "run_plan"]

CONCURRENCY = 64
"""How many documents are in flight unless told otherwise: twice the requests an endpoint gets at once."""


async def run_plan(
    plan: Plan,
    documents: Iterable[Document],
    folder: str | Path,
    *,
    concurrency: int = CONCURRENCY,
    total: int | None = None,
    listener: Listener | None = None,
    force: bool = False,
    workers: Crew | None = None,
) -> Run:
    """Carry documents through a plan, and go on where an earlier run in the same folder was.

    A unit that is in the journal is not worked on again; one that failed is. An error raised by the work of a stage
    fails that unit only. A used-up budget ends the run early; `run.summary` says so. When cancelled, the journal is
    closed and the summary written before the cancellation goes on.

    Args:
        plan: The stages.
        documents: Taken lazily, no more at a time than `concurrency`; ids must differ.
        folder: The run folder.
        concurrency: How many documents are in flight.
        total: How many documents there are, where `documents` cannot say it.
        listener: Told how it goes on.
        force: Take over a folder that belongs to another kind of run.
        workers: Processes for the stages that may be worked on in others; without them all is done in this one.

    Raises:
        RunBusyError: Another process works in the folder.
        OutputExistsError: The folder belongs to another kind of run.
        JournalDamagedError: The journal of the folder is damaged.
        GygesError: Whatever the source of documents raises.
    """
    return await _engine(plan, documents, folder, concurrency, total, listener, force, workers).go()


def run(
    plan: Plan,
    documents: Iterable[Document],
    folder: str | Path,
    *,
    concurrency: int = CONCURRENCY,
    total: int | None = None,
    listener: Listener | None = None,
    force: bool = False,
    workers: Crew | None = None,
) -> Run:
    """Do the same from ordinary code, notebooks included; arguments and errors as for `run_plan`.

    Raises:
        RunInterrupted: Ctrl-C was pressed; it carries the run as far as it went.
    """
    engine = _engine(plan, documents, folder, concurrency, total, listener, force, workers)
    try:
        return wait_for(engine.go)
    except KeyboardInterrupt:
        if engine.outcome is None:  # it came before the folder was open
            raise
        raise RunInterrupted(engine.outcome) from None


def _engine(
    plan: Plan,
    documents: Iterable[Document],
    folder: str | Path,
    concurrency: int,
    total: int | None,
    listener: Listener | None,
    force: bool,
    workers: Crew | None,
) -> Engine:
    return Engine(
        plan,
        documents,
        Path(folder),
        concurrency=concurrency,
        total=total,
        listener=listener,
        force=force,
        workers=workers,
    )
