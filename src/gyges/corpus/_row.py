"""A row as it came, and the terms on which a file is read."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["FIX_OR_SKIP", "LONGEST_TEXT", "FileTerms", "Format", "Note", "Row", "log_note"]

Format: TypeAlias = Literal["jsonl", "json", "csv", "tsv", "parquet", "text", "docx", "html", "eml", "pdf", "folder"]
Note: TypeAlias = Callable[[str, str], None]
"""Told about a file what its reader had to guess or leave out: where, and a sentence."""

LONGEST_TEXT = 5_000_000
"""Characters of one text, some 2,500 pages; whoever means more says so."""
FIX_OR_SKIP = "fix the row or pass --skip-bad"
_log = logging.getLogger("gyges.corpus")


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
    """How a file is to be read.

    Attributes:
        format: Its format, where its name does not tell.
        encoding: Its encoding; recognised if not given.
        delimiter: What stands between columns; recognised if not given.
        columns: Names of columns that are looked for, which help to recognise what stands between them.
        note: Told what was guessed or left out.
        longest: Characters of one text at most; lines and files are bounded by it too.
    """

    format: Format | None = None
    encoding: str | None = None
    delimiter: str | None = None
    columns: tuple[str, ...] = ()
    note: Note = log_note
    longest: int = LONGEST_TEXT
