"""What is put on disk for a while, outside the user's folders; want of room for it is said in our words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from gyges.errors import InputError

__all__ = ["temporary_room"]


@contextmanager
def temporary_room() -> Iterator[None]:
    """Write into temporary files, and nothing else.

    Raises:
        InputError: There is no room for them.
    """
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(
            f"temporary files cannot be written ({error})", "make room, or name a folder on another disk by TMPDIR"
        ) from error
