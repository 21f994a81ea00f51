"""What a run tells while it goes on."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from gyges.records import PartUnderWay
from gyges.runs._outcome import RunSummary


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The folder is locked and the journal read."""

    folder: Path  # the run folder
    total: int | None  # how many documents there are, where the source says so
    torn_bytes: int = 0  # bytes of an unfinished record, left by a crash and set aside in ``journal.torn``
    step: str = ""  # what is done to them, in a word or two


@dataclass(frozen=True, slots=True)
class DocumentFinished:
    """The work on a document ended."""

    document_id: str  # the document
    failed: bool  # whether it failed
    reused: bool  # whether it was in the journal already
    reason: str = ""  # why it failed
    paid: bool = True  # whether it is in the journal now; no scoring is


@dataclass(frozen=True, slots=True)
class StillWorking:
    """One document has computed for seconds and goes on; told now and then, also while nothing else is heard."""

    document_id: str  # the document
    characters: int  # how long its text is
    seconds: float  # how long it has computed
    limit: float  # how long it may
    part: PartUnderWay | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """About a second went by."""


@dataclass(frozen=True, slots=True)
class RunStopped:
    """The last event of every run, however it ended; the journal is closed."""

    summary: RunSummary


Event: TypeAlias = RunStarted | DocumentFinished | StillWorking | Tick | RunStopped


class Listener(Protocol):
    """Anything that wants to hear how a run goes on. It is called from the event loop, so it must be quick."""

    def __call__(self, event: Event, /) -> None:
        """Take note of an event."""
