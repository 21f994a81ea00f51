"""Rows of CSV files, whatever stands between their columns."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from typing import IO

from gyges.corpus._bounded import RAISE_OR_SPLIT, bounded_lines, most_bytes, too_long_line
from gyges.corpus._encodings import UTF_8
from gyges.corpus._row import FIX_OR_SKIP, FileTerms, Row
from gyges.errors import BadRowError, ConfigError, InputError

__all__ = ["TAB", "check_delimiter", "delimiter_of", "rows_of_csv", "spoken_delimiter"]

TAB = "\t"
_DELIMITERS = {",": "commas", ";": "semicolons", TAB: "tabs", "|": "bars"}
_START = 1 << 16
_FIELD_LIMIT = 2**31 - 1  # the largest the csv module takes on every platform
_WORDS = {"tab": TAB, "\\t": TAB, "comma": ",", "semicolon": ";", "pipe": "|"}


def check_delimiter(given: str) -> str:
    """Return the one character that was meant: itself, or a word for it such as ``tab``.

    Raises:
        ConfigError: It is none that can stand between columns.
    """
    sign = _WORDS.get(given.lower(), given)
    if len(sign) != 1 or sign in '\r\n" ' or not sign.isascii():
        raise ConfigError(f"'{given}' cannot stand between columns", "use one sign such as ';', or the word tab")
    return sign


def spoken_delimiter(delimiter: str) -> str:
    """Return what people call the sign between columns."""
    return _DELIMITERS.get(delimiter, f"'{delimiter}'")


def delimiter_of(stream: IO[bytes], encoding: str, wanted: tuple[str, ...], default: str) -> str:
    """Return what stands between the columns of a stream, by its header, and leave it at its start.

    Args:
        stream: A file that can be read twice.
        encoding: Its encoding.
        wanted: Names that a header may have, in small letters; a sign that brings one to light wins.
        default: What to take where nothing stands between anything.
    """
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


def rows_of_csv(
    stream: IO[bytes], name: str, delimiter: str, terms: FileTerms, encoding: str = UTF_8
) -> Iterator[Row | BadRowError]:
    """Yield the rows of a CSV file; the stream is closed by whoever opened it."""
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
            yield Row(place, dict(zip(header, fields, strict=True)))
