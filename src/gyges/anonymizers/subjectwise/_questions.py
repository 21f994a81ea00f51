"""The question to a model: which words to change, and to what, so that a leak is closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.anonymizers.rewriting import EXPLANATIONS, REFUSALS
from gyges.anonymizers.spans import all_places
from gyges.anonymizers.subjectwise._invented import invents
from gyges.models import DocumentText, Prompt

__all__ = ["EditRow", "EditRows", "ProposeEdits", "problem_of"]

_MOST_EDITS = 60
_TOKENS, _TOKENS_EACH = 150, 100  # of an answer, and of each edit in it
_LONGEST_QUOTE = 300
_LONGER = 3  # times the letters of a quote that its replacement may have
_SLACK = 30  # letters


class EditRow(BaseModel):
    """One edit a model proposes."""

    model_config = ConfigDict(extra="forbid")

    number: int
    quote: str = Field(min_length=1, max_length=_LONGEST_QUOTE)
    replacement: str = Field(max_length=_LONGEST_QUOTE)
    person: str = Field(max_length=120)
    kind: Literal["generalise", "neutralise", "drop"]


class EditRows(BaseModel):
    """All edits a model proposes."""

    model_config = ConfigDict(extra="forbid")

    edits: list[EditRow] = Field(max_length=_MOST_EDITS)


@dataclass(frozen=True)
class ProposeEdits(Prompt[EditRows]):
    """Which words should change, and to what?"""

    template = "prompts/edits.jinja"
    answer = EditRows

    leaks: DocumentText
    passages: tuple[str, ...]
    original: str
    protect: str
    preserve: str

    def room(self) -> int:
        """Return tokens enough for an edit of each leak."""
        return _TOKENS + _TOKENS_EACH * len(self.passages)

    def check(self, answer: EditRows) -> None:
        """Require one edit that can be used, so that a model that misunderstood is told."""
        problems = [problem_of(row, self.passages, self.original) for row in answer.edits]
        if not any(not problem for problem in problems):
            raise ValueError(problems[0] if problems else "there is no edit; give one for as many numbers as you can")


def problem_of(row: EditRow, passages: Sequence[str], original: str) -> str:
    """Return why an edit cannot be used, or an empty string."""
    if not 1 <= row.number <= len(passages):
        return f"there is no number {row.number}"
    if not all_places(row.quote, passages[row.number - 1]):
        return f"the quote of number {row.number} does not stand in its passage"
    if all_places(row.quote, row.replacement):
        return f"the replacement of number {row.number} still holds the words it replaces"
    if len(row.replacement) > _LONGER * len(row.quote) + _SLACK:
        return f"the replacement of number {row.number} is far longer than the words it replaces"
    if REFUSALS.search(row.replacement) or EXPLANATIONS.search(row.replacement):
        return f"the replacement of number {row.number} is a remark, not words for the text"
    if invents(row.replacement, original):
        return f"the replacement of number {row.number} names something that the text does not say"
    return ""
