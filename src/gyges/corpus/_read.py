"""Reading documents and releases, one at a time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TypeAlias, TypeVar

from gyges.corpus._bounded import refuse_long_text
from gyges.corpus._delimited import check_delimiter
from gyges.corpus._encodings import check_encoding
from gyges.corpus._ids import SeenIds
from gyges.corpus._offsets import find_surrogate
from gyges.corpus._places import StoreUrl, place_of
from gyges.corpus._row import LONGEST_TEXT, FileTerms, Format, Note, Row, log_note
from gyges.corpus._rows import MemoryRow, require_many, rows_from_file, rows_from_memory
from gyges.corpus._shapes import TEXT_FIELDS, content_id, to_document, to_release
from gyges.errors import BadRowError, DuplicateIdError, InputError
from gyges.records import Document, Release

__all__ = ["SkippedRows", "Source", "read_documents", "read_releases"]

Source: TypeAlias = str | Path | StoreUrl | Iterable[MemoryRow | Document]
_KEPT_EXAMPLES = 20
_RELEASE_STRETCH = 4
"""Times the characters of the longest original that a release may have: "[DATETIME]" for "1997" is 2.5; ours."""
_R = TypeVar("_R", Document, Release)


@dataclass
class SkippedRows:
    """Counts the rows that could not be read. Hand one to a reader to skip bad rows instead of stopping.

    Attributes:
        count: How many rows were skipped.
        examples: The messages of the first ones, each starting with ``file:line``.
    """

    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, error: InputError) -> None:
        """Note one bad row."""
        self.count += 1
        if len(self.examples) < _KEPT_EXAMPLES:
            self.examples.append(error.problem)


def read_documents(
    source: Source,
    *,
    text_field: str | None = None,
    id_field: str | None = None,
    format: Format | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    skipped: SkippedRows | None = None,
    note: Note = log_note,
    max_text: int | None = None,
) -> Iterator[Document]:
    """Read documents from a file, a folder, a URL, standard input (``-``) or memory, one at a time.

    Args:
        source: A path, a URL such as ``s3://bucket/letters.jsonl``, or an iterable of texts, mappings or documents.
        text_field: The field or column with the text; found by its name when not given.
        id_field: The field or column with the id. A row without an id gets a hash of its text.
        format: The format of the file where its name does not tell.
        encoding: The encoding of the file. UTF-8, UTF-16 and Western code pages are recognised when it is not given.
        delimiter: What stands between the columns of a CSV file; found by its header when not given.
        skipped: Where to count bad rows; without it the first bad row is an error.
        note: Told where and what had to be guessed or left out; the log if not given.
        max_text: Characters of one text at most, 5,000,000 if not given; a longer one is a bad row.

    Yields:
        Documents in the order of the source.

    Example:
        >>> [document.text for document in read_documents(["Hello Ana.", {"id": 7, "text": "Hi Ben."}])]
        ['Hello Ana.', 'Hi Ben.']
    """
    if isinstance(source, str | Path | StoreUrl):
        terms = _terms(format, encoding, delimiter, text_field, note, max_text)
        rows: Iterable[Row | BadRowError | Document] = rows_from_file(place_of(source), terms)
    else:
        require_many(source)
        rows = chain.from_iterable(
            [item] if isinstance(item, Document) else rows_from_memory([item]) for item in source
        )
        rows = _numbered(rows)
    return _unique(rows, lambda row: to_document(row, text_field, id_field), skipped, max_text)


def read_releases(
    source: str | Path | StoreUrl | Iterable[MemoryRow | Release],
    *,
    text_field: str | None = None,
    id_field: str | None = None,
    format: Format | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    skipped: SkippedRows | None = None,
    note: Note = log_note,
    max_text: int | None = None,
) -> Iterator[Release]:
    """Read releases; arguments as for `read_documents`.

    ``max_text`` is about originals: a release may have four times as many characters, for marks are longer than words.

    A row that has both an original and a released text (``anonymized_text`` and the like) gives the released one.
    """
    longest = _RELEASE_STRETCH * (max_text or LONGEST_TEXT)
    if isinstance(source, str | Path | StoreUrl):
        terms = _terms(format, encoding, delimiter, text_field, note, longest)
        rows: Iterable[Row | BadRowError | Release] = rows_from_file(place_of(source), terms)
    else:
        require_many(source)
        rows = chain.from_iterable([item] if isinstance(item, Release) else rows_from_memory([item]) for item in source)
        rows = _numbered(rows)
    return _unique(rows, lambda row: to_release(row, text_field, id_field), skipped, longest)


def _terms(
    format_: Format | None,
    encoding: str | None,
    delimiter: str | None,
    text_field: str | None,
    note: Note,
    longest: int | None,
) -> FileTerms:
    return FileTerms(
        format_,
        check_encoding(encoding) if encoding is not None else None,
        check_delimiter(delimiter) if delimiter is not None else None,
        (text_field.lower(),) if text_field else TEXT_FIELDS,
        note,
        longest or LONGEST_TEXT,
    )


def _numbered(rows: Iterable[Row | BadRowError | _R]) -> Iterator[Row | BadRowError | _R]:
    for number, row in enumerate(rows, start=1):
        yield Row(f"item {number}", row.data) if isinstance(row, Row) else row


def _unique(
    rows: Iterable[Row | BadRowError | _R],
    convert: Callable[[Row], _R],
    skipped: SkippedRows | None,
    longest: int | None,
) -> Iterator[_R]:
    with SeenIds() as seen:
        for number, row in enumerate(rows, start=1):
            try:
                if isinstance(row, BadRowError):
                    raise row
                record = convert(row) if isinstance(row, Row) else row
                place = row.place if isinstance(row, Row) else f"item {number}"
                refuse_long_text(place, record.text, longest or LONGEST_TEXT)
                if find_surrogate(record.text) is not None:
                    raise BadRowError(f"{place}: the text has half a character", "save it as UTF-8")
                if record.id == content_id(record.text):
                    record = replace(record, id=seen.add_numbered(record.id, place))
                else:
                    seen.add(record.id, place)
            except (BadRowError, DuplicateIdError) as error:
                if skipped is None:
                    raise
                skipped.add(error)
            else:
                yield record
