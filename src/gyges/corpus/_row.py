"""A row as it came, the terms on which a file is read, and no more of it than anybody can mean."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any, AnyStr, Literal, TypeAlias

from gyges.corpus._encodings import UTF_8, guess_of
from gyges.errors import BadRowError, InputError, MissingExtraError

RAISE_OR_SPLIT = "split it, or raise --max-text if it is meant"
_BYTES_A_CHARACTER = 16
"""Twelve is the most that JSON needs for one character; the rest is for annotations."""
_LEAST_LINE = 64 << 10
"""Bytes that a line may have however short its text may be: ids, meta data and traces do not shrink with it."""
_ENDS = (b"\n", "\n", "\r")
_LEAST_FILE = 256 << 20
"""Bytes that a file may have which is read as a whole, pictures and all, however short its text may be."""
Format: TypeAlias = Literal["jsonl", "json", "csv", "tsv", "parquet", "text", "docx", "html", "eml", "pdf", "folder"]
Note: TypeAlias = Callable[[str, str], None]
"""Told about a file what its reader had to guess or leave out: where, and a sentence."""
LONGEST_TEXT = 5_000_000
"""Characters of one text, some 2,500 pages; whoever means more says so."""
FIX_OR_SKIP = "fix the row or pass --skip-bad"
_log = logging.getLogger("gyges.corpus")


def library(name: str, extra: str, purpose: str) -> Any:
    """Return a module that an extra of ours brings."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise MissingExtraError(extra, purpose) from error


def log_note(place: str, sentence: str) -> None:
    """Put a note about a file into the log: what was guessed is said, whoever asked."""
    _log.warning("%s: %s", place, sentence)


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it came, and where it came from."""

    place: str
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FileTerms:
    """How a file is to be read."""

    format: Format | None = None  # its format, where its name does not tell
    encoding: str | None = None  # its encoding; recognised if not given
    delimiter: str | None = None  # what stands between columns; recognised if not given
    columns: tuple[str, ...] = ()
    note: Note = log_note  # told what was guessed or left out
    longest: int = LONGEST_TEXT  # characters of one text at most; lines and files are bounded by it too

    def tell_encoding(self, place: str, used: str) -> None:
        """Say which encoding was recognised, where none was named and it is not UTF-8."""
        if self.encoding is None and used != UTF_8:
            self.note(place, guess_of(used))


def most_bytes(terms: FileTerms) -> int:
    """Return how many bytes a line may have that holds the longest text."""
    return max(_LEAST_LINE, _BYTES_A_CHARACTER * terms.longest)


def bounded_lines(stream: IO[AnyStr], most: int) -> Iterator[AnyStr | None]:
    """Yield the lines of a stream, and None for each that is longer than so much: it is read over, and never held."""
    while line := stream.readline(most):
        if len(line) < most or line[-1:] in _ENDS:
            yield line
            continue
        while len(rest := stream.readline(most)) == most and rest[-1:] not in _ENDS:
            pass
        yield None


def too_long_line(place: str, terms: FileTerms) -> BadRowError:
    """Return what is said of a line that was not held."""
    problem = f"{place}: a line of more than {_size(most_bytes(terms))}"
    return BadRowError(problem, f"{RAISE_OR_SPLIT}, or pass --skip-bad")


def bounded_file(stream: IO[bytes], name: str, terms: FileTerms) -> bytes:
    """Return what is in a file that is read as a whole."""
    most = max(_LEAST_FILE, most_bytes(terms))
    raw = stream.read(most + 1)
    if len(raw) > most:
        raise InputError(
            f"{name} holds more than {_size(most)}, and is read as a whole",
            "make it .jsonl, which is read line by line, or raise --max-text",
        )
    return raw


def refuse_long_text(place: str, text: str, longest: int) -> None:
    """Refuse a text that would keep every stage busy for minutes, unless the user said so."""
    if len(text) > longest:
        problem = f"{place}: a text of {len(text):,} characters, and the most that are read are {longest:,}"
        raise BadRowError(problem, f"{RAISE_OR_SPLIT}, or pass --skip-bad")


def _size(most: int) -> str:
    return f"{most / 1e6:,.0f} MB" if most >= 1e6 else f"{most / 1e3:,.0f} kB"
