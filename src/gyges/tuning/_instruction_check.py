"""A learned instruction must not carry what it learned from: no quotations of documents, nobody's data."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gyges.reading import quote_places
from gyges.reading.finder import find_spans
from gyges.records import Document, IdentifierType

_RUN = 8
"""Words in a row that an instruction and a document do not share by chance."""

_TELLING = 4  # characters of an identifier that says something by itself
_ENOUGH = 0.5  # of the words that must be left after scrubbing
_WORD = re.compile(r"\w+")
_PIECE = re.compile(  # a sentence or a line, with what divides it from the next
    r".*?(?:(?<![.!?])[.!?]++\s+|\n+|\Z)", re.DOTALL
)
_PERSONAL = frozenset(
    {"NAME", "PHONE_NUMBER", "EMAIL_ADDRESS", "IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PASSPORT_NUMBER"}
)


@dataclass(frozen=True, slots=True)
class Checked:
    """An instruction after the check."""

    text: str | None  # what may be used of it; None if it is refused
    reasons: tuple[str, ...] = ()  # what was wrong, without repeating it


@dataclass(frozen=True)
class InstructionCheck:
    """Checks instructions against the documents they were learned from."""

    runs: frozenset[tuple[str, ...]]  # all runs of words of the documents
    identifiers: tuple[str, ...]  # names, codes and other words that identify somebody
    allowed: str = ""  # texts whose words may be used anyhow: the seed instruction and the sentences of the task
    _known: frozenset[str] = field(default=frozenset(), repr=False)

    @classmethod
    def against(cls, documents: Sequence[Document], allowed: str = "") -> "InstructionCheck":
        """Prepare the check against documents."""
        runs = frozenset(run for document in documents for run in _runs(document.text)) - _runs(allowed)
        words = dict.fromkeys(word for document in documents for word in _identifiers(document))
        kept = tuple(word for word in words if not quote_places(word, allowed))
        return cls(runs, kept, allowed, frozenset(token for word in kept for token in _tokens(word)[:1]))

    def __call__(self, instruction: str) -> Checked:
        """Return what may be used of an instruction: whole, without the sentences that tell something, or nothing."""
        reasons = self._problems(instruction)
        if not reasons:
            return Checked(instruction.strip())
        pieces = [piece for piece in _PIECE.findall(instruction) if piece]
        left = re.sub(r"\n{3,}", "\n\n", "".join(piece for piece in pieces if not self._problems(piece))).strip()
        if len(_WORD.findall(left)) < _ENOUGH * len(_WORD.findall(instruction)) or self._problems(left):
            return Checked(None, tuple(reasons))
        return Checked(left, tuple(reasons))

    def _problems(self, text: str) -> list[str]:
        problems = []
        if not _runs(text).isdisjoint(self.runs):
            problems.append(f"it repeats {_RUN} or more words of a document")
        there = set(_tokens(text))
        if not self._known.isdisjoint(there) and any(
            _tokens(word)[:1] and _tokens(word)[0] in there and quote_places(word, text) for word in self.identifiers
        ):
            problems.append("it holds a name, code or other identifier from a document")
        return problems


def _identifiers(document: Document) -> Iterable[str]:
    """Yield words that identify somebody: annotated ones, the facts of people, and what the embedded reader finds."""
    for mention in document.mentions or ():
        if mention.identifier is IdentifierType.DIRECT or (
            mention.type in ("PERSON", "CODE") and _telling(mention.text)
        ):
            yield mention.text
    for subject in document.subjects or ():
        yield from (fact.value for fact in subject.facts if fact.tag in _PERSONAL and len(fact.value) >= _TELLING)
    units = document.meta.get("pii_units")  # in lower case in the published file: the text tells how they are written
    if isinstance(units, Sequence) and not isinstance(units, str):
        yield from (str(unit) for unit in units if _telling(_as_written(str(unit), document.text)))
    for found in find_spans(document.text):
        words = document.text[found.start : found.end]
        if found.direct and _telling(words):
            yield words


def _telling(words: str) -> bool:
    """Whether words say something by themselves: a common word in lower case does not."""
    return len(words.strip()) >= _TELLING and (not words.islower() or not words.isalpha())


def _as_written(words: str, text: str) -> str:
    start = text.casefold().find(words.casefold())
    return text[start : start + len(words)] if start >= 0 else words


def _tokens(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _tokens(text)
    return frozenset(tuple(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1))
