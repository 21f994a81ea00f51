"""Standard streams that are closed, full or no longer read: one line and an exit status, never a traceback."""

import os
import sys
from contextlib import suppress

from gyges.cli._printable import one_line
from gyges.errors import GygesError, InputError

__all__ = ["complain", "flush", "lost_output", "mend_streams"]


def mend_streams() -> None:
    """Put something behind streams that were closed before the start, or files opened later would take their place."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:  # open for reading only, so that whoever writes to it is told
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def flush() -> OSError | None:
    """Bring out what is still held back; return what went wrong."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return error
    return None


def complain(error: GygesError) -> None:
    """Say on standard error, in one line, what is wrong."""
    with suppress(OSError):  # then there is nobody left to tell
        sys.stderr.write(f"gyges: {one_line(str(error))}\n")
        sys.stderr.flush()


def lost_output(error: OSError) -> InputError:
    """Return in our words why something could not be read or written, and let go of standard output."""
    with suppress(OSError):  # what is still held back would be tried again, and fail again, at the very end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    reason = error.strerror or str(error)
    if error.filename is not None:
        return InputError(f"{error.filename} cannot be used ({reason})", "check its rights and the room on its disk")
    if isinstance(error, BrokenPipeError):
        return InputError("standard output was closed before all was written", "read it to its end, or use > FILE")
    return InputError(f"standard output cannot be written ({reason})", "make room, or send it to a file with > FILE")
