"""The journal: an append-only file that survives the death of its process. See docs/design/journal.md."""

import errno
import json
import os
import re
import time
import zlib
from collections.abc import Iterator, KeysView
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from gyges.corpus import KeyTable
from gyges.errors import JournalDamagedError, RunError
from gyges.records import JsonValue
from gyges.runs._canonical import JsonLine, compact

_SYNC_SECONDS = 1.0
_CRC_LENGTH = 8
_KEY = re.compile(r"[!-~]+")
_RECORD_START = re.compile(rb"[0-9a-f]{8} ")
_MOST_STARTS = 200  # places in a damaged line where a record may begin: each costs a look at the rest of the line
_COPY_BYTES = 1 << 20
_READ_BYTES = 1 << 14  # of one record; most are shorter
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would otherwise turn newlines into pairs


class Journal:
    """Records by key in one append-only file; the last record of a key wins.

    One writer, one thread. Opening repairs the torn tail that a crash leaves, so hold the lock of the folder first.
    A closed journal can still be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._index = KeyTable()  # where the last record of each key begins
        self._end = 0
        self._torn = 0
        self._dirty = False
        self._synced = time.monotonic()
        try:
            self._fd: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o600)
        except OSError as error:
            raise RunError(f"{path} cannot be opened ({error.strerror})", "name a folder you may write to") from error
        try:
            self._scan(self._fd)
        except BaseException:
            self.close()
            raise

    @property
    def torn_bytes(self) -> int:
        """How many bytes of an unfinished record were cut off at opening and kept in ``journal.torn``."""
        return self._torn

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._index

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def keys(self) -> KeysView[str]:
        """Return the keys, in the order in which they first came."""
        return dict.fromkeys(self).keys()

    def append(self, key: str, payload: "JsonValue | JsonLine") -> int:
        """Write a record; once this returns, killing the process cannot undo it."""
        if self._fd is None:
            raise ValueError(f"{self.path} is closed")
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is no key: use visible ASCII characters, at least one, without blanks")
        text = payload.text if isinstance(payload, JsonLine) else compact(payload)
        body = f"{key} {text}".encode("ascii")
        line = b"%08x %b\n" % (zlib.crc32(body), body)
        self._write(self._fd, line)
        begins = self._index[key] = self._end
        self._end += len(line)
        self._dirty = True
        if time.monotonic() - self._synced >= _SYNC_SECONDS:
            self.sync()
        return begins

    def place(self, key: str) -> int:
        """Return the byte at which the last record of a key begins; see `at`."""
        return self._index[key]

    def get(self, key: str) -> JsonValue:
        """Return the last payload of a key."""
        try:
            payload: JsonValue = json.loads(self.at(self.place(key), key))
        except json.JSONDecodeError as error:
            raise _changed(self.path) from error
        return payload

    def at(self, place: int, key: str) -> bytes:
        """Return the payload of a key that begins at a byte, as JSON that nobody has read."""
        line = self._read(place)
        if _name_of(line) != key:
            raise JournalDamagedError(
                f"{self.path} was changed by somebody else: the record at byte {place} is gone",
                "run the same command again, and leave the run folder alone while it works",
            )
        return line[_CRC_LENGTH + len(key) + 2 :]

    def sync(self) -> None:
        """Bring what was written to the disk itself, if there is anything new."""
        if self._fd is not None and self._dirty:
            with self._room():
                os.fsync(self._fd)
            self._dirty = False
        self._synced = time.monotonic()

    def close(self) -> None:
        """Sync and close; closing twice does no harm."""
        if self._fd is not None:
            try:
                self.sync()
            finally:
                os.close(self._fd)
                self._fd = None

    def _write(self, fd: int, line: bytes) -> None:
        with self._room():
            try:
                if os.write(fd, line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # the disk took only a part
            except OSError:
                os.ftruncate(fd, self._end)  # half a record in the middle would count as damage later
                raise

    @contextmanager
    def _room(self) -> Iterator[None]:
        """Say in our words that the disk does not take something."""
        try:
            yield
        except OSError as error:
            raise RunError(
                f"{self.path} cannot be written ({error.strerror or error})", "make room and run the same command again"
            ) from error

    def _read(self, offset: int) -> bytes:
        """Return the line that begins at a byte."""
        if self._fd is None:
            with self.path.open("rb") as stream:
                stream.seek(offset)
                return stream.readline()
        os.lseek(self._fd, offset, os.SEEK_SET)  # harmless to the writer: O_APPEND writes at the end wherever we are
        parts = []
        while part := os.read(self._fd, _READ_BYTES):
            end = part.find(b"\n") + 1
            parts.append(part[:end] if end else part)
            if end:
                break
        return b"".join(parts)

    def _scan(self, fd: int) -> None:
        bad: int | None = None
        offset = 0
        with os.fdopen(fd, "rb", buffering=_COPY_BYTES, closefd=False) as stream:
            for line in stream:
                name = _name_of(line)
                if bad is None and name is not None:
                    self._index[name] = offset
                elif name is not None or _holds_record(line):
                    raise _damaged(self.path, offset if bad is None else bad, len(self._index))
                elif bad is None:
                    bad = offset
                offset += len(line)
        self._end = offset if bad is None else bad
        self._torn = offset - self._end
        if self._torn:
            self._cut_tail(fd)

    def _cut_tail(self, fd: int) -> None:
        os.lseek(fd, self._end, os.SEEK_SET)
        torn = self.path.with_name(f"{self.path.name}.torn")
        # Appended, as an earlier crash may have left its own; on the disk before the journal is cut.
        with self._room(), open(torn, "ab", opener=_private) as keep:
            while chunk := os.read(fd, _COPY_BYTES):
                keep.write(chunk)
            keep.flush()
            os.fsync(keep.fileno())
        os.ftruncate(fd, self._end)
        os.fsync(fd)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | _BINARY, 0o600)


def _name_of(line: bytes) -> str | None:
    """Return the key of a whole record as it is written, or None for anything else."""
    body = memoryview(line)[_CRC_LENGTH + 1 : -1]
    if line[-1:] != b"\n" or line[: _CRC_LENGTH + 1] != b"%08x " % zlib.crc32(body):
        return None
    end = line.find(b" ", _CRC_LENGTH + 1)
    return line[_CRC_LENGTH + 1 : end].decode("latin-1") if end > _CRC_LENGTH + 1 else None


def _holds_record(line: bytes) -> bool:
    """Whether a whole record ends this bad line: the newline before it may be what was damaged.

    Text may hold any number of words that look like a sum; the record that ends a line has few of them behind its own.
    """
    if not line.endswith(b"\n"):  # torn: no record in it is whole
        return False
    starts = [match.start() for match in _RECORD_START.finditer(line)]
    return any(_name_of(line[start:]) is not None for start in starts[-_MOST_STARTS:])


def _changed(path: Path) -> JournalDamagedError:
    return JournalDamagedError(f"{path} was changed: a record in it is not what was written", "put back a copy")


def _damaged(path: Path, offset: int, before: int) -> JournalDamagedError:
    return JournalDamagedError(
        f"{path} is damaged at byte {offset}, and whole records follow",
        f"put back a copy, or keep the {before} records before it with: head -c {offset} {path.name}",
    )
