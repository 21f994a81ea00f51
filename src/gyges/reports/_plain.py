"""Texts and figures as a reader may see them: nothing invisible, no figure rounded to a promise."""

import math
import unicodedata

from gyges.scoring import whole_percent

__all__ = [
    "NOTHING",
    "clipped",
    "label",
    "narrow",
    "number",
    "percent",
    "points",
    "rough",
    "spreadsheet_text",
    "visible",
]

NOTHING = "–"
"""Stands where there is no figure: no evidence is not zero."""

_NBSP = "\u00a0"
_MINUS = "\u2212"

# What moves a cursor, turns the direction of writing, breaks lines where none is seen, or cannot be seen or encoded.
_UNSEEN = (
    *((code, code) for code in (0x061C, 0x180E, 0xFEFF)),
    (0x0080, 0x009F),  # C1 controls, among them the next-line character
    (0x200B, 0x200B),  # the zero-width space; joiners stay, emoji and Persian need them
    (0x200E, 0x200F),  # marks of direction
    (0x2028, 0x202E),  # line and paragraph separators, embeddings and overrides
    (0x2060, 0x206F),  # invisible operators, isolates
    (0xD800, 0xDFFF),  # lone surrogates
    (0xFDD0, 0xFDEF),  # no characters at all
    (0xFFF9, 0xFFFB),  # interlinear annotations
    (0xE0000, 0xE007F),  # tags: a whole alphabet nobody sees
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000)),
)
_PICTURES = {
    **{code: f"⟦U+{code:04X}⟧" for first, last in _UNSEEN for code in range(first, last + 1)},
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: "\u2421",
}


_FORMULA = frozenset("=+-@")


def spreadsheet_text(text: str) -> str:
    r"""Return a cell that a spreadsheet takes for text, and never for a formula.

    Spreadsheets skip blanks, tabs and line ends before a sign, and take full-width signs for the plain ones.

    Example:
        >>> spreadsheet_text("\n=1+1")
        "'\n=1+1"
    """
    shown = visible(text)
    first = unicodedata.normalize("NFKC", text.strip()[:1])
    return f"'{shown}" if first in _FORMULA or text[:1] in ("\t", "\r", "\n") else shown


def visible(text: str) -> str:
    r"""Return a text in which control characters, direction marks and other unseen characters show.

    Example:
        >>> visible("a\u202eb\x1b[31m")
        'a⟦U+202E⟧b␛[31m'
    """
    if text.isascii() and text.isprintable():  # most are, and have nothing to show
        return text
    return text.replace("\r\n", "\n").translate(_PICTURES)


def clipped(text: str, length: int) -> str:
    """Return a text on one line, cut off with an ellipsis after so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def label(name: str) -> str:
    """Return the name of a tag or setting as words: ``PHONE_NUMBER`` becomes "Phone number"."""
    words = " ".join(name.replace("_", " ").split())
    return words[:1].upper() + (words[1:].lower() if words.isupper() else words[1:])


def percent(value: float | None) -> str:
    r"""Return a share in percent. What is not all or nothing is never shown as 0 % or 100 %.

    Example:
        >>> percent(0.614), percent(0.998), percent(None)
        ('61\xa0%', '>99\xa0%', '–')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{whole_percent(value)}{_NBSP}%"


def narrow(words: str) -> str:
    """Return a figure for a narrow column: without the blank before the sign of percent."""
    return words.replace(f"{_NBSP}%", "%")


def points(value: float | None) -> str:
    """Return a difference of two shares in percentage points, with its sign."""
    if value is None or not math.isfinite(value):
        return NOTHING
    rounded = round(value * 100)
    sign = "+" if rounded > 0 else _MINUS if rounded < 0 else ""
    return f"{sign}{abs(rounded)}"


def number(value: float | None) -> str:
    """Return a count with thousands separators; halves keep their decimal.

    Example:
        >>> number(2235), number(4.5), number(None)
        ('2,235', '4.5', '–')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{value:,.1f}".removesuffix(".0").replace("-", _MINUS)


def rough(value: float | None) -> str:
    """Return an estimate of a count with two figures, as more would promise too much.

    Example:
        >>> rough(453.3), rough(10_600_000), rough(1.4)
        ('450', '11 million', '1')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    if value < 100:
        return str(round(value))
    digits = math.floor(math.log10(value)) - 1
    rounded = round(value / 10**digits) * 10**digits
    for size, word in ((10**9, "billion"), (10**6, "million")):
        if rounded >= size:
            return f"{rounded / size:.1f}".removesuffix(".0") + f" {word}"
    return number(rounded)
