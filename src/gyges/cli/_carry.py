"""Carrying documents through a plan on behalf of a verb: progress, and a word on how to go on after Ctrl-C."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import typer

from gyges.cli import EXIT_INTERRUPTED
from gyges.records import Document
from gyges.runs import Plan, Run, RunInterrupted, Usage, closing_sentence, progress_listener, run


def carry(plan: Plan, documents: Sequence[Document], folder: Path, usage: Callable[[], Usage] | None = None) -> Run:
    """Run a plan with progress on standard error; Ctrl-C ends the verb with exit 130 and says how to go on."""
    try:
        return run(plan, documents, folder, listener=progress_listener(usage=usage))
    except RunInterrupted as stop:
        sys.stderr.write(f"gyges: {closing_sentence(stop.run.summary)}\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
