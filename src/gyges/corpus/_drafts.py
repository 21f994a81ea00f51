"""Drafts: files under way, beside the place they are for; those of a process that was killed are cleared away."""

import sys
import tempfile
from contextlib import suppress
from glob import escape
from pathlib import Path

__all__ = ["open_draft"]

_SUFFIX = ".draft"

if sys.platform == "win32":

    def _hold(fd: int) -> None:
        """Do nothing: Windows does not let anybody remove a file that is open."""

else:
    import fcntl

    def _hold(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_draft(path: Path) -> "tempfile._TemporaryFileWrapper[bytes]":
    """Open a draft of a file, and clear away what dead processes left of earlier ones.

    Raises:
        OSError: It cannot be made.
    """
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
