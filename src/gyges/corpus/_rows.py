"""Where rows come from: JSONL, JSON, CSV, Parquet, folders of text, standard input, memory.

A source yields every row with its place (``file:line``). A row that cannot be read is yielded as an error, so that
the caller decides whether it stops the show.
"""

import gzip
import io
import sys
import textwrap
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, TypeAlias

from gyges.corpus._encodings import decoded, spoken_name
from gyges.corpus._files import STRUCTURED, file_text, is_structured, missing_extra
from gyges.corpus._json import BOM, UTF8_REMEDY, rows_of_json, rows_of_lines
from gyges.corpus._places import WEB, Place, StoreUrl
from gyges.corpus._row import (
    FileTerms,
    Format,
    Row,
    bounded_file,
)
from gyges.corpus._store import open_url
from gyges.corpus._tables import TAB, readable_twice, rows_of_csv, rows_of_parquet
from gyges.errors import BadRowError, InputError

MemoryRow: TypeAlias = str | Mapping[str, object]

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
    **STRUCTURED,
}
_KINDRED = {
    **dict.fromkeys((".doc", ".odt", ".rtf", ".pages"), "save it as .docx or .txt"),
    **dict.fromkeys((".xls", ".xlsx", ".ods", ".numbers"), "save it as .csv"),
    **dict.fromkeys((".msg", ".mbox", ".pst"), "save its mails as .eml, one a file"),
}
"""What to do about formats that are not read but have a near one that is."""
_IN_FOLDERS: tuple[Format, ...] = ("text", *dict.fromkeys(STRUCTURED.values()))
_SHOWN_PATH = 120
_LINKS = tuple(f"{scheme}://" for scheme in WEB)


def is_file_name(words: str) -> bool:
    """Tell by its looks alone whether a string is the name of a file that could be read, rather than a text."""
    if not words or any(letter.isspace() for letter in words) or words.lower().startswith(_LINKS):
        return False
    name = words.lower().removesuffix(".gz")
    return name.endswith(tuple(_FORMATS)) or words.startswith(("./", "../", "~/")) or words.endswith("/")


def detect_format(path: Place) -> Format:
    """Return the format of a file or folder by its name."""
    if isinstance(path, Path) and path.is_dir():
        return "folder"
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    suffix = suffixes[-1] if suffixes else ""
    found = _FORMATS.get(suffix)
    if found is not None:
        return found
    if suffix in _KINDRED:
        raise InputError(f"{path} is in a format that is not read ({suffix})", _KINDRED[suffix])
    raise InputError(
        f"{path} has no suffix that tells its format",
        f"rename it or pass --format (suffixes known: {', '.join(sorted(_FORMATS))})",
    )


def rows_from_file(path: Place, terms: FileTerms | None = None) -> Iterator[Row | BadRowError]:
    """Yield the rows of a file here or behind a URL, of a folder of texts, or (``-``) of standard input."""
    terms = terms or FileTerms()
    if str(path) == "-":
        yield from _standard_input(sys.stdin.buffer, terms)
        return
    try:
        if isinstance(path, Path) and not path.exists():
            raise InputError(f"there is no file or folder {path}", "check the path")
        format_ = terms.format or detect_format(path)
        if isinstance(path, StoreUrl):
            yield from _behind_url(path, format_, terms)
        elif format_ == "folder":
            yield from _folder(path, terms)
        elif format_ == "parquet":
            yield from rows_of_parquet(path, path)
        else:
            with _open(path) as stream:
                yield from _stream(stream, path.name, format_, terms)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{path} is not a whole gzip file ({error})", "make it again or unpack it") from error
    except OSError as error:  # no permission, a folder read as a file, a whole text given as a path
        name = textwrap.shorten(str(error.filename or path), _SHOWN_PATH)  # in a folder, the one file
        raise InputError(f"{name} cannot be read ({error.strerror or error})", "check the path") from error


def _behind_url(url: StoreUrl, format_: Format, terms: FileTerms) -> Iterator[Row | BadRowError]:
    with ExitStack() as opened:
        stream = opened.enter_context(open_url(url))
        if format_ == "parquet":
            yield from rows_of_parquet(opened.enter_context(readable_twice(stream)), url)
            return
        if url.suffix.lower() == ".gz":
            stream = opened.enter_context(_unpacked(stream))
        yield from _stream(stream, url.name, format_, terms)


def rows_from_memory(items: Iterable[MemoryRow]) -> Iterator[Row]:
    """Yield rows for texts or mappings that are in memory already."""
    for number, item in enumerate(items, start=1):
        if not isinstance(item, str | Mapping):
            raise InputError(
                f"item {number} is of the type {type(item).__name__}", "give texts, mappings with a text, or documents"
            )
        yield Row(f"item {number}", {"text": item} if isinstance(item, str) else item)


