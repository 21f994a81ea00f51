"""Releases in German and Spanish of which it is known which direct identifiers still stand in them.

*Words* are the letters of ``guard/german.txt`` and ``guard/spanish.txt``, whose names are words or stand in no table.
The other documents are those of ``training/languages``. Each is *whole* (nothing was taken), *thinned* (a random part
of the marked identifiers was) or *emptied* (all were); *masked* ones were released by ``mask``.
"""

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import anyio
from training.marked import read_marks

from anonymizers.guard_sets import Case
from gyges.anonymizers import Tools, open_anonymizer
from gyges.models import ModelPool
from gyges.reading.lookups import fold
from gyges.records import Document, Edit, IdentifierType, Mention, Release, apply_edits, edits_from_json, edits_to_json

_FOLDER = Path(__file__).parent / "guard"
_SEED = 20261116
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ADDRESSES = frozenset((
    "herr", "frau", "herrn", "familie", "kollegin", "hr", "fr", "dr", "dra", "prof", "med", "don", "dona", "senor",
    "senora", "sr", "sra", "srta", "lic", "ing",
))  # fmt: skip
_SHORTEST = 3  # letters of a word that names somebody


def words(language: str, half: int | None = None) -> list[Document]:
    """Return the letters in a language; of two halves one, if it is named (0 is the one the rules were written on)."""
    blocks = re.split(r"^### ", (_FOLDER / f"{language}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    found: list[Document] = []
    for id_, _, marked in (block.partition("\n") for block in blocks):
        text, mentions = read_marks(marked.strip("\n"))
        found.append(Document(id_, text, mentions=mentions))
    return [document for place, document in enumerate(found) if half is None or place % 2 == half]


def taken(documents: Iterable[Document], share: float) -> Iterator[Case]:
    """Yield documents from which a share of the identifiers was taken, each wherever it stands."""
    for document in documents:
        dice = random.Random(f"{_SEED} {document.id}")
        gone = {said for said in sorted({one.text for one in _direct(document)}) if dice.random() < share}
        edits = [
            Edit(one.start, one.end, f"[{one.type}]", one.type, direct=True)
            for one in _direct(document)
            if one.text in gone
        ]
        left = [(one.start, one.end) for one in _direct(document) if one.text not in gone]
        release = Release(document.id, apply_edits(document.text, edits), "thinned", {"edits": edits_to_json(edits)})
        yield Case(document.text, release, tuple(_moved(edits, *place) for place in left))


def masked(documents: list[Document]) -> Iterator[Case]:
    """Yield what ``mask`` makes of documents; what stands are the words of names and codes that it left."""
    for document, release in zip(documents, anyio.run(_masked, documents), strict=True):
        edits = edits_from_json(release.trace["edits"])
        left = [
            match.span()
            for one in _direct(document)
            for match in _WORD.finditer(document.text, one.start, one.end)
            if not any(edit.start < match.end() and match.start() < edit.end for edit in edits) and _names(match[0])
        ]
        yield Case(document.text, release, tuple(_moved(edits, *place) for place in left))


async def _masked(documents: Iterable[Document]) -> list[Release]:
    async with ModelPool() as pool:
        method = open_anonymizer("mask", Tools(pool), {})
        return [await method.anonymize(Document(document.id, document.text)) for document in documents]


def _direct(document: Document) -> list[Mention]:
    return [one for one in document.mentions or () if one.identifier is IdentifierType.DIRECT]


def _names(word: str) -> bool:
    return len(word) >= _SHORTEST and word[0].isupper() and fold(word) not in _ADDRESSES


def _moved(edits: Iterable[Edit], start: int, end: int) -> tuple[int, int]:
    by = sum(len(edit.text) - (edit.end - edit.start) for edit in edits if edit.end <= start)
    return start + by, end + by
