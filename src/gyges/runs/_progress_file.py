"""How far a run at work is, for somebody who watches from another process: a small file that goes when the run ends."""

import json
import os
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from gyges.models import Spending
from gyges.records import JsonValue
from gyges.runs._events import DocumentFinished, Event, RunStarted, RunStopped, Tick, UnitFinished
from gyges.sealing import sealed_above

__all__ = ["PROGRESS", "ProgressFile", "RunProgress", "look_at_progress"]

PROGRESS = "progress.json"
"""The file in the run folder; one that is there without a run at work was left by a killed one."""

_FAILURES = 20  # failures that are named, the last ones


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is.

    Attributes:
        step: What is done to the documents, in a word or two.
        total: How many there are; None where the source does not say.
        ended: How many went through, failed ones too.
        failed: How many of them failed.
        failures: The last failures: ``id``, ``stage``, ``reason``; none of a sealed run.
        cost: What models have used since the run was begun or gone on with.
        at: When this was true, UTC.
    """

    step: str
    total: int | None
    ended: int
    failed: int
    failures: tuple[dict[str, str], ...]
    cost: dict[str, int | float | None]
    at: str


@dataclass
class ProgressFile:
    """Listens to a run and keeps the file up to date, about once a second.

    Attributes:
        folder: The run folder.
        spent: What models have used, counted by whoever runs.
    """

    folder: Path
    spent: Spending = field(default_factory=Spending)

    def __post_init__(self) -> None:
        self._step = ""
        self._total: int | None = None
        self._ended = self._failed = 0
        self._failures: deque[dict[str, str]] = deque(maxlen=_FAILURES)

    def __call__(self, event: Event, /) -> None:
        """Take note of an event."""
        match event:
            case RunStarted():
                self._step, self._total = event.step, event.total
                self._write()
            case UnitFinished() if not event.outcome.done:
                outcome = event.outcome
                self._failures.append({"id": outcome.document_id, "stage": outcome.stage, "reason": outcome.reason})
            case DocumentFinished():
                self._ended += 1
                self._failed += event.failed
            case Tick():
                self._write()
            case RunStopped():
                with suppress(OSError):
                    (self.folder / PROGRESS).unlink(missing_ok=True)

    def _write(self) -> None:
        said: dict[str, JsonValue] = {
            "step": self._step,
            "total": self._total,
            "ended": self._ended,
            "failed": self._failed,
            "failures": [] if sealed_above(self.folder) else list(self._failures),  # they name documents
            "cost": self.spent.to_json(),
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        draft = self.folder / f".{PROGRESS}.draft"
        try:
            fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(fd, "wb") as stream:
                stream.write(json.dumps(said).encode("ascii"))
            draft.replace(self.folder / PROGRESS)
        except OSError:  # nothing depends on it; a full disk is told by the journal
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def look_at_progress(folder: Path) -> RunProgress | None:
    """Return how far a run is, or was when it was killed; None where nothing of it is written down."""
    try:
        row = json.loads((folder / PROGRESS).read_bytes())
        return RunProgress(**{**row, "failures": tuple(row["failures"])})
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
