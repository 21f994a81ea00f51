"""Rows of JSON: a file with one value, or an object a line; numbers of lines and columns say where it is wrong."""

import codecs
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from gyges.corpus._encodings import UTF_8, marked_encoding, spoken_name
from gyges.corpus._row import FIX_OR_SKIP, FileTerms, Row, bounded_file, bounded_lines, most_bytes, too_long_line
from gyges.errors import BadRowError, InputError

BOM = codecs.BOM_UTF8
UTF8_REMEDY = "save it as UTF-8, name its --encoding or pass --skip-bad"


def rows_of_jsonl(text: str, name: str) -> Iterator[Mapping[str, object]]:
    """Yield the objects of a JSONL file that came as a text, such as an upload."""
    lines = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    for row in _jsonl(lines, name, FileTerms()):
        if isinstance(row, BadRowError):
            raise row
        yield row.data


def rows_of_lines(stream: BinaryIO, name: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    """Yield the objects of a stream with one a line."""
    yield from _jsonl(_lines(stream, name, terms), name, terms)


def _lines(stream: BinaryIO, name: str, terms: FileTerms) -> Iterator[bytes | None]:
    """Yield lines as UTF-8, None for one that nobody can mean.

    JSON is UTF-8 by its standard; UTF-16 is what PowerShell makes of it, and says so.
    """
    start = stream.peek(1024) if hasattr(stream, "peek") else b""
    encoding = terms.encoding or marked_encoding(start)
    if encoding is None or encoding == UTF_8:
        yield from bounded_lines(stream, most_bytes(terms))
        return
    terms.tell_encoding(name, encoding)
    text = io.TextIOWrapper(stream, encoding=encoding, errors="surrogateescape", newline="\n")
    try:
        for line in bounded_lines(text, most_bytes(terms)):
            yield None if line is None else line.encode("utf-8", "surrogateescape")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not {spoken_name(encoding)} to its end", "save it again, as UTF-8") from error
    finally:
        text.detach()


class _Ambiguous(dict[str, object]):
    """A JSON object with a key that stands in it more than once: readers differ in which value they take."""


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Ambiguous(found)


_JSON = json.JSONDecoder(object_pairs_hook=_object_of)  # made once: making it takes as long as reading a row


def _jsonl(lines: Iterable[bytes | None], name: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    for number, line in enumerate(lines, start=1):
        place = f"{name}:{number}"
        if line is None:
            yield too_long_line(place, terms)
            continue
        if number == 1:
            line = line.removeprefix(BOM)
        line = line.strip()  # with its end, a line that breaks off would be reported as column 1 of the next
        if not line:
            continue
        try:
            data = _JSON.decode(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            yield BadRowError(f"{place}: not UTF-8 (byte {error.start + 1})", UTF8_REMEDY)
        except json.JSONDecodeError as error:
            problem = error.msg.removesuffix(" at")
            yield BadRowError(f"{place}: not valid JSON ({problem} at column {error.colno})", FIX_OR_SKIP)
        except (RecursionError, ValueError):  # nested without end, or a number with thousands of digits
            yield BadRowError(f"{place}: JSON that no reader can hold", FIX_OR_SKIP)
        else:
            yield _object(place, data)


def rows_of_json(stream: BinaryIO, name: str, terms: FileTerms) -> Iterator[Row | BadRowError]:
    """Yield the objects of a JSON file: the items of a list, or the one that it holds."""
    raw = bounded_file(stream, name, terms)
    encoding = terms.encoding or marked_encoding(raw) or UTF_8
    terms.tell_encoding(name, encoding)
    try:
        data = _JSON.decode(raw.decode(encoding))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{name} is not valid JSON ({error})", "fix it, or name it .jsonl if it has a row a line"
        ) from error
    items = data if isinstance(data, list) else [data]
    for number, item in enumerate(items, start=1):
        yield _object(f"{name}[{number}]", item)


def _object(place: str, data: object) -> Row | BadRowError:
    if isinstance(data, _Ambiguous):
        return BadRowError(f"{place}: a key stands in it more than once", FIX_OR_SKIP)
    if isinstance(data, dict):
        return Row(place, data)
    return BadRowError(f"{place}: a {type(data).__name__} where an object belongs", FIX_OR_SKIP)
