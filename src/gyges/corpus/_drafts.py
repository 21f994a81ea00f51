"""Drafts beside the place they are for, cleared away when their process was killed; and temporary files elsewhere."""

import sqlite3
import sys
import tempfile
from contextlib import suppress
from glob import escape
from pathlib import Path
from types import TracebackType

from gyges.errors import InputError

_SUFFIX = ".draft"


class _TemporaryRoom:
    """A block that writes into temporary files; entered once for every small thing that is put aside."""

    __slots__ = ()

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError | sqlite3.OperationalError):
            raise InputError(
                f"temporary files cannot be written ({error})", "make room, or name a folder on another disk by TMPDIR"
            ) from error


_ROOM = _TemporaryRoom()


def temporary_room() -> _TemporaryRoom:
    """Write into temporary files, and nothing else."""
    return _ROOM


if sys.platform == "win32":

    def _hold(fd: int) -> None:
        """Do nothing: Windows does not let anybody remove a file that is open."""

else:
    import fcntl

    def _hold(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_draft(path: Path) -> "tempfile._TemporaryFileWrapper[bytes]":
    """Open a draft of a file, and clear away what dead processes left of earlier ones."""
    for left in path.parent.glob(f".{escape(path.name)}.*{_SUFFIX}"):
        _clear(left)
    while True:
        draft = tempfile.NamedTemporaryFile(  # noqa: SIM115 - whoever asked closes it
            dir=path.parent, prefix=f".{path.name}.", suffix=_SUFFIX, delete=False
        )
        with suppress(OSError):  # a file system without locks: then nobody clears anything there
            _hold(draft.fileno())
        if Path(draft.name).exists():
            return draft
        draft.close()  # another process took it for a left one, in the moment before it was held


def _clear(left: Path) -> None:
    """Remove a draft unless somebody holds it; the system lets go of it when a process dies, however it dies."""
    with suppress(OSError):  # held, gone, somebody else's, or a file system without locks
        with left.open("rb") as stream:
            _hold(stream.fileno())
            if sys.platform != "win32":
                left.unlink()
                return
        left.unlink()
