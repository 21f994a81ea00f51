"""One document as the reader sees it, as a row of plain JSON: the reading and the guesses about the author."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from gyges.reading import (
    REFERENCE_DATE,
    Evidence,
    PersonRead,
    ReadFact,
    Reading,
    ReadMention,
    author_guesses,
    read_text,
    why_unread,
)
from gyges.records import Document

__all__ = ["Row", "digest_of", "line_of", "row_of"]

Row = dict[str, Any]
_NO_GENRE = "unknown"


def digest_of(text: str) -> str:
    """Return what stands for a text in the record; the text itself stays where it lies."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def line_of(row: Row) -> str:
    """Return a row in its one canonical spelling."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def row_of(document: Document, reading: Reading | None = None) -> Row:
    """Return everything the room ``gyges.reading`` says about a document.

    Args:
        document: The document.
        reading: Its reading, where somebody read it already.
    """
    text = document.text
    reading = reading or read_text(text)
    row = {
        "id": document.id,
        "text": digest_of(text),
        "unread": why_unread(text),
        "reading": _reading(reading),
        "general": None if reading.genre == _NO_GENRE else _reading(read_text(text, genres=False)),
        "author": {tag: [list(one) for one in ranked] for tag, ranked in author_guesses(text, REFERENCE_DATE).items()},
    }
    again: Row = json.loads(line_of(row))  # as it will come out of the file: lists for tuples
    return again


def _reading(reading: Reading) -> Row:
    return {
        "genre": reading.genre,
        "people": [_person(person) for person in reading.people],
        "mentions": _mentions(reading.mentions),
        "notes": dict(reading.notes),
    }


def _person(person: PersonRead) -> Row:
    return {
        "id": person.id,
        "description": person.description,
        "mentions": _places(person.mentions),
        "facts": _facts(person.facts),
        **({"special": _facts(person.special)} if person.special else {}),
    }


def _facts(told: Iterable[ReadFact]) -> list[list[object]]:
    return [[fact.tag, fact.value, fact.certainty, _places(fact.evidence), fact.cue] for fact in told]


def _places(evidence: Iterable[Evidence]) -> list[list[int]]:
    return [[words.start, words.end] for words in evidence]


def _mentions(mentions: Iterable[ReadMention]) -> list[list[object]]:
    return [[one.start, one.end, one.type, one.direct, one.person] for one in mentions]
