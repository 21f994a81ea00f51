"""The question to a model: which words to change, and to what, so that leaks are closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.anonymizers.rewriting import EXPLANATIONS, REFUSALS
from gyges.anonymizers.spans import all_places
from gyges.anonymizers.subjectwise._invented import invents
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.models import DocumentText, Prompt

__all__ = ["EditRow", "EditRows", "ProposeEdits", "leaks_text", "problem_of"]

_MOST_EDITS = 150
_TOKENS, _TOKENS_EACH = 2000, 150  # of an answer with some thought before it, and of the edits for each leak
_LONGEST_QUOTE = 600
_LONGER = 3  # times the letters of a quote that its replacement may have
_SLACK = 40  # letters
_MOST_QUOTES = 6  # shown of one leak


class EditRow(BaseModel):
    """One edit a model proposes."""

    model_config = ConfigDict(extra="forbid")

    number: int
    quote: str = Field(min_length=1, max_length=_LONGEST_QUOTE)
    replacement: str = Field(max_length=_LONGEST_QUOTE)
    kind: Literal["generalise", "neutralise", "drop"]


class EditRows(BaseModel):
    """All edits a model proposes."""

    model_config = ConfigDict(extra="forbid")

    edits: list[EditRow] = Field(max_length=_MOST_EDITS)


@dataclass(frozen=True)
class ProposeEdits(Prompt[EditRows]):
    """Which words should change, and to what?

    Attributes:
        text: The working text, or passages of it.
        leaks: What still leaks, numbered.
        count: How many numbers there are.
        known: The original and the working text, whose names and numbers are no inventions.
        protect: What must not be learned, in the user's words.
        preserve: What it must stay good for.
    """

    template = "prompts/edits.jinja"
    answer = EditRows

    text: DocumentText
    leaks: DocumentText
    count: int
    known: tuple[str, ...]
    protect: str
    preserve: str

    def room(self) -> int:
        """Return tokens enough for edits of each leak."""
        return _TOKENS + _TOKENS_EACH * self.count

    def check(self, answer: EditRows) -> None:
        """Require one edit that can be used, so that a model that misunderstood is told."""
        problems = [problem_of(row, self) for row in answer.edits]
        if not any(not problem for problem in problems):
            raise ValueError(problems[0] if problems else "there is no edit; give one for as many numbers as you can")


def leaks_text(text: str, shown: Sequence[tuple[PersonStanding, Leak]]) -> DocumentText:
    """Return leaks as numbered lines under the people they are about, each with all the words that gave it away."""
    lines: list[str] = []
    last = ""
    for number, (person, leak) in enumerate(shown, start=1):
        if person.id != last:
            lines.append(f"About {' '.join(person.description.split())}:")
            last = person.id
        lines.append(f"{number}. {leak.tag}: {leak.value}{_given_away(text, leak)}")
    return DocumentText("\n".join(lines))


def _given_away(text: str, leak: Leak) -> str:
    quotes = dict.fromkeys(" ".join(text[start:end].split()) for start, end in leak.places)
    return " - given away by: " + " | ".join(list(quotes)[:_MOST_QUOTES]) if quotes else ""


def problem_of(row: EditRow, question: ProposeEdits) -> str:
    """Return why an edit cannot be used, or an empty string."""
    if not 1 <= row.number <= question.count:
        return "there is no such number"
    if not all_places(row.quote, question.text):
        return "the quote does not stand in the text; copy it letter by letter"
    if all_places(row.quote, row.replacement):
        return "the replacement still holds the words it replaces"
    if len(row.replacement) > _LONGER * len(row.quote) + _SLACK:
        return "the replacement is far longer than the words it replaces"
    if REFUSALS.search(row.replacement) or EXPLANATIONS.search(row.replacement):
        return "the replacement is a remark, not words for the text"
    if invents(row.replacement, *question.known):
        return "the replacement names something that the text does not say"
    return ""
