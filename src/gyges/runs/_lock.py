"""The lock of a run folder: one process at a time, and never a stale lock."""

import errno
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from gyges.errors import RunBusyError, RunError

_BUSY = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_HOLDER_BYTES = 1024
_LOOKS, _LOOK_SECONDS = 5, 0.05
"""How often and how long a run that starts waits for one who only looks whether the folder is busy."""

if sys.platform == "win32":
    import msvcrt

    # Windows forbids others to read locked bytes, so the lock lies far behind the words that name its holder.
    _LOCK_BYTE = 1 << 30

    def _take(fd: int) -> None:
        os.lseek(fd, _LOCK_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        os.lseek(fd, 0, os.SEEK_SET)

    _look = _take  # no shared locks here; closing the file lets go

else:
    import fcntl

    def _take(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _look(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold ``FOLDER/lock``; the operating system lets go of it when the process dies, however it dies."""
    path = folder / "lock"
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise RunError(f"{path} cannot be opened ({error.strerror})", "name a folder you may write to") from error
    try:
        _take_or_refuse(fd, folder)
        _sign(fd, path)
        yield
    finally:
        # The file stays: removing it would let two processes hold two files of one name.
        os.close(fd)


def is_held(folder: Path) -> bool:
    """Tell whether a process holds the lock, without changing it."""
    path = folder / "lock"
    try:
        fd = os.open(path, os.O_RDWR)
        try:
            _look(fd)
        finally:
            os.close(fd)
    except OSError as error:
        if error.errno in _BUSY:
            return True
        raise RunError(f"{path} cannot be looked at ({error.strerror})", "check its rights") from error
    return False


def is_lock(path: Path) -> bool:
    """Whether a file is a lock of ours; one whose holder was killed before it could sign is empty."""
    try:
        words = path.read_bytes()[:_HOLDER_BYTES]
        return not words or "pid" in json.loads(words)
    except (OSError, ValueError, TypeError, RecursionError):
        return False


def _take_or_refuse(fd: int, folder: Path) -> None:
    try:
        _take_soon(fd)
    except OSError as error:
        if error.errno in _BUSY:
            raise RunBusyError(
                f"{_holder(fd)} is working in {folder}", "wait until it has ended, or name another folder"
            ) from error
        raise RunError(
            f"files in {folder} cannot be locked ({error.strerror})", "put the run folder on a local disk"
        ) from error


def _take_soon(fd: int) -> None:
    """Take the lock, after a moment where somebody only looks at it."""
    for _ in range(_LOOKS):
        try:
            return _take(fd)
        except OSError as error:
            if error.errno not in _BUSY:
                raise
        time.sleep(_LOOK_SECONDS)
    return _take(fd)


def _sign(fd: int, path: Path) -> None:
    words = json.dumps({"pid": os.getpid(), "started": datetime.now(UTC).isoformat(timespec="seconds")})
    try:
        os.ftruncate(fd, 0)
        os.write(fd, words.encode("ascii") + b"\n")
    except OSError as error:
        raise RunError(f"{path} cannot be written ({error.strerror})", "make room or name another folder") from error


def _holder(fd: int) -> str:
    # The holder may be about to sign this very moment: then it stays unnamed.
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        os.lseek(fd, 0, os.SEEK_SET)
        words = json.loads(os.read(fd, _HOLDER_BYTES))
        return f"process {int(words['pid'])}, started {words['started']},"
    return "another process"
