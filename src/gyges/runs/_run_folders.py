"""The run folders that are there: what each is, how its last run ended, and how to be rid of it."""

import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from gyges.errors import InputError, RunError
from gyges.models import ReplyCache, default_cache_path
from gyges.runs._claim import claim_of, claimed, marks_in
from gyges.runs._contents import HELD, OWN_FILES, README, is_readme, remove_entry
from gyges.runs._lock import folder_lock, is_held, is_lock
from gyges.runs._public import IDS, PUBLIC

RunState = Literal["at work", "done", "out of budget", "unfinished"]
"""How the last run in a folder ended."""

_CLAIM, _JOURNAL, _LOCK, _PLAN, _SUMMARY = "claim.json", "journal", "lock", "plan.json", "summary.json"
_RESULTS = (".json", ".jsonl")  # how files end that a run writes last
_NO_RESULTS = frozenset({_PLAN, IDS, HELD})


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run folder as it lies there."""

    folder: Path  # where it is
    verb: str  # which verb of the command line made it; the name of its plan where Python did
    last: datetime  # when it was last begun or gone on with
    state: RunState  # how that ended
    documents: int | None  # how many documents it was about, if that is written down
    failed: int | None  # how many of them failed
    bytes: int  # how much it takes on disk
    public: tuple[str, ...]
    private: tuple[str, ...]  # all others


def find_runs(root: Path) -> list[RunFolder]:
    """Return the run folders at or below a folder, the newest first; runs inside of runs are parts of them."""
    if not root.is_dir():
        raise InputError(f"there is no folder {root}", "name the folder that holds your run folders")
    return sorted((_look(folder) for folder in _runs(root)), key=lambda run: run.last, reverse=True)


def look_at_run(folder: Path) -> RunFolder:
    """Return what a run folder is."""
    _require_run(folder)
    return _look(folder)


def _look(folder: Path) -> RunFolder:
    claim, summary = claim_of(folder), _json(folder / _SUMMARY)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    public = () if HELD in files else tuple(name for name in files if name.startswith(f"{PUBLIC}/"))
    failed = summary.get("failed")
    return RunFolder(
        folder,
        claim.kind if claim is not None else str(_json(folder / _PLAN).get("name", "unknown")),
        datetime.fromtimestamp((folder / (_CLAIM if claimed(folder) else _PLAN)).stat().st_mtime, UTC),
        _state(folder, claim.outputs if claim is not None else (), summary),
        _count(summary, "total", "documents"),
        len(set(_ids(failed))) if isinstance(failed, list) else None,
        sum((folder / name).lstat().st_size for name in files),
        public,
        tuple(name for name in files if name not in public),
    )


@dataclass(frozen=True, slots=True)
class PurgedRun:
    """What a purge did."""

    left: tuple[str, ...]  # the names of what is left in the folder, as no run wrote it
    replies: int  # how many replies of models went from the cache


def purge_run(folder: Path, *, cache: Path | None = None) -> PurgedRun:
    """Delete what a run has written, the folder if it is empty then, and replies of models only it used."""
    _require_run(folder)
    if folder.is_symlink():
        raise InputError(f"{folder} is a link", f"name the folder itself: {folder.resolve()}")
    claim = claim_of(folder)
    ours = {*OWN_FILES, *(claim.outputs if claim is not None else ())} - {_LOCK}
    try:
        with folder_lock(folder):
            going = [path for path in folder.iterdir() if path.name in ours or _is_ours(path, ours)]
            replies = _drop_replies(going, cache or default_cache_path())  # first: marks go with the rest
            for path in going:
                remove_entry(path)
            remove_entry(folder / _CLAIM)  # last: a purge that was interrupted can be done again
        remove_entry(folder / _LOCK)
        left = tuple(sorted(path.name for path in folder.iterdir()))
        if not left:
            folder.rmdir()
    except OSError as error:
        raise RunError(
            f"{error.filename or folder} cannot be deleted ({error.strerror})", "check its rights, then purge again"
        ) from error
    return PurgedRun(left, replies)


def _drop_replies(going: Iterable[Path], path: Path) -> int:
    marks = list(marks_in(going))
    if not marks or not path.exists():
        return 0
    cache = ReplyCache(path)
    try:
        return cache.drop_runs(marks)
    finally:
        cache.close()


def _runs(root: Path) -> Iterator[Path]:
    for place, folders, _ in os.walk(root):  # follows no links
        if _is_run(Path(place)):
            folders.clear()
            yield Path(place)


def _is_run(folder: Path) -> bool:
    return claimed(folder) or ((folder / _PLAN).is_file() and (folder / _JOURNAL).is_file())


def _require_run(folder: Path) -> None:
    if not _is_run(folder):
        raise InputError(f"{folder} is no run folder", "name one that 'gyges runs list' shows")


def _is_ours(path: Path, ours: Collection[str]) -> bool:
    """Whether a file is a by-product of ours: the torn end of a journal, a draft of a killed process, the note."""
    if path.name.startswith("."):
        drafts = (f".{name}." for name in (*ours, _CLAIM, README))
        return path.name[1:] in ours or (path.suffix == ".draft" and path.name.startswith(tuple(drafts)))
    return (path.suffix == ".torn" and path.stem in ours) or is_readme(path)


def _state(folder: Path, outputs: tuple[str, ...], summary: dict[str, Any]) -> RunState:
    if (folder / _LOCK).is_file() and is_lock(folder / _LOCK) and is_held(folder):
        return "at work"
    if summary:
        stopped = summary.get("stopped")
        return "done" if stopped is None else "out of budget" if stopped == "budget" else "unfinished"
    journaled = (folder / _JOURNAL).is_file()  # then a run that ended has left a summary
    results = [name for name in outputs if name.endswith(_RESULTS) and name not in _NO_RESULTS]
    return "done" if not journaled and any((folder / name).is_file() for name in results) else "unfinished"


def _ids(rows: Iterable[object]) -> Iterator[str]:
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("id"), str):
            yield row["id"]


def _count(summary: dict[str, Any], *names: str) -> int | None:
    return next((summary[name] for name in names if isinstance(summary.get(name), int)), None)


def _json(path: Path) -> dict[str, Any]:
    """Return what a file of a run says; nothing where it is missing or damaged, which the run itself will tell."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
