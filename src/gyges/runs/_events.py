"""What a run tells while it goes on."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from gyges.anonymizers import PartUnderWay
from gyges.runs._outcome import RunSummary, UnitOutcome

__all__ = [
    "DocumentFinished",
    "Event",
    "Listener",
    "RunStarted",
    "RunStopped",
    "StillWorking",
    "Tick",
    "UnitFinished",
    "Usage",
]


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The folder is locked and the journal read.

    Attributes:
        folder: The run folder.
        total: How many documents there are, where the source says so.
        known_units: How many units the journal holds.
        torn_bytes: Bytes of an unfinished record, left by a crash and set aside in ``journal.torn``.
        step: What is done to them, in a word or two.
    """

    folder: Path
    total: int | None
    known_units: int = 0
    torn_bytes: int = 0
    step: str = ""


@dataclass(frozen=True, slots=True)
class UnitFinished:
    """One stage of one document ended and is in the journal.

    Attributes:
        outcome: How it ended.
        reused: Whether it was there already.
    """

    outcome: UnitOutcome
    reused: bool


@dataclass(frozen=True, slots=True)
class DocumentFinished:
    """All stages of a document ended.

    Attributes:
        document_id: The document.
        failed: Whether one of them failed.
        reused: Whether all of them were in the journal already.
    """

    document_id: str
    failed: bool
    reused: bool


@dataclass(frozen=True, slots=True)
class StillWorking:
    """One document has computed for seconds and goes on; told now and then, also while nothing else is heard.

    Attributes:
        document_id: The document.
        characters: How long its text is.
        seconds: How long it has computed.
        limit: How long it may.
        part: Which part of it is worked on, where a method takes a long text in parts and says so.
    """

    document_id: str
    characters: int
    seconds: float
    limit: float
    part: PartUnderWay | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """About a second went by."""


@dataclass(frozen=True, slots=True)
class RunStopped:
    """The last event of every run, however it ended; the journal is closed."""

    summary: RunSummary


Event: TypeAlias = RunStarted | UnitFinished | DocumentFinished | StillWorking | Tick | RunStopped


class Listener(Protocol):
    """Anything that wants to hear how a run goes on. It is called from the event loop, so it must be quick."""

    def __call__(self, event: Event, /) -> None:
        """Take note of an event."""


class Usage(Protocol):
    """What the models of a run have used so far; the ledger of `gyges.models` is one."""

    @property
    def calls(self) -> int:
        """Answers paid for."""

    @property
    def cached_calls(self) -> int:
        """Answers found in the cache."""

    @property
    def input_tokens(self) -> int:
        """Tokens sent."""

    @property
    def output_tokens(self) -> int:
        """Tokens received."""

    @property
    def usd(self) -> float | None:
        """Cost in dollars; None where no price is known."""
