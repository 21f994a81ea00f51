"""Files in object stores and on web servers, through fsspec: read as a stream, written whole.

Credentials are found by the library of the store, in its own environment and files: none of them is ours.
"""

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal

from gyges.corpus._places import WEB, StoreUrl
from gyges.corpus._row import library
from gyges.errors import (
    ConfigError,
    GygesError,
    InputError,
    OutputExistsError,
    RemoteFileError,
    UnknownNameError,
)

_BLOCK = 8 << 20
"""Bytes of one request to a store, and the most of a file that is in memory."""
_ONE_REQUEST = 0
"""Web servers are asked once for the whole file: in several requests two versions of it could mix."""
_BUFFER = 1 << 20
_BUCKETED = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss")
"""Stores whose files lie in a bucket that nobody makes by writing into it."""
_PACKAGES = {
    **dict.fromkeys(WEB, "aiohttp"),
    **dict.fromkeys(("sftp", "ssh"), "paramiko"),
    "smb": "smbprotocol",
    "hdfs": "pyarrow",
}
"""Packages of stores whose class fsspec has itself; those of others are called like the module of the class."""
_DENIED = (401, 403)
_GONE = (404, 410)
_CREDENTIALS = "check the credentials in your environment"
_Done = Literal["read", "written", "removed"]


@contextmanager
def open_url(url: StoreUrl) -> Iterator[BinaryIO]:
    """Open a file as a stream that cannot go back, and never holds more than a part of it."""
    with _in_our_words(url, "read"):
        store, path = _store_of(url)
        known = store.info(path)
        if known.get("type") == "directory":
            raise InputError(f"{url} is a folder", "name a file in it, or copy the folder to this machine")
        file = store.open(path, "rb", block_size=_ONE_REQUEST if url.scheme in WEB else _BLOCK)
    with closing(file), io.BufferedReader(_WholeFile(url, file, known.get("size")), _BUFFER) as stream:
        yield stream


class _WholeFile(io.RawIOBase):
    """A file from afar that says so when it ends early."""

    def __init__(self, url: StoreUrl, file: IO[bytes], size: int | None) -> None:
        self._url = url
        self._file = file
        self._size = size
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with _in_our_words(self._url, "read"):
            found = self._file.read(len(buffer))
        self._read += len(found)
        if not found and self._size is not None and self._read != self._size:
            raise RemoteFileError(
                f"{self._url} has {self._size:,} bytes, and {self._read:,} came", "run the same command again"
            )
        buffer[: len(found)] = found
        return len(found)


def require_free_url(url: StoreUrl, *, force: bool) -> None:
    """Refuse a place where a file is that would be replaced, or none can be made; worth asking before the work."""
    if url.scheme in WEB:
        raise ConfigError(f"{url} is on a web server, which is read only", "name a store such as s3://, or a file")
    with _in_our_words(url, "written"):
        store, path = _store_of(url)
        store.invalidate_cache()
        bucket = path.lstrip("/").partition("/")[0]
        try:
            if url.scheme in _BUCKETED and not _exists(store, bucket):
                raise RemoteFileError(f"there is no {bucket} in the store of {url}", "make it, or check the URL")
            found = _exists(store, path)
        except PermissionError:  # a store may let somebody write who may not look
            if not force:
                raise RemoteFileError(
                    f"what is at {url} may not be seen", f"{_CREDENTIALS}, or pass --force if it may be replaced"
                ) from None
            return
    if found == "directory":
        raise InputError(f"{url} is a folder", "name a file")
    if found and not force:
        raise OutputExistsError(f"{url} is there already", "name another file or pass --force")


def put_file(draft: Path, url: StoreUrl) -> None:
    """Send a whole file to its place, over one that is there."""
    with _in_our_words(url, "written"):
        store, path = _store_of(url)
        store.put_file(str(draft), path)


def remove_file(url: StoreUrl) -> None:
    """Remove a file."""
    with _in_our_words(url, "removed"):
        store, path = _store_of(url)
        store.rm_file(path)


def _store_of(url: StoreUrl) -> tuple[Any, str]:
    """Return the store of a URL, and what the file is called in it."""
    purpose = f"a file behind {url.scheme}://"
    core, registry = (library(f"fsspec.{name}", "store", purpose) for name in ("core", "registry"))
    try:
        registry.get_filesystem_class(url.scheme)
    except ValueError as error:
        raise UnknownNameError(
            f"there is no store called {url.scheme}://", "use one such as s3://, gs://, az:// or https://, or a path"
        ) from error
    except ImportError as error:
        home = registry.known_implementations[url.scheme]["class"].partition(".")[0]
        raise ConfigError(
            f"{url.scheme}:// needs a package that is not installed",
            f"run: pip install {_PACKAGES.get(url.scheme, home)}",
        ) from error
    store, path = core.url_to_fs(url.scheme + url.url[len(url.scheme) :])
    return store, path


def _exists(store: Any, path: str) -> str | None:
    """Return of what type a thing in a store is, None if there is none."""
    try:
        return str(store.info(path).get("type", "file"))
    except FileNotFoundError:
        return None


@contextmanager
def _in_our_words(url: StoreUrl, done: _Done) -> Iterator[None]:
    try:
        yield
    except GygesError:
        raise
    except Exception as error:  # noqa: BLE001 - each store has a library of its own, and that its own errors
        raise _explained(url, done, error) from (None if url.tells_secrets else error)


def _explained(url: StoreUrl, done: _Done, error: BaseException) -> RemoteFileError:
    """Say what went wrong in words of ours: those of the libraries may hold the whole URL."""
    causes = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    status = next((found for one in causes if (found := _status(one)) is not None), None)
    first = causes[-1] if isinstance(error, FileNotFoundError) else error
    if status in _DENIED or isinstance(error, PermissionError) or "Credential" in type(first).__name__:
        return RemoteFileError(f"{url} may not be {done}", _CREDENTIALS)
    reached = status is not None or not isinstance(first, OSError) or isinstance(first, FileNotFoundError)
    if isinstance(error, FileNotFoundError) and reached and (status is None or status in _GONE):
        return RemoteFileError(f"there is no {url}", "check the URL")
    reason = f"HTTP status {status}" if status else getattr(first, "strerror", None) or type(first).__name__
    return RemoteFileError(
        f"{url} cannot be {done} ({reason})", "check network and URL, and run the same command again"
    )


def _status(error: BaseException) -> int | None:
    """Return the HTTP status that an error of a library tells."""
    told = [getattr(error, "status", None), getattr(error, "code", None)]
    return next((status for status in told if isinstance(status, int) and 400 <= status <= 599), None)
