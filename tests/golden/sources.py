"""The documents of the golden record, part by part: all invented here, none from outside."""

import lzma
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from training.languages import FOLDER as LANGUAGES
from training.languages import language_documents
from training.readings import FOLDER
from training.written import SURE, written_documents

from gyges.corpus import bundled_corpus, read_documents
from gyges.factory import make_documents
from gyges.records import Document, Fact, Subject
from gyges.scoring import is_about_author
from reading.spans.invented import invented_documents

FACTORY_DOCUMENTS, FACTORY_SEED = 300, 17
MASKED = Path(__file__).parent / "masked.jsonl.xz"
"""Variants of 90 of the factory's documents, masked in five styles, with what is left to tell: text that is masked
already takes ways of its own through the reader."""
EVERY = 10
"""Of the parts beside the bundled corpus, every so manyth document is in the sample that each test run reads."""


@cache
def sources(part: str) -> tuple[Document, ...]:
    """Return the documents of a part in the order of their ids, which are unique in it."""
    documents = sorted(_PARTS[part](), key=lambda document: document.id)
    if len({document.id for document in documents}) != len(documents):
        raise ValueError(f"two documents of {part} have the same id")
    return tuple(documents)


def sample(part: str) -> tuple[Document, ...]:
    """Return the documents that are quick to look at: all bundled ones, some of the others."""
    return sources(part) if part == "bundled" else sources(part)[::EVERY]


@cache
def kept_ids(part: str) -> frozenset[str]:
    """Return the ids of documents that nobody looks at, so that they stay a check: only counts are shown of them."""
    if part != "languages":
        return frozenset()
    return frozenset(document.id for document in language_documents(sorted(LANGUAGES.glob("*_kept.txt"))))


def _written() -> list[Document]:
    return [_with_author(document) for document in written_documents()]


def _with_author(document: Document) -> Document:
    """Return a document whose author's attributes are its truth, as in the benchmarks of author profiling."""
    told = document.meta.get("author")
    if not isinstance(told, dict):
        return document
    facts = tuple(Fact(tag, str(value), SURE) for tag, value in told.items())
    labelled = replace(document, subjects=(Subject("author", "the author", facts),))
    if not is_about_author(labelled):
        raise ValueError(f"{document.id} is not about its author")
    return labelled


def _factory() -> list[Document]:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "masked.jsonl"
        plain.write_bytes(lzma.decompress(MASKED.read_bytes()))
        masked = {document.meta["number"]: document for document in read_documents(plain)}
    made = make_documents(FACTORY_DOCUMENTS, seed=FACTORY_SEED)
    return [masked.get(document.meta["number"], document) for document in made]


_PARTS: dict[str, Callable[[], list[Document]]] = {
    "bundled": lambda: list(bundled_corpus()),
    "written": _written,
    "readings": lambda: list(written_documents("documents_*.txt", folder=FOLDER)),
    "factory": _factory,
    "spans": invented_documents,
    "languages": lambda: list(language_documents()),
}
PARTS = tuple(_PARTS)
