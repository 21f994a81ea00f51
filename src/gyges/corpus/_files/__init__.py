"""Files with a structure of their own (Word, HTML, mails, PDF): their text, and releases that keep their looks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Literal, TypeAlias, TypeGuard, get_args

from gyges.corpus._files._docx import open_docx
from gyges.corpus._files._html import open_html
from gyges.corpus._files._layout import FileLayout, TextChange, change_pieces, line_changes, same_words, text_of
from gyges.corpus._files._mail_and_pdf import mail_text, pdf_text
from gyges.corpus._row import FileTerms, Format
from gyges.errors import BadRowError, InputError

Structured: TypeAlias = Literal["docx", "html", "eml", "pdf"]
STRUCTURED: Mapping[str, Structured] = {
    ".docx": "docx",
    ".html": "html",
    ".htm": "html",
    ".eml": "eml",
    ".pdf": "pdf",
}
LOOKS_KEPT: Mapping[str, Structured] = {".docx": "docx", ".html": "html", ".htm": "html"}
"""Suffixes of releases that look like their originals."""
_LIBRARIES: Mapping[str, str] = {"docx": "docx", "html": "bs4", "pdf": "pypdf"}


def is_structured(format_: Format | None) -> "TypeGuard[Structured]":
    """Tell whether files of a format have a structure that their text must be taken out of."""
    return format_ in get_args(Structured)


def missing_extra(format_: Format | None) -> bool:
    """Tell whether what reads a format is not installed."""
    library = _LIBRARIES.get(format_ or "")
    return library is not None and find_spec(library) is None


def file_text(raw: bytes, place: str, format_: Structured, terms: FileTerms) -> str:
    """Return the text of a file with a structure."""
    try:
        if format_ == "docx":
            return text_of(open_docx(raw).pieces)
        if format_ == "pdf":
            return pdf_text(raw, lambda sentence: terms.note(place, sentence))
        if format_ == "eml":
            return mail_text(raw, lambda sentence: terms.note(place, sentence), terms.encoding)
        layout, encoding = open_html(raw, terms.encoding)
        if not layout.tells_encoding:
            terms.tell_encoding(place, encoding)
        return text_of(layout.pieces)
    except InputError as error:
        raise BadRowError(f"{place}: {error.problem}", f"{error.remedy}, or pass --skip-bad") from error


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A release in the file format of its original."""

    content: bytes  # the file
    removed: Sequence[str]  # what of the original is not in it, in words
    flattened: int  # lines that lost the formats inside them because they were written anew


def laid_out_release(
    source: Path, original: str, released: str, changes: Sequence[TextChange] | None, encoding: str | None = None
) -> LaidOut:
    """Return a release that looks like its original, a Word document or an HTML page.

    Where no changes are given the text was written anew, and goes in line by line.
    """
    format_ = LOOKS_KEPT[source.suffix.lower()]
    layout = _open(source.read_bytes(), format_, encoding)
    if text_of(layout.pieces) != original:
        raise InputError(f"{source} changed since it was read", "run the command again")
    flattened = 0
    if changes is None:
        changes, rewritten = line_changes(layout.pieces, released)
        flattened = rewritten.flattened
    change_pieces(layout.pieces, changes)
    stream = BytesIO()
    layout.save(stream)
    # What stands in the file is what counts: it is read again, and holds the release and nothing else.
    again = text_of(_open(stream.getvalue(), format_, "utf-8" if format_ == "html" else None).pieces)
    if not same_words(again, released):
        raise InputError(f"the release does not go into the layout of {source}", "write it as .txt instead")
    return LaidOut(stream.getvalue(), layout.removed, flattened)


def _open(raw: bytes, format_: Structured, encoding: str | None) -> FileLayout:
    return open_docx(raw) if format_ == "docx" else open_html(raw, encoding)[0]
