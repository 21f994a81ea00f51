"""Values in files: JSON, and cells that no spreadsheet takes for a formula."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonValue: TypeAlias = "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"


_APOSTROPHE = "'"
_FORMULA = frozenset("=+-@")


def escaped_cell(text: str) -> str:
    r"""Return a cell that a spreadsheet takes for text, and never for a formula.

    Spreadsheets skip blanks, tabs and line ends before a sign, and take full-width signs for the plain ones.
    """
    return f"{_APOSTROPHE}{text}" if _is_formula(text) else text


def unescaped_cell(cell: str) -> str:
    """Return what `escaped_cell` was given."""
    return cell[1:] if cell.startswith(_APOSTROPHE) and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    """Return True if a cell begins a formula; apostrophes before it do not count, so that one more can be told."""
    bare = text.lstrip(_APOSTROPHE)
    return unicodedata.normalize("NFKC", bare.strip()[:1]) in _FORMULA or bare[:1] in ("\t", "\r", "\n")
