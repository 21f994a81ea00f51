"""What ``gyges runs`` prints and asks."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._folders import RUNS
from gyges.cli._output import print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.corpus import Place
from gyges.errors import ConfigError
from gyges.runs import RunFolder, find_runs, look_at_run, open_run, purge_run

__all__ = ["list_folders", "open_folder", "purge_folders", "show_folder"]

_MOST_NAMED = 5  # files of the user's own that are named one by one


def list_folders(root: Path, json: Place | None, *, force: bool) -> None:
    """Print a line for each run folder below a folder."""
    runs = find_runs(root) if root.exists() or root != RUNS else ()  # before the first run there is none
    if json is not None:
        write_json([_row(run) for run in runs], json, force=force)
        return
    if not runs:
        say(f"There are no run folders in {root}.")
        return
    head = ("folder", "verb", "last run", "state", "documents", "size", "public")
    print_table(f"Runs in {root}", head, [_line(run) for run in runs])


def show_folder(folder: Path, json: Place | None, *, force: bool) -> None:
    """Print what a run folder is, and which of its files may be published."""
    run = look_at_run(folder)
    if json is not None:
        write_json(_row(run), json, force=force)
        return
    said = [("made by", f"gyges {run.verb}"), ("last run", _when(run)), ("state", _state(run))]
    said += [("documents", f"{run.documents:,}, {run.failed or 0:,} failed")] if run.documents is not None else []
    print_table(str(folder), ("what", ""), [*said, ("size", _size(run.bytes))])
    files = [(name, "may be published") for name in run.public] + [(name, "keep") for name in run.private]
    print_table("Files", ("file", "what to do with it"), files)


def open_folder(folder: Path, to: Path) -> None:
    """Write the files of a sealed run, opened, into another folder."""
    for name in open_run(folder, to):
        say(one_line(f"Wrote {to / name}"))


def purge_folders(folders: Sequence[Path], *, yes: bool) -> None:
    """Delete run folders, after a question for each; exit 1 where the answer was no."""
    runs = [look_at_run(folder) for folder in folders]
    if not yes and not sys.stdin.isatty():
        raise ConfigError("nobody can be asked whether to delete", "pass --yes")
    kept = [run for run in runs if not (yes or _sure(run))]
    for run in runs:
        if run not in kept:
            _purge(run)
    raise typer.Exit(EXIT_FAILED if kept else 0)


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
    sys.stdout.write(one_line(f"Delete {run.folder} ({what})?") + " [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _line(run: RunFolder) -> tuple[str, ...]:
    documents = "–" if run.documents is None else f"{run.documents:,}"
    return str(run.folder), run.verb, _when(run), run.state, documents, _size(run.bytes), "yes" if run.public else "–"


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
    if run.state == "sealed":
        return "sealed; --at-rest-key tells more"
    return run.state


def _when(run: RunFolder) -> str:
    return run.last.astimezone().strftime("%Y-%m-%d %H:%M")


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count / 1e3:,.1f} kB"
