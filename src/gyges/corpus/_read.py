"""Reading documents and releases, one at a time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from gyges.corpus._encodings import check_encoding
from gyges.corpus._ids import SeenIds
from gyges.corpus._places import StoreUrl, place_of
from gyges.corpus._row import LONGEST_TEXT, FileTerms, Format, Note, Row, log_note, refuse_long_text
from gyges.corpus._rows import MemoryRow, require_many, rows_from_file, rows_from_memory
from gyges.corpus._schema import find_surrogate
from gyges.corpus._shapes import TEXT_FIELDS, content_id, to_document, to_release, told_in_row
from gyges.corpus._tables import DataFrame, check_delimiter, is_frame, rows_of_frame, text_column
from gyges.errors import BadRowError, DuplicateIdError, InputError
from gyges.records import Document, Release, Subject, UnreadableDocument

_KEPT_EXAMPLES = 20
Source: TypeAlias = str | Path | StoreUrl | DataFrame | Iterable[MemoryRow | Document]
_RELEASE_STRETCH = 4
"""Times the characters of the longest original that a release may have: "[DATETIME]" for "1997" is 2.5; ours."""
_R = TypeVar("_R", Document, Release)


@dataclass
class SkippedRows:
    """Counts the rows that could not be read. Hand one to a reader to skip bad rows instead of stopping.

    Attributes:
        count: How many rows were skipped.
        examples: The messages of the first ones, each starting with ``file:line``.
        documents: All of them as documents without a text, by the id of the row, else by its place. Whoever counts
            documents adds them: they failed, and a failure is never privacy.
    """

    count: int = 0
    examples: list[str] = field(default_factory=list)
    documents: list[UnreadableDocument] = field(default_factory=list)

    @property
    def releases(self) -> Iterator[Release]:
        """The same rows as releases that failed."""
        return (Release(one.id, "", "unknown", {"failed": one.why}) for one in self.documents)

    def add(
        self,
        error: InputError,
        row: Row | Document | Release | None,
        seen: SeenIds,
        *,
        place: str = "",
        id_field: str | None = None,
        released: bool = False,
    ) -> None:
        """Note one bad row, as far as it could be read; its id joins those seen. Two releases may fail one document."""
        self.count += 1
        if len(self.examples) < _KEPT_EXAMPLES:
            self.examples.append(error.problem)
        where = place or error.problem.partition(": ")[0]
        id_, subjects = _told(row, id_field)
        if id_:
            try:
                seen.add(id_, where)
            except DuplicateIdError:
                id_ = id_ if released else ""
        told = UnreadableDocument(id_ or seen.add_numbered(where, where), "", subjects, why=error.problem)
        self.documents.append(told)


def _told(row: Row | Document | Release | None, id_field: str | None) -> tuple[str, tuple[Subject, ...] | None]:
    """Return the id and the annotated people of a row, as far as it could be read."""
    if isinstance(row, Row):
        return told_in_row(row, id_field)
    if isinstance(row, Document):
        return row.id, row.subjects
    return ("" if row is None else row.id), None


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
        source: A path, a URL such as ``s3://bucket/letters.jsonl``, a data frame of pandas or polars, or an iterable of
            texts, mappings or documents.
        text_field: The field or column with the text; found by its name when not given, and in a data frame also as
            the only column of texts.
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
    terms = _terms(format, encoding, delimiter, text_field, note, max_text)
    if is_frame(source):
        source = rows_of_frame(source)
        text_field = text_field or text_column(source, TEXT_FIELDS)
    rows = _rows(source, Document, terms)
    return distinct(rows, lambda row: to_document(row, text_field, id_field), id_field, skipped, terms.longest)


def read_releases(
    source: str | Path | StoreUrl | DataFrame | Iterable[MemoryRow | Release],
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
    terms = _terms(format, encoding, delimiter, text_field, note, longest)
    rows = _rows(rows_of_frame(source) if is_frame(source) else source, Release, terms)
    return distinct(rows, lambda row: to_release(row, text_field, id_field), id_field, skipped, longest, released=True)


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


def _rows(source: Any, own: type[_R], terms: FileTerms) -> Iterable[Row | BadRowError | _R]:
    """Return what a source holds: the rows of a file, or what is in memory with its place."""
    if isinstance(source, str | Path | StoreUrl):
        return rows_from_file(place_of(source), terms)
    require_many(source)
    rows: Iterable[Row | _R] = chain.from_iterable(
        [item] if isinstance(item, own) else rows_from_memory([item]) for item in source
    )
    return (Row(f"item {n}", row.data) if isinstance(row, Row) else row for n, row in enumerate(rows, start=1))


def distinct(
    rows: Iterable[Row | BadRowError | _R],
    convert: Callable[[Row], _R],
    id_field: str | None,
    skipped: SkippedRows | None,
    longest: int,
    *,
    released: bool = False,
) -> Iterator[_R]:
    """Yield records under ids of their own; a row that is bad or comes twice is an error, or skipped and counted."""
    with SeenIds() as seen:
        for number, row in enumerate(rows, start=1):
            place = "" if isinstance(row, BadRowError) else row.place if isinstance(row, Row) else f"item {number}"
            try:
                if isinstance(row, BadRowError):
                    raise row
                record = convert(row) if isinstance(row, Row) else row
                refuse_long_text(place, record.text, longest)
                if find_surrogate(record.text) is not None:
                    raise BadRowError(f"{place}: the text has half a character", "save it as UTF-8")
                if record.id == content_id(record.text):
                    record = replace(record, id=seen.add_numbered(record.id, place))
                else:
                    seen.add(record.id, place)
            except (BadRowError, DuplicateIdError) as error:
                if skipped is None:
                    raise
                told = None if isinstance(row, BadRowError) else row
                skipped.add(error, told, seen, place=place, id_field=id_field, released=released)
            else:
                yield record
