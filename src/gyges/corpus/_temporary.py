"""What is put on disk for a while, outside the user's folders; want of room for it is said in our words."""

import sqlite3
from types import TracebackType

from gyges.errors import InputError

__all__ = ["temporary_room"]


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
    """Write into temporary files, and nothing else.

    Raises:
        InputError: There is no room for them.
    """
    return _ROOM
