"""The mark of a run folder: a random word by which the reply cache knows whose replies are whose, wherever it moves."""

import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from gyges.errors import RunError
from gyges.runs._claim import make_folder
from gyges.runs._contents import MARK, is_mark

__all__ = ["mark_above", "marks_in", "run_mark"]

_DEEPEST = 2  # folders above a file of a run: what may be published lies in one of its own


def run_mark(folder: Path) -> str:
    """Return the mark of a run folder; the folder and its mark are made where they are missing.

    Raises:
        RunError: It cannot be written.
    """
    make_folder(folder)
    path = folder / MARK
    try:
        if is_mark(path):
            return _word(path)
        found = secrets.token_hex(16)
        draft = folder / f".{MARK}.draft"
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as stream:
            stream.write(found.encode("ascii") + b"\n")
        draft.replace(path)
    except OSError as error:
        raise RunError(f"{path} cannot be written ({error.strerror})", "make room or name another folder") from error
    return found


def mark_above(path: Path) -> str | None:
    """Return the mark of the run that a file or a folder is of; None where it is of none that has one."""
    here = path.absolute()
    marks = (folder / MARK for folder in (here, *here.parents[:_DEEPEST]))
    return next((_word(mark) for mark in marks if is_mark(mark)), None)


def marks_in(entries: Iterable[Path]) -> Iterator[str]:
    """Yield the marks among files and folders, and in the folders; no link is followed."""
    for entry in entries:
        inside = entry.rglob(MARK) if entry.is_dir() and not entry.is_symlink() else (entry,)
        yield from (_word(path) for path in inside if path.name == MARK and is_mark(path))


def _word(path: Path) -> str:
    return path.read_text(encoding="ascii").strip()
