"""Reads invented documents in other languages: people as in ``training/written``, spans as in `training.marked`.

A document begins with ``### ID GENRE``; then come the lines of its people, a line ``===``, and the text with its marks.
The id begins with the language (``de-001``). ``python -m training.languages`` checks those in ``training/languages``.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from gyges.records import Document
from training.marked import read_marks
from training.written import read_block

__all__ = ["FOLDER", "language_documents", "language_of"]

FOLDER = Path(__file__).parent / "languages"


def language_documents(files: Iterable[Path] = ()) -> Iterator[Document]:
    """Return the documents of the files, by default of all in the folder, with their people and mentions."""
    for path in [*files] or sorted(FOLDER.glob("*.txt")):
        for block in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            yield _document(block)


def language_of(document: Document) -> str:
    """Return the language of a document as its id says."""
    return document.id.partition("-")[0]


def _document(block: str) -> Document:
    answer, line, marked = block.partition("\n===\n")
    text, mentions = read_marks(marked.strip("\n"))
    return replace(read_block(answer + line + text, one_author=False), mentions=mentions)


def main() -> int:
    """Check all documents and count them."""
    for path in sorted(FOLDER.glob("*.txt")):
        documents = list(language_documents([path]))
        people = sum(len(document.subjects or ()) for document in documents)
        mentions = sum(len(document.mentions or ()) for document in documents)
        sys.stdout.write(f"{path.name}: {len(documents)} documents, {people} people, {mentions} mentions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
