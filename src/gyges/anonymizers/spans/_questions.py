"""The two questions of ``span-abstract``: which words disclose something, and what to say instead of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting import EXPLANATIONS, REFUSALS, room_for
from gyges.models import DocumentText, Prompt, numbered
from gyges.reading import quote_places
from gyges.reading.finder import find_spans

_MOST_SPANS = 200
_MOST_EARLIER = 120  # replacements that a question shows
_LONGEST_QUOTE = 300
_LONGER = 3  # times the letters of a span that something more general may have
_SLACK = 30  # letters


class Disclosure(BaseModel):
    """Words that disclose something, and what."""

    quote: str = Field(min_length=1, max_length=_LONGEST_QUOTE)
    kind: str = Field(max_length=60)


class Disclosures(BaseModel):
    """All disclosures of a text."""

    spans: list[Disclosure] = Field(max_length=_MOST_SPANS)


@dataclass(frozen=True)
class FindDisclosures(Prompt[Disclosures], template="span_find.jinja"):
    """Which words of the text disclose something about a person?"""

    text: DocumentText
    everybody: bool
    purpose: Purpose

    def room(self) -> int:
        """Return tokens enough to quote much of the text."""
        return room_for(self.text)

    def check(self, answer: Disclosures) -> None:
        """Require words of the text; an empty list is believed only where nothing identifies anybody."""
        if answer.spans and not any(quote_places(span.quote, self.text) for span in answer.spans):
            raise ValueError("none of the quotes stands in the text; copy the words letter by letter")
        if not answer.spans and any(mention.direct for mention in find_spans(self.text)):
            raise ValueError("the list is empty, but the text has words that identify a person")


class Abstraction(BaseModel):
    """What stands for one span."""

    number: int
    replacement: str = Field(max_length=2 * _LONGEST_QUOTE)


class Abstractions(BaseModel):
    """What stands for each span."""

    spans: list[Abstraction] = Field(max_length=_MOST_SPANS)


@dataclass(frozen=True)
class AbstractSpans(Prompt[Abstractions], template="span_abstract.jinja"):
    """What could stand for these words, and tell less?"""

    text: DocumentText  # the window
    numbered: DocumentText  # the spans, with their numbers
    earlier: str  # what was said for other spans before, one a line; empty for the first question
    quotes: tuple[str, ...]  # the spans
    warmth: float  # the temperature
    purpose: Purpose  # what the user wants to protect and to keep

    @classmethod
    def about(
        cls, window: str, quotes: Sequence[str], said: Mapping[str, str], temperature: float, purpose: Purpose
    ) -> "AbstractSpans":
        """Return the question about quotes of a window, with what was said for the latest others before."""
        rows = [f"{quote} -> {words or '(taken out)'}" for quote, words in said.items()][-_MOST_EARLIER:]
        earlier = DocumentText("\n".join(rows)) if rows else ""
        return cls(DocumentText(window), numbered(quotes), earlier, tuple(quotes), temperature, purpose)

    def heat(self) -> float:
        """Return the temperature of the options."""
        return self.warmth

    def room(self) -> int:
        """Return tokens enough for all replacements."""
        return room_for(" ".join(self.quotes) * _LONGER)

    def check(self, answer: Abstractions) -> None:
        """Require every span once, with words that are new, short and no remark."""
        numbers = sorted(row.number for row in answer.spans)
        if numbers != list(range(1, len(self.quotes) + 1)):
            raise ValueError(f"give each number from 1 to {len(self.quotes)} exactly once")
        for row in answer.spans:
            quote = self.quotes[row.number - 1]
            if quote_places(quote, row.replacement):
                raise ValueError(f"the replacement of number {row.number} still holds the words it replaces")
            if len(row.replacement) > _LONGER * len(quote) + _SLACK:
                raise ValueError(f"the replacement of number {row.number} is far longer than the words it replaces")
            if REFUSALS.search(row.replacement) or EXPLANATIONS.search(row.replacement):
                raise ValueError(f"the replacement of number {row.number} is a remark, not words for the text")
