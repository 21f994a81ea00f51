"""Writing files: never half a file, never over another one unless told so."""

import csv
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO

from gyges._home import private_folder
from gyges.corpus._drafts import open_draft, temporary_room
from gyges.corpus._places import Place, StoreUrl, place_of
from gyges.corpus._row import Format, library
from gyges.corpus._rows import detect_format
from gyges.corpus._schema import document_row, release_row
from gyges.corpus._store import put_file, remove_file, require_free_url
from gyges.errors import InputError, OutputExistsError
from gyges.records import Document, Release, escaped_cell

_PARQUET_BATCH = 1024
_USE = "use .jsonl, .csv, .tsv or .parquet"
_DOCUMENT_COLUMNS = ("id", "text", "subjects", "mentions", "meta")
_TEXT_COLUMNS = ("id", "text")
_RELEASE_COLUMNS = ("id", "text", "method", "trace")


def write_documents(
    documents: Iterable[Document], path: str | Place, *, force: bool = False, private: bool = False
) -> int:
    """Write documents as JSONL, CSV, TSV or Parquet, by the suffix; ``-`` is standard output.

    Args:
        documents: What to write; taken one at a time.
        path: The file to make, or its URL.
        force: Replace the file if it is there.
        private: Make it for the eyes of its owner only; a store has rights of its own, which stay as they are.

    Returns:
        How many were written.
    """
    return _write(map(document_row, documents), place_of(path), _DOCUMENT_COLUMNS, force, private)


def write_releases(
    releases: Iterable[Release], path: str | Place, *, force: bool = False, private: bool = False
) -> int:
    """Write releases; arguments as for `write_documents`."""
    return _write(map(release_row, releases), place_of(path), _RELEASE_COLUMNS, force, private)


def write_texts(texts: Iterable[tuple[str, str]], path: str | Place, *, force: bool = False) -> int:
    """Write ids and texts and nothing else; arguments as for `write_documents`."""
    return _write(({"id": id_, "text": text} for id_, text in texts), place_of(path), _TEXT_COLUMNS, force)


