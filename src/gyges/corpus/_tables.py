"""Rows of tables: CSV files, whatever stands between their columns, Parquet, and data frames."""

import csv
import io
import shutil
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol, TypeGuard

from gyges.corpus._drafts import temporary_room
from gyges.corpus._encodings import encoding_of
from gyges.corpus._places import Place
from gyges.corpus._row import (
    FIX_OR_SKIP,
    RAISE_OR_SPLIT,
    FileTerms,
    Row,
    bounded_lines,
    library,
    most_bytes,
    too_long_line,
)
from gyges.corpus._shapes import ID_FIELDS
from gyges.errors import BadRowError, ConfigError, InputError
from gyges.records import unescaped_cell

TAB = "\t"
_DELIMITERS = {",": "commas", ";": "semicolons", TAB: "tabs", "|": "bars"}
_START = 1 << 16
_PARQUET_BATCH = 256
_FIELD_LIMIT = 2**31 - 1  # the largest the csv module takes on every platform
_WORDS = {"tab": TAB, "\\t": TAB, "comma": ",", "semicolon": ";", "pipe": "|"}


class DataFrame(Protocol):
    """A data frame: its columns, and its cells as other objects."""

    def __iter__(self) -> Iterator[Any]:
        """Give the names of the columns, and no rows."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""

    @property
    def to_dict(self) -> Any:
        """The method that gives its cells."""


def is_frame(source: object) -> TypeGuard[DataFrame]:
    """Tell whether a source is a data frame, whose items would be the names of its columns."""
    return hasattr(type(source), "columns") and hasattr(type(source), "to_dict")


def rows_of_frame(frame: DataFrame) -> list[dict[str, object]]:
    """Return the rows of a data frame; a cell with nothing in it is None."""
    names = [str(name) for name in frame.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"two columns of the data frame are called '{twice[0]}'", "give one of them another name")
    some: Any = frame
    cells = some.to_dicts() if hasattr(some, "to_dicts") else _cells(some)
    return [dict(zip(names, row.values(), strict=True)) for row in cells]


def _cells(frame: Any) -> Any:
    """Return the rows of a frame of pandas, which has several kinds of empty cells."""
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


def text_column(rows: Sequence[Mapping[str, object]], known: Collection[str]) -> str | None:
    """Return the only column of texts, where none has a name that is known for texts; None where names tell."""
    names = list(rows[0]) if rows else []
    if not rows or any(name.lower() in known for name in names):
        return None
    found = [name for name in names if name.lower() not in ID_FIELDS and _holds_texts(row[name] for row in rows)]
    if len(found) == 1:
        return found[0]
    which = f"several columns of the data frame hold texts ({', '.join(found)})"
    none = f"no column of the data frame holds texts (there are: {', '.join(names)})"
    raise InputError(which if found else none, "name one with text_field=, or give a list of texts")


def _holds_texts(cells: Any) -> bool:
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and all(isinstance(cell, str) for cell in filled)


def check_delimiter(given: str) -> str:
    """Return the one character that was meant: itself, or a word for it such as ``tab``."""
    sign = _WORDS.get(given.lower(), given)
    if len(sign) != 1 or sign in '\r\n" ' or not sign.isascii():
        raise ConfigError(f"'{given}' cannot stand between columns", "use one sign such as ';', or the word tab")
    return sign


def rows_of_csv(stream: BinaryIO, name: str, default: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    """Yield the rows of a CSV file; `default` is what stands between columns where its header does not tell."""
    with readable_twice(stream) as twice:
        encoding = terms.encoding or encoding_of(twice)
        terms.tell_encoding(name, encoding)
        delimiter = terms.delimiter or _delimiter_of(twice, encoding, terms.columns, default)
        if terms.delimiter is None and delimiter != default:
            terms.note(name, f"columns are set apart by {_DELIMITERS[delimiter]}; if not, name the --delimiter")
        yield from _rows_of_csv(twice, name, delimiter, terms, encoding)


def _delimiter_of(stream: IO[bytes], encoding: str, wanted: tuple[str, ...], default: str) -> str:
    """Return what stands between the columns of a stream, by its header, and leave it at its start."""
    start = stream.read(_START).decode(encoding, errors="replace")
    stream.seek(0)
    best, most = default, (False, 1)
    for sign in (default, *_DELIMITERS):
        try:
            header = next(csv.reader(io.StringIO(start, newline=""), delimiter=sign), [])
        except csv.Error:  # a field of more than the first bytes; the reader says what is wrong with it
            continue
        found = (any(column.strip().lower() in wanted for column in header), len(header))
        if found[1] > 1 and found > most:
            best, most = sign, found
    return best


def _rows_of_csv(
    stream: IO[bytes], name: str, delimiter: str, terms: FileTerms, encoding: str
) -> Iterator[Row | BadRowError]:
    csv.field_size_limit(min(_FIELD_LIMIT, most_bytes(terms)))
    # Bytes that are not of the encoding become surrogates here and are reported with their row later on.
    text = io.TextIOWrapper(stream, encoding=encoding, errors="surrogateescape", newline="")
    try:
        yield from _rows(_lines(text, name, terms), name, delimiter, terms)
    except UnicodeDecodeError as error:  # UTF-16 that breaks off amid a letter
        raise InputError(f"{name} is not {encoding} to its end", "save it again, as UTF-8") from error
    finally:
        text.detach()


def _lines(text: io.TextIOWrapper, name: str, terms: FileTerms) -> Iterator[str]:
    for number, line in enumerate(bounded_lines(text, most_bytes(terms)), start=1):
        if line is None:  # the rest of the table cannot be told from it: it may stand in quotes
            error = too_long_line(f"{name}:{number}", terms)
            raise InputError(error.problem, RAISE_OR_SPLIT)
        yield line


def _rows(text: Iterator[str], name: str, delimiter: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    try:
        header = next(reader, None)
    except csv.Error as error:
        raise InputError(f"{name}:1: not CSV ({error})", "quote fields that hold quotes or line breaks") from error
    if not header:
        raise InputError(f"{name} is empty", "give it a header row and at least one row")
    twice = sorted(column for column, count in Counter(header).items() if count > 1)
    if twice:  # the last one would win without a word
        raise InputError(f"{name} has two columns named '{twice[0]}'", "give every column a name of its own")
    while True:
        place = f"{name}:{reader.line_num + 1}"
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "field limit" in str(error):
                raise InputError(
                    f"{place}: a field of more than {most_bytes(terms):,} characters", RAISE_OR_SPLIT
                ) from error
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
            yield Row(place, dict(zip(header, map(unescaped_cell, fields), strict=True)))


@contextmanager
def readable_twice(stream: BinaryIO) -> Iterator[IO[bytes]]:
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


def rows_of_parquet(file: Path | IO[bytes], path: Place) -> Iterator[Row | BadRowError]:
    """Yield the rows of a Parquet file."""
    parquet = library("pyarrow.parquet", "data", "reading Parquet")
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