def require_many(source: object) -> None:
    """Refuse what holds no items, or other things than items: a mapping would give its keys, a table its columns."""
    if isinstance(source, Mapping):
        raise InputError("one mapping is no list of texts", "put it in a list: [{'id': ..., 'text': ...}]")
    if isinstance(source, bytes | bytearray) or not isinstance(source, Iterable) or hasattr(type(source), "columns"):
        raise InputError(
            f"texts cannot be of the type {type(source).__name__}",
            "give a path, or a list of texts, mappings with a text, or documents",
        )


def _open(path: Path) -> BinaryIO:
    return _unpacked(path) if path.suffix.lower() == ".gz" else path.open("rb")


def _unpacked(packed: Path | BinaryIO) -> BinaryIO:
    return gzip.open(packed, "rb")  # type: ignore[return-value]  # GzipFile reads like any binary file


def _stream(stream: BinaryIO, name: str, format_: Format, terms: FileTerms) -> Iterator[Row | BadRowError]:
    if format_ == "jsonl":
        yield from rows_of_lines(stream, name, terms)
    elif format_ == "json":
        yield from rows_of_json(stream, name, terms)
    elif format_ in ("csv", "tsv"):
        yield from rows_of_csv(stream, name, "," if format_ == "csv" else TAB, terms)
    elif format_ == "text" or is_structured(format_):
        yield _one_text(bounded_file(stream, name, terms), name, format_, terms)
    else:
        raise InputError(f"{name} cannot be read as {format_}", "give a path, not a stream, for this format")


def _standard_input(stream: BinaryIO, terms: FileTerms) -> Iterator[Row | BadRowError]:
    format_ = terms.format
    if format_ is None:  # JSON objects say so with their first character; all else is one text
        stream = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(io.BytesIO(stream.read()))
        start = stream.peek(1024).removeprefix(BOM).lstrip()
        if start.startswith(b"["):
            raise InputError("standard input starts like a JSON list", "pass --format json, or --format text")
        if start.startswith((b"%PDF-", b"PK\x03\x04")):
            raise InputError("standard input is no text but a PDF or packed file", "pass --format pdf or --format docx")
        if not start and not stream.peek(1):
            raise InputError("standard input is empty", "name a file or folder, or send a text into it")
        format_ = "jsonl" if start.startswith(b"{") else "text"
    yield from _stream(stream, "stdin", format_, terms)


def _folder(path: Path, terms: FileTerms) -> Iterator[Row | BadRowError]:
    found = False
    _require_open(path)
    for file in sorted(path.rglob("*")):
        format_ = _format_in_folder(file)
        if format_ is not None:
            found = True
            name = file.relative_to(path).as_posix()
            with file.open("rb") as stream:
                yield _one_text(bounded_file(stream, name, terms), name, format_, terms)
    if not found:
        suffixes = [suffix for suffix, format_ in _FORMATS.items() if format_ in _IN_FOLDERS]
        raise InputError(f"{path} holds no file of texts ({', '.join(suffixes)})", "name the file you mean instead")


def _require_open(folder: Path) -> None:
    """Refuse a folder with a part that may not be looked into: what is in there would be left out unseen."""
    inner = (part for part in folder.rglob("*/") if part.is_dir() and not part.is_symlink())
    for part in (folder, *inner):
        next(part.iterdir(), None)


def _format_in_folder(file: Path) -> Format | None:
    """Return the format of a file in a folder if it is read as one text; None if it is left out."""
    format_ = _FORMATS.get(file.suffix.lower())
    if format_ not in _IN_FOLDERS or not file.is_file() or missing_extra(format_):
        return None
    return format_


def files_left_out(folder: Path) -> list[Path]:
    """Return the files in a folder that are not read, so that nobody takes them for read; hidden ones aside."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file()
        and _format_in_folder(file) is None
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]


def _one_text(raw: bytes, place: str, format_: Format, terms: FileTerms) -> Row | BadRowError:
    try:
        if is_structured(format_):
            text = file_text(raw, place, format_, terms)
        else:
            text, encoding = decoded(raw, terms.encoding)
            terms.tell_encoding(place, encoding)
    except UnicodeDecodeError as error:
        return BadRowError(
            f"{place}: not {spoken_name(terms.encoding or 'UTF-8')} (byte {error.start + 1})", UTF8_REMEDY
        )
    except BadRowError as error:
        return error
    return Row(place, {"id": place, "text": text})