@contextmanager
def atomic_file(path: Place, *, force: bool = False, private: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that appears at `path` whole, when the block ends well, or not at all.

    A pipe or a device is written into; a file behind a URL is made here, then sent.
    """
    require_free(path, force=force)
    if isinstance(path, StoreUrl):
        with _sent_file(path) as stream:
            yield stream
        return
    write = _special_file if path.exists() and not path.is_file() else _plain_file
    try:
        with write(path, force, private) as stream:
            yield stream
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror or error})",
            "name another place" if isinstance(error, PermissionError) else "make room or name another place",
        ) from error


def write_together(contents: Mapping[Place, bytes], *, force: bool = False, private: bool = False) -> None:
    """Write a few files that belong together: all of them, or none; arguments and errors as for `atomic_file`."""
    with ExitStack() as drafts:  # they take their places once the last one is on the disk
        for path, content in contents.items():
            stream = drafts.enter_context(atomic_file(path, force=force, private=private))
            stream.write(content)
            stream.flush()


def take_back(place: Place) -> None:
    """Remove a file that was just made, where what belongs with it could not be; a device or a pipe stays."""
    if isinstance(place, StoreUrl):
        remove_file(place)
    elif place.is_file():
        place.resolve().unlink()


@contextmanager
def _sent_file(url: StoreUrl) -> Iterator[IO[bytes]]:
    """Write on this machine, and send the whole: a stream to a store that breaks off could leave half a file there."""
    with ExitStack() as drafts:
        with temporary_room():
            folder = drafts.enter_context(tempfile.TemporaryDirectory(prefix="gyges-"))
            draft = Path(folder) / f"draft{url.suffix}"
            with draft.open("xb") as stream:
                yield stream
        put_file(draft, url)


@contextmanager
def _special_file(path: Path, force: bool, private: bool) -> Iterator[IO[bytes]]:
    """Write into a pipe or a device: no file can be put in its place, or beside it."""
    del force, private
    with tempfile.TemporaryFile() as stream:
        yield stream
        stream.seek(0)
        with path.open("wb") as target:
            shutil.copyfileobj(stream, target)


@contextmanager
def _plain_file(path: Path, force: bool, private: bool) -> Iterator[IO[bytes]]:
    path = path.resolve() if path.is_symlink() else path
    if private:
        private_folder(path.parent)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
    with open_draft(path) as stream:
        draft = Path(stream.name)
        try:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            draft.chmod(0o600 if private else 0o666 & ~_umask())
            _publish(draft, path, force)
        finally:
            draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path, force: bool) -> None:
    if force:
        draft.replace(path)
        return
    try:
        path.hardlink_to(draft)  # unlike a rename, this fails if another process was quicker
    except FileExistsError:
        require_free(path, force=force)
        raise
    except OSError:  # a file system without hard links
        draft.replace(path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def require_free(path: Place, *, force: bool = False) -> None:
    """Refuse a place where a file is that would be replaced, or none can be made; worth asking before the work."""
    if isinstance(path, StoreUrl):
        require_free_url(path, force=force)
        return
    if path.is_dir():
        raise InputError(f"{path} is a folder", "name a file")
    if path.is_file() and not force:
        raise OutputExistsError(f"{path} is there already", "name another file or pass --force")
    above = next((folder for folder in path.absolute().parents if folder.exists()), None)
    if above is not None and not path.exists() and not os.access(above, os.W_OK | os.X_OK):
        raise InputError(f"{path} cannot be written (no right to write into {above})", "name another place")


def _write(
    rows: Iterable[dict[str, object]], path: Place, columns: tuple[str, ...], force: bool, private: bool = False
) -> int:
    if str(path) == "-":
        return _jsonl(rows, sys.stdout.buffer)
    format_ = _written_format(path)
    if path.suffix.lower() == ".gz" or format_ not in ("jsonl", "csv", "tsv", "parquet"):
        raise InputError(f"{path} cannot be written as {format_}", _USE)
    try:
        with atomic_file(path, force=force, private=private) as stream:
            if format_ == "jsonl":
                return _jsonl(rows, stream)
            if format_ == "parquet":
                return _parquet(rows, stream, columns)
            return _csv(rows, stream, columns, "," if format_ == "csv" else "\t")
    except UnicodeEncodeError as error:
        raise InputError(
            f"{path} cannot hold half a character (an unpaired surrogate)", "decode the texts as UTF-8 first"
        ) from error


def _written_format(path: Place) -> Format:
    try:
        return detect_format(path)
    except InputError as error:  # its words are about reading
        raise InputError(f"{path} cannot be written", _USE) from error


def _jsonl(rows: Iterable[dict[str, object]], stream: IO[bytes]) -> int:
    count = 0
    for row in rows:
        count += 1
        stream.write(json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n")
    stream.flush()
    return count


def _flat(row: dict[str, object], columns: tuple[str, ...]) -> dict[str, str | None]:
    """Nested values become JSON in a cell, as the readers understand it."""
    return {
        name: value
        if isinstance(value := row.get(name), str) or value is None
        else json.dumps(value, ensure_ascii=False)
        for name in columns
    }


def _csv(rows: Iterable[dict[str, object]], stream: IO[bytes], columns: tuple[str, ...], delimiter: str) -> int:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    # All quoted: a lone carriage return would end the row otherwise, and only Python 3.13 quotes it by itself.
    writer = csv.DictWriter(text, columns, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    count = 0
    for row in rows:
        count += 1
        cells = _flat(row, columns)
        writer.writerow({name: cell if cell is None else escaped_cell(cell) for name, cell in cells.items()})
    text.detach()
    return count


def _parquet(rows: Iterable[dict[str, object]], stream: IO[bytes], columns: tuple[str, ...]) -> int:
    arrow, parquet = (library(name, "data", "writing Parquet") for name in ("pyarrow", "pyarrow.parquet"))
    schema = arrow.schema([(name, arrow.string()) for name in columns])
    count = 0
    flat = (_flat(row, columns) for row in rows)
    with parquet.ParquetWriter(stream, schema) as writer:
        while batch := list(islice(flat, _PARQUET_BATCH)):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
            count += len(batch)
    return count
