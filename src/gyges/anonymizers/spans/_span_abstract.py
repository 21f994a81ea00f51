"""``span-abstract``: a model points out disclosures and says something more general for each (Dou et al. 2024)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.rewriting import hash_of_prompts, temperature_sent, window_chars
from gyges.anonymizers.spans._places import spans_without_overlap
from gyges.anonymizers.spans._questions import AbstractSpans, FindDisclosures
from gyges.errors import AnswerInvalidError, RewriteFailedError
from gyges.models import DocumentText, Model
from gyges.reading import quote_places, split_windows
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_to_json

_NAME = "span-abstract"
_AT_ONCE = 30  # spans in one question
_SENTENCE_ENDS = ".!?…。！？\n"
_ARTICLE = re.compile(r"\A(?:an?|the)\s+(?=\w)", re.IGNORECASE)
_DETERMINED = re.compile(r"(?<!\w)(?:an?|the|my|your|his|her|its|our|their|this|that)\s+$", re.IGNORECASE)
_NEAR = 12  # code points in which the word before stands


@dataclass(frozen=True, slots=True)
class SpanAbstractOptions:
    """Options of ``span-abstract``."""

    temperature: float = 0.7
    whose: Literal["author", "everybody"] = "everybody"
    window_tokens: int | None = None  # the most tokens of text in one question


@dataclass(slots=True)
class _FoundQuotes:
    """The quotes so far: their kinds, how they are written, what stands for them, how many stood nowhere."""

    kinds: dict[str, str] = field(default_factory=dict)
    written: dict[str, set[str]] = field(default_factory=dict)
    replacements: dict[str, str] = field(default_factory=dict)
    not_found: int = 0


@dataclass(frozen=True)
class SpanAbstract:
    """Edits only the words that disclose something; all others stay as they are."""

    model: Model
    options: SpanAbstractOptions
    purpose: Purpose
    name: str = _NAME

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Model, options, purpose, and a hash of the words of the questions."""
        return {
            "model": self.model.name,
            "temperature": temperature_sent(self.model, self.options.temperature),
            "whose": self.options.whose,
            "window_tokens": self.options.window_tokens,
            "protect": self.purpose.protect,
            "preserve": self.purpose.preserve,
            "prompt": hash_of_prompts(FindDisclosures, AbstractSpans),
        }

    async def anonymize(self, document: Document) -> Release:
        """Return the document with its disclosures made more general, wherever they stand."""
        text, found = document.text, _FoundQuotes()
        windows = split_windows(text, window_chars(self.model, text, self.options.window_tokens))
        for number, window in enumerate(windows, start=1):
            if not any(char.isalnum() for char in window.text):
                continue
            try:
                await self._read(window.text, found)
            except AnswerInvalidError as error:
                raise RewriteFailedError(
                    f"part {number} of {len(windows)} was not rewritten: {error.problem}", error.remedy
                ) from error
        spans = _spans(text, found)
        edits = [_edit(text, found, span) for span in spans]
        trace: dict[str, JsonValue] = {
            "windows": len(windows),
            "repairs": [],
            "spans": len(found.replacements),
            "replaced": len(edits),
            "left_out": len(set(found.replacements) - {quote for _, _, quote in spans}),
            "quotes_not_found": found.not_found,
            "edits": edits_to_json(edits),
            "model": self.model.name,
            "temperature": temperature_sent(self.model, self.options.temperature),
        }
        return Release(document.id, apply_edits(text, edits), self.name, trace)

    async def _read(self, window: str, found: _FoundQuotes) -> None:
        """Ask for the disclosures of a window and for what stands for those that no window before had."""
        everybody = self.options.whose == "everybody"
        answer = await self.model.ask(FindDisclosures(DocumentText(window), everybody, self.purpose))
        fresh: list[str] = []
        for span in answer.spans:
            places = quote_places(span.quote, window)
            if not places:
                found.not_found += 1
            elif span.quote not in found.kinds:
                found.kinds[span.quote] = span.kind
                fresh.append(span.quote)
            found.written.setdefault(span.quote, set()).update(window[start:end] for start, end in places)
        for at in range(0, len(fresh), _AT_ONCE):
            quotes = fresh[at : at + _AT_ONCE]
            asked = AbstractSpans.about(window, quotes, found.replacements, self.options.temperature, self.purpose)
            said = await self.model.ask(asked)
            found.replacements |= {quotes[row.number - 1]: row.replacement.strip() for row in said.spans}


def _spans(text: str, found: _FoundQuotes) -> list[tuple[int, int, str]]:
    """Return where spans are replaced; one that lies in a longer one is left out."""
    places = {
        quote: sorted({place for words in found.written[quote] for place in quote_places(words, text)})
        for quote in found.replacements
    }
    return spans_without_overlap(places)


def _edit(text: str, found: _FoundQuotes, span: tuple[int, int, str]) -> Edit:
    start, end, quote = span
    return Edit(
        start, end, _fitting(found.replacements[quote], text, start), reason=f"disclosure: {found.kinds[quote]}"
    )


def _fitting(replacement: str, text: str, start: int) -> str:
    """Return a replacement as its place asks: a capital where a sentence begins with one, and one article, not two."""
    if _DETERMINED.search(text, max(0, start - _NEAR), start):
        replacement = _ARTICLE.sub("", replacement, count=1)
    before = text[:start].rstrip(" \t\"'“‘(")
    begins = not before or before[-1] in _SENTENCE_ENDS
    return replacement[:1].upper() + replacement[1:] if begins and text[start].isupper() else replacement


def _make(tools: Tools, options: SpanAbstractOptions, argument: str) -> SpanAbstract:
    del argument
    return SpanAbstract(tools.rewriter(_NAME), options, tools.purpose)


def _calls(_: SpanAbstractOptions) -> MethodCalls:
    return MethodCalls(rewrites=3)  # one that finds, one or two that replace


METHOD = Method(
    _NAME,
    "A model points out the words that disclose something and says something more general for each.",
    _make,
    options=SpanAbstractOptions,
    needs_model=True,
    calls=_calls,
)
