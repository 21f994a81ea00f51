"""Where rows come from: JSONL, JSON, CSV, Parquet, folders of text, standard input, memory.

A source yields every row with its place (``file:line``). A row that cannot be read is yielded as an error, so that
the caller decides whether it stops the show.
"""

import codecs
import csv
import gzip
import io
import json
import sys
import textwrap
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from gyges.errors import BadRowError, InputError, MissingExtraError

__all__ = [
    "FIX_OR_SKIP",
    "Format",
    "MemoryRow",
    "Row",
    "detect_format",
    "files_left_out",
    "is_file_name",
    "rows_from_file",
    "rows_from_memory",
]

Format: TypeAlias = Literal["jsonl", "json", "csv", "tsv", "parquet", "text", "folder"]
MemoryRow: TypeAlias = str | Mapping[str, object]

FIX_OR_SKIP = "fix the row or pass --skip-bad"
TEXT_SUFFIXES = (".txt", ".md")
_FORMATS: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".txt": "text",
    ".md": "text",
}
_PARQUET_BATCH = 256
_SHOWN_PATH = 120
_BOM = codecs.BOM_UTF8
_CSV_FIELD_LIMIT = 2**31 - 1  # the largest the csv module takes on every platform


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it came, and where it came from."""

    place: str
    data: Mapping[str, object]


def is_file_name(words: str) -> bool:
    """Tell by its looks alone whether a string is the name of a file that could be read, rather than a text.

    Example:
        >>> is_file_name("letters/march.jsonl"), is_file_name("Ana wrote march.jsonl"), is_file_name("Ana")
        (True, False, False)
    """
    if not words or any(letter.isspace() for letter in words) or "://" in words:
        return False
    name = words.lower().removesuffix(".gz")
    return name.endswith(tuple(_FORMATS)) or words.startswith(("./", "../", "~/")) or words.endswith("/")


def detect_format(path: Path) -> Format:
    """Return the format of a file or folder by its name."""
    if path.is_dir():
        return "folder"
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    found = _FORMATS.get(suffixes[-1]) if suffixes else None
    if found is None:
        raise InputError(
            f"{path} has no suffix that tells its format",
            f"rename it or pass --format (suffixes known: {', '.join(sorted(_FORMATS))})",
        )
    return found


def rows_from_file(path: Path, format_: Format | None = None) -> Iterator[Row | BadRowError]:
    """Yield the rows of a file, of a folder of texts, or (``-``) of standard input."""
    if str(path) == "-":
        yield from _standard_input(sys.stdin.buffer, format_)
        return
    try:
        if not path.exists():
            raise InputError(f"there is no file or folder {path}", "check the path (a text itself goes in a list)")
        format_ = format_ or detect_format(path)
        if format_ == "folder":
            yield from _folder(path)
        elif format_ == "parquet":
            yield from _parquet(path)
        else:
            with _open(path) as stream:
                yield from _stream(stream, path.name, format_)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{path} is not a whole gzip file ({error})", "make it again or unpack it") from error
    except OSError as error:  # no permission, a folder read as a file, a whole text given as a path
        name = textwrap.shorten(str(path), _SHOWN_PATH)
        raise InputError(f"{name} cannot be read ({error.strerror or error})", "check the path") from error


def rows_from_memory(items: Iterable[MemoryRow]) -> Iterator[Row]:
    """Yield rows for texts or mappings that are in memory already."""
    for number, item in enumerate(items, start=1):
        yield Row(f"item {number}", {"text": item} if isinstance(item, str) else item)


def _open(path: Path) -> BinaryIO:
    if path.suffix.lower() == ".gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]  # GzipFile reads like any binary file
    return path.open("rb")


def _stream(stream: BinaryIO, name: str, format_: Format) -> Iterator[Row | BadRowError]:
    if format_ == "jsonl":
        yield from _jsonl(stream, name)
    elif format_ == "json":
        yield from _json(stream, name)
    elif format_ in ("csv", "tsv"):
        yield from _csv(stream, name, "," if format_ == "csv" else "\t")
    elif format_ == "text":
        yield _text(stream.read(), name, name)
    else:
        raise InputError(f"{name} cannot be read as {format_}", "give a path, not a stream, for this format")


def _standard_input(stream: BinaryIO, format_: Format | None) -> Iterator[Row | BadRowError]:
    if format_ is None:  # JSON objects say so with their first character; all else is one text
        start = stream.peek(1024).removeprefix(_BOM).lstrip() if isinstance(stream, io.BufferedReader) else b""
        if start.startswith(b"["):
            raise InputError("standard input starts like a JSON list", "pass --format json, or --format text")
        format_ = "jsonl" if start.startswith(b"{") else "text"
    yield from _stream(stream, "stdin", format_)


def _jsonl(stream: BinaryIO, name: str) -> Iterator[Row | BadRowError]:
    for number, line in enumerate(stream, start=1):
        place = f"{name}:{number}"
        if number == 1:
            line = line.removeprefix(_BOM)
        line = line.strip()  # with its end, a line that breaks off would be reported as column 1 of the next
        if not line:
            continue
        try:
            data = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            yield BadRowError(f"{place}: not UTF-8 (byte {error.start + 1})", "save the file as UTF-8")
        except json.JSONDecodeError as error:
            problem = error.msg.removesuffix(" at")
            yield BadRowError(f"{place}: not valid JSON ({problem} at column {error.colno})", FIX_OR_SKIP)
        except (RecursionError, ValueError):  # nested without end, or a number with thousands of digits
            yield BadRowError(f"{place}: JSON that no reader can hold", FIX_OR_SKIP)
        else:
            yield _object(place, data)


def _json(stream: BinaryIO, name: str) -> Iterator[Row | BadRowError]:
    try:
        data = json.loads(stream.read().decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{name} is not valid JSON ({error})", "fix it, or name it .jsonl if it has a row a line"
        ) from error
    items = data if isinstance(data, list) else [data]
    for number, item in enumerate(items, start=1):
        yield _object(f"{name}[{number}]", item)


def _object(place: str, data: object) -> Row | BadRowError:
    if isinstance(data, dict):
        return Row(place, data)
    return BadRowError(f"{place}: a {type(data).__name__} where an object belongs", FIX_OR_SKIP)


def _csv(stream: BinaryIO, name: str, delimiter: str) -> Iterator[Row | BadRowError]:
    csv.field_size_limit(_CSV_FIELD_LIMIT)
    # Bytes that are not UTF-8 become surrogates here and are reported with their row later on.
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        yield from _csv_rows(text, name, delimiter)
    finally:
        text.detach()  # the stream is closed by whoever opened it


def _csv_rows(text: io.TextIOWrapper, name: str, delimiter: str) -> Iterator[Row | BadRowError]:
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    try:
        header = next(reader, None)
    except csv.Error as error:
        raise InputError(f"{name}:1: not CSV ({error})", "quote fields that hold quotes or line breaks") from error
    if not header:
        raise InputError(f"{name} is empty", "give it a header row and at least one row")
    twice = sorted({column for column in header if header.count(column) > 1})
    if twice:  # the last one would win without a word
        raise InputError(f"{name} has two columns named '{twice[0]}'", "give every column a name of its own")
    while True:
        place = f"{name}:{reader.line_num + 1}"
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "unexpected end" in str(error):  # a quote that never closes has swallowed all rows after it
                raise InputError(
                    f"{place}: a quoted field never ends, up to line {reader.line_num}", "close the quote"
                ) from error
            yield BadRowError(f"{place}-{reader.line_num}: not CSV ({error})", FIX_OR_SKIP)
            continue
        if not fields:
            continue
        if len(fields) != len(header):
            yield BadRowError(f"{place}: {len(fields)} fields where the header has {len(header)}", FIX_OR_SKIP)
        else:
            yield Row(place, dict(zip(header, fields, strict=True)))


def _parquet(path: Path) -> Iterator[Row | BadRowError]:
    try:
        parquet = import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise MissingExtraError("data", "reading Parquet") from error
    arrow = import_module("pyarrow")
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_PARQUET_BATCH):
                for data in batch.to_pylist():
                    number += 1
                    yield Row(f"{path.name}[{number}]", data)
    except (arrow.ArrowException, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not a Parquet file ({error})", "check the file or pass --format") from error


def _folder(path: Path) -> Iterator[Row | BadRowError]:
    found = False
    for file in sorted(path.rglob("*")):
        if file.suffix.lower() in TEXT_SUFFIXES and file.is_file():
            found = True
            place = file.relative_to(path).as_posix()
            yield _text(file.read_bytes(), place, place)
    if not found:
        raise InputError(f"{path} holds no {' or '.join(TEXT_SUFFIXES)} file", "name the file you mean instead")


def files_left_out(folder: Path) -> list[Path]:
    """Return the files in a folder that are no text files, so that nobody takes them for read; hidden ones aside."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file()
        and file.suffix.lower() not in TEXT_SUFFIXES
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def _text(raw: bytes, place: str, id_: str) -> Row | BadRowError:
    try:
        return Row(place, {"id": id_, "text": raw.decode("utf-8-sig")})
    except UnicodeDecodeError as error:
        return BadRowError(f"{place}: not UTF-8 (byte {error.start + 1})", "save the file as UTF-8 or pass --skip-bad")
