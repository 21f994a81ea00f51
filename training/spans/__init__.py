"""Invented documents with every span that tells who somebody is, annotated by a strong language model."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from gyges.records import Document
from training.readings import FOLDER as READINGS
from training.readings import is_measured
from training.written import written_documents

__all__ = ["EVERYDAY", "KINDS", "AnnotatedSpan", "AnnotatedText", "annotated", "is_fitted"]

FOLDER = Path(__file__).parent
_FITTED_OF = 6
_MARK = re.compile(r"⟦(\w+)\|([DT])\|([^⟦⟧]*)⟧")
EVERYDAY = ("mail-", "chat-", "file-", "story-", "long-", "hard-")
"""How ids of ``everyday.jsonl`` begin."""
KINDS = [
    "person",
    "handle",
    "address",
    "place",
    "organisation",
    "contact",
    "code",
    "link",
    "position",
    "date",
    "birth_date",
    "age",
    "group",
    "occupation",
    "other",
]


@dataclass(frozen=True, slots=True, order=True)
class AnnotatedSpan:
    """One span: where it is, what it is, and whether it identifies directly, together with others, or not."""

    start: int
    end: int
    kind: str
    how: Literal["direct", "together", "not"]


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A document with its spans in order; they may overlap."""

    document: Document
    spans: tuple[AnnotatedSpan, ...]

    @property
    def measured(self) -> bool:
        """Whether it is for measuring only."""
        return is_measured(self.document.id)


def is_fitted(id: str) -> bool:
    """Whether the weights of the finder's signals are fitted on a document, so that its tagger must not know it."""
    return int(hashlib.sha256(f"finder:{id}".encode()).hexdigest()[:8], 16) % _FITTED_OF == 0


def annotated() -> Iterator[AnnotatedText]:
    """Return all annotated documents: stories and posts, short texts with planted identifiers, everyday texts.

    Raises:
        ValueError: Words are not in their text, or a kind is unknown.
    """
    for line in (FOLDER / "annotations.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield _with_spans(_documents()[row["id"]], row)
    for line in (FOLDER / "planted.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield _with_spans(Document(row["id"], row["text"]), row)
    for line in (FOLDER / "everyday.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield _unmarked(row["id"], row["text"])


def _unmarked(id: str, marked: str) -> AnnotatedText:
    """Return a text whose spans stand in it as ``⟦kind|D|words⟧`` or ``⟦kind|T|words⟧``."""
    text, spans, at = "", [], 0
    for match in _MARK.finditer(marked):
        kind, how, words = match.groups()
        if kind not in KINDS:
            raise ValueError(f"{id}: '{kind}' is no kind")
        text += marked[at : match.start()]
        spans.append(AnnotatedSpan(len(text), len(text) + len(words), kind, "direct" if how == "D" else "together"))
        text, at = text + words, match.end()
    text += marked[at:]
    if "⟦" in text or "⟧" in text:
        raise ValueError(f"{id}: a mark is not closed")
    return AnnotatedText(Document(id, text), tuple(spans))


def _with_spans(document: Document, row: Mapping[str, Any]) -> AnnotatedText:
    spans = {one for given in row["spans"] for one in _places(document, *given)}
    return AnnotatedText(document, tuple(sorted(spans)))


@cache
def _documents() -> Mapping[str, Document]:
    every = (*written_documents(), *written_documents("documents_*.txt", folder=READINGS))
    return {document.id: document for document in every}


def _places(
    document: Document, words: str, kind: str, how: Literal["direct", "together", "not"], number: int | None = None
) -> Iterator[AnnotatedSpan]:
    places = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", document.text)]
    if kind not in KINDS or how not in ("direct", "together", "not") or len(places) < (number or 1):
        raise ValueError(f"{document.id}: '{words}' ({kind}, {how}, {number}) is not there")
    for start, end in places if number is None else places[number - 1 : number]:
        yield AnnotatedSpan(start, end, kind, how)
