"""Showing how a run goes on: a live bar on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gyges.runs._events import DocumentFinished, Event, Listener, RunStarted, RunStopped, StillWorking, Usage

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

__all__ = ["progress_listener"]

_LINE_SECONDS = 30.0
_LINE_SHARE = 0.1
_LINE_PAUSE = 1.0  # lines that follow at once tell nothing


def progress_listener(console: "Console | None" = None, usage: Callable[[], Usage] | None = None) -> Listener:
    """Return a listener that shows documents, failures, calls, tokens, cost and time.

    Args:
        console: Where to; standard error unless told otherwise, so that results on standard output stay clean.
        usage: Tells what the models have used so far.

    Returns:
        A live bar if the console is a terminal, else one line every tenth of the documents or every 30 seconds.
    """
    if console is None:
        from rich.console import Console  # at import it would cost every command a tenth of a second

        console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        return _LiveBar(console, usage)
    return _PlainLines(console, usage)


class _Progress:
    """What both kinds count."""

    def __init__(self, console: "Console", usage: Callable[[], Usage] | None) -> None:
        self._console = console
        self._usage = usage
        self._total: int | None = None
        self._step = ""
        self._ended = 0
        self._worked = 0
        self._failed = 0
        self._started = time.monotonic()

    def __call__(self, event: Event, /) -> None:
        match event:
            case RunStarted():
                self._total, self._step = event.total, event.step
                self._ended = self._worked = self._failed = 0  # a verb may run several plans, one after the other
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
        """Get ready."""

    def _say(self, sentence: str) -> None:
        """Show a sentence that stays."""
        self._console.file.write(f"gyges: {sentence}\n")
        self._console.file.flush()

    def _show(self) -> None:
        """Show where the run is, if it is time to."""

    def _inside(self, event: StillWorking) -> None:
        """Show that one long document goes on."""
        step = f"{self._step}: " if self._step else ""
        self._say(f"{step}still on a text of {event.characters:,} characters, {_words(event)}")

    def _end(self) -> None:
        """Show it for the last time."""

    def _spent(self) -> list[str]:
        if self._usage is None:
            return []
        used = self._usage()
        if not used.calls and not used.cached_calls:
            return []
        cached = f" ({used.cached_calls:,} cached)" if used.cached_calls else ""
        parts = [f"{used.calls:,} calls{cached}", f"{used.input_tokens + used.output_tokens:,} tokens"]
        return parts if used.usd is None else [*parts, f"${used.usd:,.2f}"]


class _PlainLines(_Progress):
    """A line now and then, without wrapping or colour, for log files."""

    def _begin(self) -> None:
        self._line_at = self._started
        self._line_share = 0.0

    def _show(self) -> None:
        share = self._ended / self._total if self._total else 0.0
        if time.monotonic() - self._line_at < _LINE_PAUSE:
            return
        # A hair less than a tenth, as 0.3 - 0.2 is.
        if share - self._line_share < _LINE_SHARE - 1e-9 and time.monotonic() - self._line_at < _LINE_SECONDS:
            return
        self._line_share, self._line_at = share, time.monotonic()
        self._say(self._line())

    def _end(self) -> None:
        if self._line_share < 1.0:
            self._say(self._line())

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


class _LiveBar(_Progress):
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
