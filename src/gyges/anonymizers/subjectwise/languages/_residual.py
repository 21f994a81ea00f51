"""Direct identifiers that still stand in a text of a language of tables: which of them go, and what stands for them."""

import re

from gyges.anonymizers._guard import Residual
from gyges.anonymizers.subjectwise.languages._table import LanguageWriting

__all__ = ["is_left_in", "label_of_residual"]

_MONEY = re.compile(r"[$€£]\s?$")
_LABELS = {"LOC": "street", "DATETIME": "date"}


def is_left_in(text: str, one: Residual) -> bool:
    """Tell whether what the guard found may be an identifier: no word written small, no sum of money."""
    if one.type == "PERSON":
        return not one.words.islower()
    return _MONEY.search(text, max(0, one.start - 3), one.start) is None


def label_of_residual(one: Residual, writing: LanguageWriting) -> str:
    """Return what stands for an identifier that is no name."""
    return writing.labels.get(_LABELS.get(one.type, "code")) or f"[{one.type}]"
