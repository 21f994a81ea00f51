"""Very many things in order, on disk: memory does not grow with their number."""

import os
import struct
import tempfile
import weakref
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Generic, TypeVar, overload

from gyges.corpus._temporary import temporary_room
from gyges.records import Unread
from gyges.sealing import Box, passing_key

__all__ = ["IN_MEMORY", "Spool"]

_Item = TypeVar("_Item")

IN_MEMORY = 2_000
"""Things up to which they stay in memory as they are; ours: some 20 MB of scored documents."""

_EVERY = 16  # of the things on disk, how many are passed over to find one
_LENGTH = struct.Struct("<Q")
_CHUNK = 1 << 18  # bytes that are read at once where all are read
_WRITTEN = 1 << 15  # bytes that are written at once; there are many spools at a time
_ONE = 1 << 13  # the same for one of them


class Spool(Sequence[_Item], Generic[_Item]):
    """A sequence that is written from its start to its end, and read as often as somebody likes.

    Few things stay in memory. More of them are in a file that has no name, which the system deletes with the process;
    half a byte of memory is left of each. Things on disk come back as copies.

    Example:
        >>> letters = Spool("ab")
        >>> letters.append("c")
        >>> len(letters), letters[-1], list(letters)
        (3, 'c', ['a', 'b', 'c'])
    """

    def __init__(self, items: Iterable[_Item] = ()) -> None:
        self._near: list[Unread[_Item]] = []
        self._file: IO[bytes] | None = None
        self._marks = array("Q")
        self._count = self._end = 0
        self._dirty = False
        self._box: Box | None = None
        for item in items:
            self.append(item)

    def append(self, item: _Item) -> None:
        """Add one at the end."""
        self.append_unread(Unread.of(item))

    def append_unread(self, kept: Unread[_Item]) -> None:
        """Add one at the end that nobody need look at."""
        if self._file is None:
            self._near.append(kept)
            self._count += 1
            if self._count > IN_MEMORY:
                self._move()
        else:
            self._write(self._file, kept.data)

    def unread(self) -> Iterator[Unread[_Item]]:
        """Yield all of them, unread."""
        return self._from(0)

    def unread_at(self, number: int) -> Unread[_Item]:
        """Return one of them, unread."""
        if not 0 <= number < self._count:
            raise IndexError(number)
        return self._near[number] if self._file is None else next(self._from(number, _ONE))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> _Item: ...
    @overload
    def __getitem__(self, place: slice) -> list[_Item]: ...
    def __getitem__(self, place: int | slice) -> _Item | list[_Item]:
        if isinstance(place, slice):
            first, last, step = place.indices(self._count)
            if step == 1:
                return [kept.thing for _, kept in zip(range(first, last), self._from(first), strict=False)]
            return [self[number] for number in range(first, last, step)]
        return self.unread_at(place + self._count if place < 0 else place).thing

    def __iter__(self) -> Iterator[_Item]:
        return (kept.thing for kept in self._from(0))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes) or len(other) != len(self):
            return NotImplemented if not isinstance(other, Sequence) else False
        return all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the things one after the other, wherever they are."""
        return Spool, (), None, iter(self)

    def _move(self) -> None:
        key = passing_key()  # a file without a name leaves its bytes on the disk too
        self._box = None if key is None else Box(key.derived("spool"), "sealing what lies on disk")
        with temporary_room():
            self._file = tempfile.TemporaryFile(buffering=_WRITTEN)  # noqa: SIM115 - open as long as this is there
        weakref.finalize(self, self._file.close)
        self._count = 0
        for kept in self._near:
            self._write(self._file, kept.data)
        self._near = []

    def _write(self, file: IO[bytes], data: bytes) -> None:
        if self._box is not None:
            data = self._box.shut(data, b"")
        if self._count % _EVERY == 0:
            self._marks.append(self._end)
        with temporary_room():
            file.write(_LENGTH.pack(len(data)))
            file.write(data)
        self._end += _LENGTH.size + len(data)
        self._count += 1
        self._dirty = True

    def _from(self, number: int, chunk: int = _CHUNK) -> Iterator[Unread[_Item]]:
        """Yield the things from one on, also those that are added meanwhile; so much is read at once."""
        if self._file is None:
            while number < len(self._near):
                yield self._near[number]
                number += 1
            if self._file is None:  # it was moved to the disk meanwhile otherwise
                return
        place = self._marks[number // _EVERY] if number < self._count else self._end
        passed = number % _EVERY
        buffer, at = b"", 0
        while place < self._end:
            if len(buffer) - at < _LENGTH.size:
                buffer, at = self._read(place, chunk), 0
            (length,) = _LENGTH.unpack_from(buffer, at)
            if not passed and len(buffer) - at < _LENGTH.size + length:
                buffer, at = self._read(place, max(chunk, _LENGTH.size + length)), 0
            start = at + _LENGTH.size
            place += _LENGTH.size + length
            at = start + length
            if passed:
                passed -= 1
            else:
                data = buffer[start:at]
                yield Unread(data if self._box is None else self._box.open(data, b""))

    def _read(self, place: int, length: int) -> bytes:
        assert self._file is not None  # noqa: S101 - only what is on disk is read
        if self._dirty:
            with temporary_room():
                self._file.flush()
            self._dirty = False
        return _pread(self._file, min(length, self._end - place), place)


def _pread(file: IO[bytes], length: int, place: int) -> bytes:
    """Read from anywhere and leave the place of the writer alone."""
    if hasattr(os, "pread"):
        parts = []
        while length > 0:
            part = os.pread(file.fileno(), length, place)
            if not part:
                raise EOFError("a temporary file is shorter than what was written to it")
            parts.append(part)
            place, length = place + len(part), length - len(part)
        return b"".join(parts)
    there = file.tell()
    file.seek(place)
    data = file.read(length)
    file.seek(there)
    return data
