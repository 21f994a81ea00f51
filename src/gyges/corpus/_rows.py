"""Where rows come from: JSONL, JSON, CSV, Parquet, folders of text, standard input, memory.

A source yields every row with its place (``file:line``). A row that cannot be read is yielded as an error, so that
the caller decides whether it stops the show.
"""

import codecs
import gzip
import io
import json
import shutil
import sys
import tempfile
import textwrap
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias

from gyges.corpus._bounded import bounded_file, bounded_lines, most_bytes, too_long_line
from gyges.corpus._delimited import TAB, delimiter_of, rows_of_csv, spoken_delimiter
from gyges.corpus._encodings import UTF_8, decoded, encoding_of, guess_of, marked_encoding, spoken_name
from gyges.corpus._files import STRUCTURED, file_text, is_structured, missing_extra
from gyges.corpus._places import WEB, Place, StoreUrl
from gyges.corpus._row import FIX_OR_SKIP, FileTerms, Format, Row
from gyges.corpus._store import open_url
from gyges.corpus._temporary import temporary_room
from gyges.errors import BadRowError, InputError, MissingExtraError
from gyges.sealing import open_at_rest

__all__ = [
    "FIX_OR_SKIP",
    "Format",
    "MemoryRow",
    "Row",
    "detect_format",
    "files_left_out",
    "is_file_name",
    "require_many",
    "rows_from_file",
    "rows_from_memory",
    "rows_of_jsonl",
]

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
_PARQUET_BATCH = 256
_SHOWN_PATH = 120
_BOM = codecs.BOM_UTF8
_LINKS = tuple(f"{scheme}://" for scheme in WEB)
_UTF8_REMEDY = "save it as UTF-8, name its --encoding or pass --skip-bad"


def is_file_name(words: str) -> bool:
    """Tell by its looks alone whether a string is the name of a file that could be read, rather than a text.

    Example:
        >>> is_file_name("letters/march.jsonl"), is_file_name("Ana wrote march.jsonl"), is_file_name("Ana")
        (True, False, False)
        >>> is_file_name("s3://letters/march.jsonl"), is_file_name("https://example.org/terms.html")  # a text may link
        (True, False)
    """
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
            yield from _parquet(path, path)
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
            yield from _parquet(opened.enter_context(_readable_twice(stream)), url)
            return
        if url.suffix.lower() == ".gz":
            stream = opened.enter_context(_unpacked(stream))
        yield from _stream(stream, url.name, format_, terms)


def rows_of_jsonl(text: str, name: str) -> Iterator[Mapping[str, object]]:
    """Yield the objects of a JSONL file that came as a text, such as an upload.

    Args:
        text: What stands in the file.
        name: What messages call it.

    Raises:
        BadRowError: A line holds no JSON object.
    """
    lines = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    for row in _jsonl(lines, name, FileTerms()):
        if isinstance(row, BadRowError):
            raise row
        yield row.data


def rows_from_memory(items: Iterable[MemoryRow]) -> Iterator[Row]:
    """Yield rows for texts or mappings that are in memory already."""
    for number, item in enumerate(items, start=1):
        if not isinstance(item, str | Mapping):
            raise InputError(
                f"item {number} is of the type {type(item).__name__}", "give texts, mappings with a text, or documents"
            )
        yield Row(f"item {number}", {"text": item} if isinstance(item, str) else item)


def require_many(source: object) -> None:
    """Refuse what holds no items, or holds other things than items: a mapping would give its keys as texts.

    Raises:
        InputError: It is one.
    """
    if isinstance(source, Mapping):
        raise InputError("one mapping is no list of texts", "put it in a list: [{'id': ..., 'text': ...}]")
    if isinstance(source, bytes | bytearray) or not isinstance(source, Iterable):
        raise InputError(
            f"texts cannot be of the type {type(source).__name__}",
            "give a path, or a list of texts, mappings with a text, or documents",
        )


def _open(path: Path) -> BinaryIO:
    return _unpacked(path) if path.suffix.lower() == ".gz" else open_at_rest(path)


def _unpacked(packed: Path | BinaryIO) -> BinaryIO:
    return gzip.open(packed, "rb")  # type: ignore[return-value]  # GzipFile reads like any binary file


def _stream(stream: BinaryIO, name: str, format_: Format, terms: FileTerms) -> Iterator[Row | BadRowError]:
    if format_ == "jsonl":
        yield from _jsonl(_lines(stream, name, terms), name, terms)
    elif format_ == "json":
        yield from _json(stream, name, terms)
    elif format_ in ("csv", "tsv"):
        yield from _csv(stream, name, "," if format_ == "csv" else TAB, terms)
    elif format_ == "text" or is_structured(format_):
        yield _one_text(bounded_file(stream, name, terms), name, format_, terms)
    else:
        raise InputError(f"{name} cannot be read as {format_}", "give a path, not a stream, for this format")


