"""Reading no more than anybody can mean: what a hostile or broken source holds beyond that is never in memory."""

from collections.abc import Iterator
from typing import IO, AnyStr

from gyges.corpus._row import FileTerms
from gyges.errors import BadRowError, InputError

__all__ = ["RAISE_OR_SPLIT", "bounded_file", "bounded_lines", "most_bytes", "refuse_long_text", "too_long_line"]

RAISE_OR_SPLIT = "split it, or raise --max-text if it is meant"
_BYTES_A_CHARACTER = 16
"""Twelve is the most that JSON needs for one character; the rest is for annotations."""
_LEAST_LINE = 64 << 10
"""Bytes that a line may have however short its text may be: ids, meta data and traces do not shrink with it."""
_ENDS = (b"\n", "\n", "\r")
_LEAST_FILE = 256 << 20
"""Bytes that a file may have which is read as a whole, pictures and all, however short its text may be."""


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
    """Return what is in a file that is read as a whole.

    Raises:
        InputError: It is larger than a file that is read as a whole may be, or unpacks to more.
    """
    most = max(_LEAST_FILE, most_bytes(terms))
    raw = stream.read(most + 1)
    if len(raw) > most:
        raise InputError(
            f"{name} holds more than {_size(most)}, and is read as a whole",
            "make it .jsonl, which is read line by line, or raise --max-text",
        )
    return raw


def refuse_long_text(place: str, text: str, longest: int) -> None:
    """Refuse a text that would keep every stage busy for minutes, unless the user said so.

    Raises:
        BadRowError: It is longer.
    """
    if len(text) > longest:
        problem = f"{place}: a text of {len(text):,} characters, and the most that are read are {longest:,}"
        raise BadRowError(problem, f"{RAISE_OR_SPLIT}, or pass --skip-bad")


def _size(most: int) -> str:
    return f"{most / 1e6:,.0f} MB" if most >= 1e6 else f"{most / 1e3:,.0f} kB"
