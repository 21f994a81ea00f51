"""The run folders that are there: what each is, how its last run ended, and how to open or be rid of it."""

import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from gyges.corpus import atomic_file
from gyges.errors import ConfigError, InputError, RunError, WrongKeyError
from gyges.models import ReplyCache, default_cache_path
from gyges.runs._claim import claim_of, claimed
from gyges.runs._contents import OWN_FILES, README, is_readme, remove_entry
from gyges.runs._lock import folder_lock, is_held, is_lock
from gyges.runs._mark import marks_in
from gyges.runs._public import IDS, PUBLIC
from gyges.sealing import is_sealed, key_of, read_at_rest

__all__ = ["PurgedRun", "RunFolder", "RunState", "find_runs", "look_at_run", "open_run", "purge_run"]

RunState = Literal["at work", "done", "out of budget", "unfinished", "sealed", "sealed with another key"]
"""How the last run in a folder ended; "sealed" where that takes a key, or another one than is in force."""

_CLAIM, _JOURNAL, _LOCK, _PLAN, _SUMMARY = "claim.json", "journal", "lock", "plan.json", "summary.json"
_Closed = Literal["sealed", "sealed with another key"]
_OTHER_KEY: _Closed = "sealed with another key"
_RESULTS = (".json", ".jsonl")  # how files end that a run writes last
_NO_RESULTS = frozenset({_PLAN, IDS})


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run folder as it lies there.

    Attributes:
        folder: Where it is.
        verb: Which verb of the command line made it; the name of its plan where Python did.
        last: When it was last begun or gone on with.
        state: How that ended.
        documents: How many documents it was about, if that is written down.
        failed: How many of them failed.
        bytes: How much it takes on disk.
        public: The files that may be published, from the folder.
        private: All others.
    """

    folder: Path
    verb: str
    last: datetime
    state: RunState
    documents: int | None
    failed: int | None
    bytes: int
    public: tuple[str, ...]
    private: tuple[str, ...]


def find_runs(root: Path) -> list[RunFolder]:
    """Return the run folders at or below a folder, the newest first; runs inside of runs are parts of them.

    Raises:
        InputError: There is no such folder.
    """
    if not root.is_dir():
        raise InputError(f"there is no folder {root}", "name the folder that holds your run folders")
    return sorted((_look(folder) for folder in _runs(root)), key=lambda run: run.last, reverse=True)


def look_at_run(folder: Path) -> RunFolder:
    """Return what a run folder is.

    Raises:
        InputError: It is none.
        WrongKeyError: It is sealed with another key than the one in force.
    """
    _require_run(folder)
    found = _look(folder)
    if found.state == _OTHER_KEY:
        read_at_rest(folder / _SUMMARY)  # says so, with the remedy
    return found


def _look(folder: Path) -> RunFolder:
    claim, ended = claim_of(folder), _summary(folder / _SUMMARY)
    summary = ended if isinstance(ended, dict) else {}
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    public = tuple(name for name in files if name.startswith(f"{PUBLIC}/"))
    failed = summary.get("failed")
    return RunFolder(
        folder,
        claim.kind if claim is not None else str(_json(folder / _PLAN).get("name", "unknown")),
        datetime.fromtimestamp((folder / (_CLAIM if claimed(folder) else _PLAN)).stat().st_mtime, UTC),
        _state(folder, claim.outputs if claim is not None else (), ended),
        _count(summary, "total", "documents"),
        len(set(_ids(failed))) if isinstance(failed, list) else None,
        sum((folder / name).lstat().st_size for name in files),
        public,
        tuple(name for name in files if name not in public),
    )


@dataclass(frozen=True, slots=True)
class PurgedRun:
    """What a purge did.

    Attributes:
        left: The names of what is left in the folder, as no run wrote it.
        replies: How many replies of models went from the cache.
    """

    left: tuple[str, ...]
    replies: int


def open_run(folder: Path, to: Path) -> tuple[str, ...]:
    """Write the sealed files of a run, opened with the key in force, into another folder; return their names.

    The journal is left out: it is a working paper, and its results are in the other files.

    Raises:
        InputError: It is no run folder, not sealed, or the other folder is inside.
        ConfigError: There is no key, or the wrong one.
        OutputExistsError: A file is there already.
    """
    _require_run(folder)
    if key_of(folder) is None:
        raise InputError(f"{folder} is not sealed", "read its files as they are")
    if to.resolve().is_relative_to(folder.resolve()):
        raise InputError(f"{to} is in {folder}, where all is sealed", "name another folder")
    names = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file() and is_sealed(path)]
    for name in names:
        with atomic_file(to / name, private=True) as stream:
            stream.write(read_at_rest(folder / name))
    return tuple(name.as_posix() for name in names)


def purge_run(folder: Path, *, cache: Path | None = None) -> PurgedRun:
    """Delete what a run has written, the folder if nothing else is in it, and the replies of models that only it used.

    Args:
        folder: The run folder.
        cache: The file of the reply cache; None for the usual place.

    Raises:
        InputError: It is no run folder, or a link to one.
        ConfigError: The cache cannot be used.
        RunBusyError: A process works in it.
        RunError: Something cannot be deleted.
    """
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


def _state(folder: Path, outputs: tuple[str, ...], summary: dict[str, Any] | _Closed) -> RunState:
    if (folder / _LOCK).is_file() and is_lock(folder / _LOCK) and is_held(folder):
        return "at work"
    if isinstance(summary, str):
        return summary
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


def _summary(path: Path) -> dict[str, Any] | _Closed:
    """Return how the last run ended, as far as it is written down; which state that is where it cannot be opened."""
    try:
        return _json(path)
    except WrongKeyError:
        return _OTHER_KEY
    except ConfigError:
        return "sealed"


def _json(path: Path) -> dict[str, Any]:
    """Return what a file of a run says; nothing where it is missing or damaged, which the run itself will tell."""
    try:
        found = json.loads(read_at_rest(path))
    except (OSError, ValueError, RecursionError, InputError):
        return {}
    return found if isinstance(found, dict) else {}