def _standard_input(stream: BinaryIO, terms: FileTerms) -> Iterator[Row | BadRowError]:
    format_ = terms.format
    if format_ is None:  # JSON objects say so with their first character; all else is one text
        stream = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(io.BytesIO(stream.read()))
        start = stream.peek(1024).removeprefix(_BOM).lstrip()
        if start.startswith(b"["):
            raise InputError("standard input starts like a JSON list", "pass --format json, or --format text")
        if start.startswith((b"%PDF-", b"PK\x03\x04")):
            raise InputError("standard input is no text but a PDF or packed file", "pass --format pdf or --format docx")
        if not start and not stream.peek(1):
            raise InputError("standard input is empty", "name a file or folder, or send a text into it")
        format_ = "jsonl" if start.startswith(b"{") else "text"
    yield from _stream(stream, "stdin", format_, terms)


def _lines(stream: BinaryIO, name: str, terms: FileTerms) -> Iterator[bytes | None]:
    """Yield lines as UTF-8, None for one that nobody can mean.

    JSON is UTF-8 by its standard; UTF-16 is what PowerShell makes of it, and says so.
    """
    start = stream.peek(1024) if hasattr(stream, "peek") else b""
    encoding = terms.encoding or marked_encoding(start)
    if encoding is None or encoding == UTF_8:
        yield from bounded_lines(stream, most_bytes(terms))
        return
    if terms.encoding is None:
        _say_encoding(name, encoding, terms)
    text = io.TextIOWrapper(stream, encoding=encoding, errors="surrogateescape", newline="\n")
    try:
        for line in bounded_lines(text, most_bytes(terms)):
            yield None if line is None else line.encode("utf-8", "surrogateescape")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not {spoken_name(encoding)} to its end", "save it again, as UTF-8") from error
    finally:
        text.detach()


def _say_encoding(place: str, encoding: str, terms: FileTerms) -> None:
    if encoding != UTF_8:
        terms.note(place, guess_of(encoding))


def _jsonl(lines: Iterable[bytes | None], name: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    for number, line in enumerate(lines, start=1):
        place = f"{name}:{number}"
        if line is None:
            yield too_long_line(place, terms)
            continue
        if number == 1:
            line = line.removeprefix(_BOM)
        line = line.strip()  # with its end, a line that breaks off would be reported as column 1 of the next
        if not line:
            continue
        try:
            data = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            yield BadRowError(f"{place}: not UTF-8 (byte {error.start + 1})", _UTF8_REMEDY)
        except json.JSONDecodeError as error:
            problem = error.msg.removesuffix(" at")
            yield BadRowError(f"{place}: not valid JSON ({problem} at column {error.colno})", FIX_OR_SKIP)
        except (RecursionError, ValueError):  # nested without end, or a number with thousands of digits
            yield BadRowError(f"{place}: JSON that no reader can hold", FIX_OR_SKIP)
        else:
            yield _object(place, data)


def _json(stream: BinaryIO, name: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    raw = bounded_file(stream, name, terms)
    encoding = terms.encoding or marked_encoding(raw) or UTF_8
    if terms.encoding is None:
        _say_encoding(name, encoding, terms)
    try:
        data = json.loads(raw.decode(encoding))
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


def _csv(stream: BinaryIO, name: str, default: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    with _readable_twice(stream) as twice:
        encoding = terms.encoding or encoding_of(twice)
        if terms.encoding is None:
            _say_encoding(name, encoding, terms)
        delimiter = terms.delimiter or delimiter_of(twice, encoding, terms.columns, default)
        if terms.delimiter is None and delimiter != default:
            terms.note(name, f"columns are set apart by {spoken_delimiter(delimiter)}; if not, name the --delimiter")
        yield from rows_of_csv(twice, name, delimiter, terms, encoding)


@contextmanager
def _readable_twice(stream: BinaryIO) -> Iterator[IO[bytes]]:
    """Give a stream that can go back to its start: itself, or a copy of a pipe in a file without a name."""
    if stream.seekable():
        yield stream
        return
    with ExitStack() as opened:
        with temporary_room(), ExitStack() as filling:  # closing a file that is not all written fails once more
            copy = filling.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(stream, copy)
            copy.flush()
            opened.push(filling.pop_all())
        yield copy


def _parquet(file: Path | IO[bytes], path: Place) -> Iterator[Row | BadRowError]:
    try:
        parquet = import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise MissingExtraError("data", "reading Parquet") from error
    arrow = import_module("pyarrow")
    number = 0
    try:
        with parquet.ParquetFile(file) as table:
            for batch in table.iter_batches(batch_size=_PARQUET_BATCH):
                for data in batch.to_pylist():
                    number += 1
                    yield Row(f"{path.name}[{number}]", data)
    except (arrow.ArrowException, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not a Parquet file ({error})", "check the file or pass --format") from error


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
    """Refuse a folder with a part that may not be looked into: what is in there would be left out unseen.

    Raises:
        OSError: There is one.
    """
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
            if terms.encoding is None:
                _say_encoding(place, encoding, terms)
    except UnicodeDecodeError as error:
        return BadRowError(
            f"{place}: not {spoken_name(terms.encoding or 'UTF-8')} (byte {error.start + 1})", _UTF8_REMEDY
        )
    except BadRowError as error:
        return error
    return Row(place, {"id": place, "text": text})
