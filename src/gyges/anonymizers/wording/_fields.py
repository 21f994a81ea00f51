"""Fields of forms: a line or a cell that holds only what must go, goes whole with its label."""

import re

from gyges.anonymizers.wording._around import line_of

__all__ = ["field_around"]

_DELIMITER = re.compile(  # blanks are read from where they begin in their line, and once
    r"(?:(?<![^\S\n])[^\S\n]++)?[|·•][^\S\n]*+|(?<![^\S\n])(?=[^\S\n]*?(?:\t| {3}))[^\S\n]++"
)
_MARK = r"[\s>*•–-]*(?:\d{1,2}[.)]\s*)?"
_LABEL = re.compile(rf"{_MARK}(?:[^\W\d_][\w .'’/()&-]{{0,34}}?\s*(?:[:#№]|\.{{3,}}|…+)\s*)?")
_LOOSE = re.compile(rf"{_MARK}(?:[^\W\d_][\w.'’/-]*[.:]?\s++){{1,3}}(?:[Nn]o|[Nn]r|[Nn]umber|#)?[.:]?\s*")
_TITLE = re.compile(r"[\s|>*-]*[^\W\d_][\w.'’/ -]{0,24}")
_DOCUMENT = re.compile(
    r"\b(?:record|report|minutes|memo|note|form|sheet|log|appeal|complaint|notice|warning|order|statement|summary|plan)\b",
    re.IGNORECASE,
)
_REST = re.compile(r"[\s.,;*)]*")


def field_around(text: str, start: int, end: int, *, loose: bool = False) -> tuple[int, int] | None:
    """Return the line or cell that some words fill, with its label and one delimiter; None if more stands there.

    Args:
        text: The text.
        start: First code point of the words.
        end: One past their last code point.
        loose: Whether up to three words without a colon are a label too, as before a number.

    Example:
        >>> field_around("Age: 84", 5, 7), field_around("I met 84 people.", 6, 8)
        ((0, 7), None)
    """
    low, high = line_of(text, start, end)
    left = [match.end() for match in _DELIMITER.finditer(text, low, start)]
    right = _DELIMITER.search(text, end, high)
    first, last = (left[-1] if left else low), (right.start() if right is not None else high)
    lead = text[first:start]
    if _DOCUMENT.search(lead):
        return None  # the title of a document with its number
    if not (_LABEL.fullmatch(lead) or (loose and _LOOSE.fullmatch(lead))) or not _REST.fullmatch(text, end, last):
        return None
    if right is not None:
        return first, right.end()
    if left:
        cells = [match.start() for match in _DELIMITER.finditer(text, low, start)]
        if len(cells) == 1 and _TITLE.fullmatch(text, low, cells[0]):
            return low, min(len(text), high + 1)  # "Tel.  | 555 0417"
        return cells[-1], high
    return low, min(len(text), high + 1)
