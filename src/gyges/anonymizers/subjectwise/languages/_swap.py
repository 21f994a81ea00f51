"""A swap: the words of a text that change, and the ladder of what may stand there."""

from dataclasses import dataclass

__all__ = ["LanguageSwap", "label_of"]

from gyges.anonymizers.subjectwise.languages._table import LanguageWriting
from gyges.reading.details import Detail

_KINDS = {
    "unexplained": "name", "birth": "date", "moment": "date", "trait": "told",
}  # fmt: skip
_TAGS = {"RELATIONSHIP": "bond", "EDUCATION": "study", "OCCUPATION": "job", "POSITION": "job", "AGE": "age"}
_CODES = {"EMAIL_ADDRESS": "mail", "PHONE_NUMBER": "phone", "LINK": "link"}


@dataclass(frozen=True, slots=True)
class LanguageSwap:
    """Words from `start` to `end` and what may stand there, the closest first."""

    start: int
    end: int
    rungs: tuple[str, ...]


def label_of(detail: Detail, writing: LanguageWriting) -> str:
    """Return the label of what a span is: that of the language, else that of a mask."""
    key = _TAGS.get(detail.tag) or _KINDS.get(detail.kind, detail.kind)
    if detail.kind == "code":
        key = _CODES.get(detail.value, key)
    return writing.labels.get(key) or f"[{detail.type}]"
