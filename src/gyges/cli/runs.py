"""``gyges runs``: the run folders that are there, and being rid of them."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._options import ToJson, verb_group
from gyges.cli._output import print_table, say
from gyges.cli._running import RUNS
from gyges.cli._saying import ask, one_line
from gyges.errors import ConfigError
from gyges.runs import PUBLIC, RunFolder, find_runs, look_at_run, purge_run

_MOST_NAMED = 5  # files of the user's own that are named one by one


app = verb_group(no_args_is_help=True)


@app.callback()
def _runs() -> None:
    """List, show and delete run folders.

    Example: gyges runs list
    """


@app.command("list")
def list_runs(
    to: ToJson, folder: Annotated[Path, typer.Argument(help="The folder that holds run folders.")] = RUNS
) -> None:
    """Show every run folder: what made it, when, how it ended, and whether it holds something for publication.

    Example: gyges runs list
    """
    runs = find_runs(folder) if folder.exists() or folder != RUNS else ()  # before the first run there is none
    if to.write([_row(run) for run in runs]):
        return
    if not runs:
        say(f"There are no run folders in {folder}.")
        return
    head = ("folder", "verb", "last run", "state", "docs", "size", "public")
    print_table(f"Runs in {folder}", head, [_line(run, folder) for run in runs])


@app.command()
def show(to: ToJson, folder: Annotated[Path, typer.Argument(help="A run folder.")]) -> None:
    """Show one run folder, file by file: which may be published and which must not.

    Example: gyges runs show runs/anonymize
    """
    run = look_at_run(folder)
    if to.write(_row(run)):
        return
    said = [("made by", f"gyges {run.verb}"), ("last run", _when(run)), ("state", _state(run))]
    said += [("documents", f"{run.documents:,}, {run.failed or 0:,} failed")] if run.documents is not None else []
    print_table(str(folder), ("what", ""), [*said, ("size", _size(run.bytes))])
    files = [(name, "may be published") for name in run.public]
    files += [(name, "hold back" if name.startswith(f"{PUBLIC}/") else "keep") for name in run.private]
    print_table("Files", ("file", "what to do with it"), files)


@app.command()
def purge(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> int:
    """Delete what runs have written: releases, findings, journal, and replies of models that no other run has used.

    Files of your own in the folder stay. Exit 1 where a folder was kept.

    Example: gyges runs purge runs/anonymize
    """
    runs = [look_at_run(folder) for folder in folders]
    if not yes and not sys.stdin.isatty():
        raise ConfigError("nobody can be asked whether to delete", "pass --yes")
    kept = [run for run in runs if not (yes or _sure(run))]
    for run in runs:
        if run not in kept:
            _purge(run)
    return EXIT_FAILED if kept else 0


def _purge(run: RunFolder) -> None:
    purged = purge_run(run.folder)
    left = purged.left
    replies = f", and {purged.replies:,} replies of models that no other run has used" if purged.replies else ""
    say(one_line(f"Deleted what the run left in {run.folder} ({_size(run.bytes)}){replies}."))
    if left:
        more = f" and {len(left) - _MOST_NAMED:,} more" if len(left) > _MOST_NAMED else ""
        say(one_line(f"Left, as no run wrote it: {', '.join(left[:_MOST_NAMED])}{more}."))


def _sure(run: RunFolder) -> bool:
    what = f"gyges {run.verb}, {_when(run)}, {_state(run)}, {_size(run.bytes)}"
    return ask(one_line(f"Delete {run.folder} ({what})?") + " [y/N] ").strip().lower() in ("y", "yes")


def _line(run: RunFolder, above: Path) -> tuple[str, ...]:
    documents = "–" if run.documents is None else f"{run.documents:,}"
    name = run.folder.relative_to(above) if run.folder != above else run.folder
    return str(name), run.verb, _when(run), run.state, documents, _size(run.bytes), "yes" if run.public else "–"


def _row(run: RunFolder) -> dict[str, object]:
    return {
        "folder": str(run.folder),
        "verb": run.verb,
        "last": run.last.isoformat(timespec="seconds"),
        "state": run.state,
        "documents": run.documents,
        "failed": run.failed,
        "bytes": run.bytes,
        "public": list(run.public),
        "private": list(run.private),
    }


def _state(run: RunFolder) -> str:
    """Return how the last run ended, and what that means for files that are there."""
    if run.state == "unfinished":
        return "unfinished; the same command goes on, and results that are there are of an earlier one"
    return run.state


def _when(run: RunFolder) -> str:
    return run.last.astimezone().strftime("%Y-%m-%d %H:%M")


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count / 1e3:,.1f} kB"
