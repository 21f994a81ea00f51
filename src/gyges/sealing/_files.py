"""Whole files, sealed piece by piece: no piece can be changed, moved, or left out at the end."""

import io
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO

from gyges.errors import InputError
from gyges.sealing._box import NONCE, Box
from gyges.sealing._folder import SEAL, key_of, require_key, sealed_above
from gyges.sealing._key import AtRestKey

__all__ = ["is_sealed", "open_at_rest", "read_at_rest", "sealed_as_needed"]

_HEAD = (
    b"gyges sealed 1 "  # then the mark of the key, a blank, and the salt of the file; one line that a person can read
)
_LONGEST_HEAD = 128
_SALT = 16
_PIECE = 1 << 16
_TAG = 16  # bytes that AES-GCM adds to each piece
_PURPOSE = "sealing what lies on disk"
_OPEN_FILES = frozenset({SEAL, "claim.json", "plan.json", "mark", "README.txt"})
_OPEN_FOLDER = "public"  # what is made to be read by others


@contextmanager
def sealed_as_needed(path: Path, stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """Give a stream to write a file with: sealed if it is to lie in a sealed folder and is not made for others.

    Args:
        path: Where the file will be.
        stream: What takes its bytes.

    Raises:
        ConfigError: The folder is sealed, and there is no key.
        WrongKeyError: It is sealed with another key.
    """
    place = sealed_above(path.parent)
    if place is None or _is_open((path.parent.resolve() / path.name).relative_to(place)):
        yield stream
        return
    key = key_of(place)
    if key is None:  # it was sealed a moment ago
        raise InputError(f"{place} was changed while it was written into", "run the same command again")
    writer = _SealedWriter(stream, key)
    yield writer  # type: ignore[misc]  # it writes like any binary file
    writer.finish()


def is_sealed(path: Path) -> bool:
    """Whether a file is sealed."""
    with path.open("rb") as stream:
        return stream.read(len(_HEAD)) == _HEAD


def open_at_rest(path: Path) -> BinaryIO:
    """Open a file for reading, with the key in force if it is sealed; such a one is read from begin to end.

    Raises:
        OSError: It cannot be opened.
        ConfigError: It is sealed, and there is no key.
        WrongKeyError: It is sealed with another key.
        InputError: While reading: it was changed, or cut off.
    """
    if not path.is_file() or not is_sealed(path):  # a pipe gives its first bytes only once
        return path.open("rb")
    stream = path.open("rb")
    try:
        return io.BufferedReader(_SealedReader(stream, path), _PIECE)
    except BaseException:
        stream.close()
        raise


def read_at_rest(path: Path) -> bytes:
    """Return what is in a file; errors as for `open_at_rest`."""
    with open_at_rest(path) as stream:
        return stream.read()


def _is_open(inside: Path) -> bool:
    """Whether a file of a sealed folder is written in the open: it holds no text, or is made for others."""
    return inside.name in _OPEN_FILES or _OPEN_FOLDER in inside.parts[:-1]


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(NONCE - 1, "big") + (b"\1" if last else b"\0")


def _box(key: AtRestKey, salt: bytes) -> Box:
    return Box(key.derived("file", salt), _PURPOSE)


class _SealedWriter(io.RawIOBase):
    """Encrypts what is written; `finish` ends it."""

    def __init__(self, stream: IO[bytes], key: AtRestKey) -> None:
        salt = secrets.token_bytes(_SALT)
        self._stream = stream
        self._box = _box(key, salt)
        self._head = _HEAD + f"{key.check} {salt.hex()}\n".encode("ascii")
        self._waiting = bytearray()
        self._number = self._taken = 0
        stream.write(self._head)

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._taken

    def write(self, data: object) -> int:
        view = memoryview(data).cast("B")  # type: ignore[arg-type]  # whatever has bytes
        self._waiting += view
        self._taken += len(view)
        while len(self._waiting) > _PIECE:  # the last piece is known only at the end
            self._put(bytes(self._waiting[:_PIECE]), last=False)
            del self._waiting[:_PIECE]
        return len(view)

    def finish(self) -> None:
        self._put(bytes(self._waiting), last=True)

    def _put(self, piece: bytes, *, last: bool) -> None:
        self._stream.write(self._box.shut(piece, self._head, _nonce(self._number, last)))
        self._number += 1


class _SealedReader(io.RawIOBase):
    """Decrypts a file piece by piece."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self._stream = stream
        self._path = path
        self._head = stream.readline(_LONGEST_HEAD)
        try:
            check, salt = self._head[len(_HEAD) :].decode("ascii").split()
            self._box = _box(require_key(check, path), bytes.fromhex(salt))
        except ValueError as error:
            raise self._changed() from error
        self._number = 0
        self._next: bytes | None = stream.read(_PIECE + _TAG)
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        into = memoryview(buffer).cast("B")  # type: ignore[arg-type]  # whatever has bytes
        while not self._ready and self._next is not None:
            self._ready = memoryview(self._open_next())
        count = min(len(into), len(self._ready))
        into[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()

    def _open_next(self) -> bytes:
        piece = self._next
        after = self._stream.read(_PIECE + _TAG)
        try:
            plain = self._box.open(piece or b"", self._head, _nonce(self._number, not after))
        except ValueError as error:
            raise self._changed() from error
        self._number += 1
        self._next = after or None
        return plain

    def _changed(self) -> InputError:
        return InputError(f"{self._path} was changed or cut off since it was sealed", "put back a copy")
