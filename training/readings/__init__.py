"""Releases of invented documents as a strong language model read them blind, with who is who by a second one.

Each line of ``readings.jsonl.gz`` is one release: document, method, text (none where it is the original's), edits where
the method masks in place, the people the reader listed, and which of them is which true person. Documents come from
``training/written``, the bundled corpus and ``documents_*.txt`` here. A fifth of the documents, by the hash of the id,
and one method are for measuring only: nothing is ever fitted on them.

``more.jsonl.gz`` has readings of which nobody said who is which true person (`more_readings`): texts of today's
methods, German and Spanish ones, and comments of authors. ``local.jsonl.gz`` has what the attacker `local` answered
about releases of watched and of kept documents (`local_answers`).
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gyges.corpus import bundled_corpus
from gyges.records import Document, Fact, Finding, Release, Subject
from training.written import written_documents

__all__ = [
    "MEASURED_METHOD",
    "LocalAnswer",
    "PlainReading",
    "Reading",
    "answer_key",
    "documents",
    "is_measured",
    "local_answers",
    "more_readings",
    "readings",
]

FOLDER = Path(__file__).parent
MEASURED_METHOD = "general"
"""The method that is for measuring only."""
_MEASURED_OF = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """One release, read.

    Attributes:
        document: The original with its people.
        release: What was read; its method is ``none``, ``names``, ``mask``, ``general``, ``pseudonyms``,
            ``subjectwise``, ``editor light`` or ``editor heavy``.
        finding: What the reader listed.
        who: The listed person for every true person whom the reader listed, by id.
    """

    document: Document
    release: Release
    finding: Finding
    who: Mapping[str, str]

    @property
    def measured(self) -> bool:
        """Whether it is for measuring only."""
        return is_measured(self.document.id) or self.release.method == MEASURED_METHOD


@dataclass(frozen=True, slots=True)
class PlainReading:
    """One release, read; whom the reader listed, and nobody said who is who."""

    release: Release
    language: str
    people: tuple[Subject, ...]
    kept: bool

    @property
    def measured(self) -> bool:
        """Whether it is for measuring only."""
        return self.kept or is_measured(self.release.id)


@dataclass(frozen=True, slots=True)
class LocalAnswer:
    """What the attacker `local` answered about a text, and whether it came to its end."""

    text: str
    whole: bool


def is_measured(id: str) -> bool:
    """Whether a document is for measuring only."""
    return int(hashlib.sha256(f"readings:{id}".encode()).hexdigest()[:8], 16) % _MEASURED_OF == 0


@cache
def documents() -> Mapping[str, Document]:
    """Return the documents that releases were made from, by id."""
    own = written_documents("documents_*.txt", folder=FOLDER)
    return {document.id: document for document in (*written_documents("people*.txt"), *own, *bundled_corpus())}


def readings() -> Iterator[Reading]:
    """Return all readings, in the order of the file."""
    with gzip.open(FOLDER / "readings.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield _reading(json.loads(line))


def more_readings() -> Iterator[PlainReading]:
    """Return the readings without who is who, in the order of the file."""
    with gzip.open(FOLDER / "more.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            people = tuple(_person(number, person) for number, person in enumerate(row["people"]))
            yield PlainReading(Release(row["id"], row["text"], row["method"]), row["language"], people, row["kept"])


def local_answers() -> Mapping[str, LocalAnswer]:
    """Return what `local` answered about texts, by `answer_key` of the text."""
    with gzip.open(FOLDER / "local.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return {row["key"]: LocalAnswer(row["answer"], row["whole"]) for row in rows}


def answer_key(text: str) -> str:
    """Return what a text is called among the answers of `local`."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _reading(row: dict[str, Any]) -> Reading:
    document = documents()[row["id"]]
    text = document.text if row["text"] is None else row["text"]
    edits = [dict(zip(("start", "end", "text"), edit, strict=True)) for edit in row.get("edits", ())]
    people = tuple(_person(number, person) for number, person in enumerate(row["people"]))
    true_ids = [subject.id for subject in document.subjects or ()]
    who = {true_ids[int(true)]: str(found) for true, found in row["who"].items()}
    release = Release(document.id, text, row["method"], {"edits": edits} if edits else {})
    return Reading(document, release, Finding(document.id, "strong reader", people), who)


def _person(number: int, row: dict[str, Any]) -> Subject:
    facts = tuple(
        Fact(tag, value, certainty, evidence=tuple(quotes)) for tag, value, certainty, *quotes in row["facts"]
    )
    return Subject(str(number), f"{row['name']} - {row['description']}", facts, tuple(row["called"]))
