"""How a report writes: figures and marks as words, and what figures and settings are called."""

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from gyges.records import escaped_cell
from gyges.scoring import whole_percent

NOTHING = "–"
"""Stands where there is no figure: no evidence is not zero."""

_NBSP = "\u00a0"
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
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


def spreadsheet_text(text: str) -> str:
    r"""Return a cell in which everything shows, and which a spreadsheet never takes for a formula."""
    shown = visible(text)
    return shown if escaped_cell(text) == text else f"'{shown}"


CsvCell: TypeAlias = str | int | float | None


def csv_text(rows: Iterable[Mapping[str, CsvCell]]) -> str:
    """Return rows, by the names of columns, as a table for a spreadsheet, which takes no cell of it for a formula."""
    listed = list(rows)
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(dict.fromkeys(name for row in listed for name in row)), lineterminator="\n")
    writer.writeheader()
    for row in listed:
        writer.writerow({n: spreadsheet_text(cell) if isinstance(cell, str) else cell for n, cell in row.items()})
    return buffer.getvalue()


def csv_rate(name: str, value: float | None, low: float | None = None, high: float | None = None) -> dict[str, CsvCell]:
    """Return the cells of a figure with the ends of its interval."""
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, its cells written as they are; nothing without rows."""
    listed = list(rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *listed)) if listed else ""


def markdown_text(text: str) -> str:
    """Return a text that Markdown and the HTML inside it leave as it is, on one line."""
    line = " ".join(visible(text).split())
    return _SPECIAL.sub(r"\\\1", "".join(_ENTITIES.get(char, char) for char in line)).replace("://", r":\/\/")


def visible(text: str) -> str:
    r"""Return a text in which control characters, direction marks and other unseen characters show."""
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
    r"""Return a share in percent. What is not all or nothing is never shown as 0 % or 100 %."""
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
    """Return a count with thousands separators; halves keep their decimal."""
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{value:,.1f}".removesuffix(".0").replace("-", _MINUS)


_FIGURES = {
    "cpr": "CPR: facts protected",
    "ipr": "IPR: facts protected per person, on average",
    "strong_cpr": "CPR from a strong reader, estimated",
    "strong_ipr": "IPR from a strong reader, estimated",
    "read_cpr": "CPR from a strong reader, of the documents it read",
    "read_ipr": "IPR from a strong reader, of the documents it read",
    "confirmed_cpr": "CPR from a strong reader, confirmed by a sample",
    "confirmed_ipr": "IPR from a strong reader, confirmed by a sample",
    "aac": "1-AAC: facts of the main person protected",
    "weighted_cpr": "CPR weighed by sensitivity",
    "protected_people": "Well protected people",
    "prior_cpr": "CPR against a guess without the text",
    "excess_leak": "Leak beyond that guess, in points",
    "worst_subject": "Facts protected of the person worst off",
    "top_1": "Author attributes that the first guess got",
    "top_2": "Author attributes that one of the first two guesses got",
    "top_3": "Author attributes that one of the first three guesses got",
}
_CONTROLS = {
    "prior_ipr": "IPR against a guess without the text",
    "permuted_cpr": "CPR against what was read in another document",
    "original_cpr": "CPR of the original texts",
    "original_ipr": "IPR of the original texts",
    "original_aac": "1-AAC of the original texts",
}
_UTILITY = {
    "mean": "Mean utility",
    "rouge_l": "ROUGE-L with the original",
    "meaning": "Meaning kept",
    "rouge_1": "ROUGE-1 with the original",
    "readability": "Readability",
    "bleu": "BLEU with the original",
    "hallucination": "Adds nothing of its own",
    "embedding": "Closeness of meaning by embeddings",
}
_SHORT_UTILITY = {"rouge_1": "ROUGE-1", "rouge_l": "ROUGE-L", "bleu": "BLEU", "hallucination": "adds nothing"}
_SPANS = {
    "recall": "Words marked for masking that are gone",
    "er_direct": "Direct identifiers gone everywhere",
    "er_quasi": "Indirect identifiers gone everywhere",
}
_NAMES = {**_FIGURES, **_CONTROLS, **_UTILITY, **_SPANS}
_SETTINGS = {
    "reference_date": "day on which ages are stated",
    "matcher": "says who is who",
    "min_certainty": "counts facts of certainty",
    "methods": "methods named in the releases",
}
_TRUTH = {
    "annotated": "annotated",
    "self-labelled": "self-labelled: what a reader took out of the original texts",
    "mixed": "mixed: annotated in some texts, taken out of the original by a reader in the others",
}

UTILITY_NAMES = tuple(_UTILITY)
"""The measures of utility, the one to compare by first."""

SPAN_NAMES = tuple(_SPANS)
"""The figures about spans."""


def figure_name(name: str) -> str:
    """Return what a metric, a control, a measure of utility or a figure about spans is called."""
    return _NAMES.get(name, label(name))


def short_utility_name(name: str) -> str:
    """Return what a measure of utility is called in the head of a narrow column."""
    return _SHORT_UTILITY.get(name, label(name).lower())


def truth_name(source: str) -> str:
    """Return where the truth of an audit comes from, in words."""
    return _TRUTH.get(source, source)


def setting_name(name: str) -> str:
    """Return what a setting is called, inside a line."""
    return _SETTINGS.get(name, label(name).lower())


def setting(value: object) -> str:
    """Return the value of a setting in words: no list or mapping as a program writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{label(str(name)).lower()} {setting(inner)}" for name, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(setting(inner) for inner in value)
    return str(value)
