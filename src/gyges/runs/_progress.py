"""Showing how a run goes on: a live bar on a terminal, plain lines elsewhere."""

import json
import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gyges.models import Spending
from gyges.runs._events import (
    DocumentFinished,
    Event,
    Listener,
    RunStarted,
    RunStopped,
    StillWorking,
    Tick,
)

PROGRESS = "progress.json"
"""The file in the run folder; one that is there without a run at work was left by a killed one."""

_FAILURES = 20  # failures that are named, the last ones


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is."""

    step: str  # what is done to the documents, in a word or two
    total: int | None  # how many there are; None where the source does not say
    ended: int  # how many went through, failed ones too
    failed: int  # how many of them failed
    failures: tuple[dict[str, str], ...]  # the last failures: ``id``, ``stage``, ``reason``
    cost: dict[str, int | float | None]  # what models have used for this folder so far, in earlier runs too
    at: str  # when this was true, UTC


@dataclass
class ProgressFile:
    """Listens to a run and keeps the file up to date, about once a second."""

    folder: Path  # the run folder
    spent: Spending = field(default_factory=Spending)  # what models have used for the folder, counted by whoever runs

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
            case DocumentFinished():
                self._ended += 1
                self._failed += event.failed
                if event.failed:
                    self._failures.append({"id": event.document_id, "stage": self._step, "reason": event.reason})
            case Tick():
                self._write()
            case RunStopped():
                with suppress(OSError):
                    (self.folder / PROGRESS).unlink(missing_ok=True)

    def _write(self) -> None:
        now, failures = datetime.now(UTC).isoformat(timespec="seconds"), tuple(self._failures)
        counts = (self._step, self._total, self._ended, self._failed)
        said = asdict(RunProgress(*counts, failures, self.spent.to_json(), now))
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


if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

_LINE_SECONDS = 30.0
_LINE_SHARE = 0.1
_LINE_PAUSE = 1.0  # lines that follow at once tell nothing


def progress_listener(console: "Console | None" = None, usage: Callable[[], Spending] | None = None) -> Listener:
    """Return a listener that shows documents, failures, calls, tokens, cost and time."""
    if console is None:
        from rich.console import Console  # at import it would cost every command a tenth of a second

        console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        return _LiveBar(console, usage)
    return _PlainLines(console, usage)


class _PlainLines:
    """A line now and then, without wrapping or colour, for log files."""

    def __init__(self, console: "Console", usage: Callable[[], Spending] | None) -> None:
        self._console = console
        self._usage = usage
        self._total: int | None = None
        self._step = ""
        self._ended = self._worked = self._failed = 0
        self._started = self._line_at = time.monotonic()
        self._line_share = 0.0

    def __call__(self, event: Event, /) -> None:
        match event:
            case RunStarted():
                self._total, self._step = event.total, event.step
                self._ended = self._worked = self._failed = 0  # a verb may run several stages, one after the other
                self._started = time.monotonic()
                self._begin()
                if event.torn_bytes:
                    self._say(
                        f"the last run was cut off while writing; {event.torn_bytes} bytes of one unfinished record "
                        "are set aside in journal.torn and that unit is done again"
                    )
            case DocumentFinished():
                self._ended += 1
                self._worked += not event.reused
                self._failed += event.failed
                self._show()
            case RunStopped():
                self._end()
            case StillWorking():
                self._inside(event)
            case _:
                self._show()

    def _begin(self) -> None:
        self._line_at, self._line_share = self._started, 0.0

    def _say(self, sentence: str) -> None:
        """Show a sentence that stays."""
        self._console.file.write(f"gyges: {sentence}\n")
        self._console.file.flush()

    def _show(self) -> None:
        """Show where the run is, if it is time to."""
        share = self._ended / self._total if self._total else 0.0
        if time.monotonic() - self._line_at < _LINE_PAUSE:
            return
        # A hair less than a tenth, as 0.3 - 0.2 is.
        if share - self._line_share < _LINE_SHARE - 1e-9 and time.monotonic() - self._line_at < _LINE_SECONDS:
            return
        self._line_share, self._line_at = share, time.monotonic()
        self._say(self._line())

    def _inside(self, event: StillWorking) -> None:
        """Show that one long document goes on."""
        step = f"{self._step}: " if self._step else ""
        self._say(f"{step}still on a text of {event.characters:,} characters, {_words(event)}")

    def _end(self) -> None:
        """Show it for the last time."""
        if self._line_share < 1.0:
            self._say(self._line())

    def _spent(self) -> list[str]:
        used = Spending() if self._usage is None else self._usage()
        if not used.calls and not used.cached_calls:
            return []
        cached = f" ({used.cached_calls:,} cached)" if used.cached_calls else ""
        parts = [f"{used.calls:,} calls{cached}", f"{used.input_tokens + used.output_tokens:,} tokens"]
        return parts if used.usd is None else [*parts, f"${used.usd:,.2f}"]

    def _line(self) -> str:
        of = f" of {self._total}" if self._total is not None else ""
        seconds = time.monotonic() - self._started
        step = f"{self._step}: " if self._step else ""
        counted = f"{step}{self._ended}{of} documents"
        parts = [counted, f"{self._failed} failed", *self._spent(), f"{_clock(seconds)} elapsed"]
        if self._total is not None and self._worked and self._ended < self._total:
            # Documents taken from the journal cost no time, so they say nothing about the rest.
            parts.append(f"about {_clock(seconds / self._worked * (self._total - self._ended))} left")
        return ", ".join(parts)


class _LiveBar(_PlainLines):
    """A bar that rich redraws."""

    _bar: "Progress"
    _task: "TaskID"

    def _begin(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[details]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task = self._bar.add_task(self._step or "documents", total=self._total, details=self._details())
        self._bar.start()

    def _say(self, sentence: str) -> None:
        self._bar.console.print(f"gyges: {sentence}", markup=False, highlight=False)

    def _show(self) -> None:
        self._bar.update(self._task, completed=self._ended, details=self._details())

    def _inside(self, event: StillWorking) -> None:
        self._bar.update(self._task, details=f"a text of {event.characters:,} characters, {_words(event)}")

    def _end(self) -> None:
        self._show()
        self._bar.stop()

    def _details(self) -> str:
        return ", ".join([f"{self._failed} failed", *self._spent()])


def _words(event: StillWorking) -> str:
    part = f"part {event.part.number:,} of {event.part.of:,}, " if event.part is not None else ""
    return f"{part}{_clock(event.seconds)} of computing, at most {_clock(event.limit)}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
