"""What kind of document a text says it is: a police statement must stay one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["DocumentKind", "kind_of", "says_kind"]

_LINES = 5  # of the opening, blank ones left out
_HEADING = 100  # characters up to which a line is a heading and no sentence
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """The word of a heading that says what a document is.

    Attributes:
        word: In lower case, such as ``statement``.
        start: First code point.
        end: One past the last code point.
    """

    word: str
    start: int
    end: int


def kind_of(text: str) -> DocumentKind | None:
    """Return what the headings at the beginning of a text call it; None where they say nothing of it.

    Example:
        >>> kind_of("POLICE STATEMENT of a neighbour")
        Kind(word='statement', start=7, end=16)
    """
    return next((found for found in _heading_words(text) if found.word in _kinds()), None)


def says_kind(text: str, kind: DocumentKind) -> bool:
    """Tell whether the headings of a text say that it is of this kind."""
    return any(found.word == kind.word for found in _heading_words(text))


def _heading_words(text: str) -> Iterator[DocumentKind]:
    for number, line in enumerate(_LINE.finditer(text)):
        if number == _LINES:
            return
        if line.end() - line.start() <= _HEADING:
            for word in _WORD.finditer(text, line.start(), line.end()):
                yield DocumentKind(word.group().lower(), word.start(), word.end())


@cache
def _kinds() -> frozenset[str]:
    return frozenset((files(__package__) / "document_kinds.txt").read_text(encoding="utf-8").split())
