"""Invented documents of many genres with the spans a careful masker hides, marked as `training.marked` reads them."""

from pathlib import Path

from training.marked import read_marks

from gyges.records import Document


def invented_documents(files: str = "*.txt") -> list[Document]:
    """Return all of them, or those in the files of this folder whose names match."""
    blocks = [block for path in sorted(Path(__file__).parent.glob(files)) for block in path.read_text().split("### ")]
    return [_document(block) for block in blocks if block.strip()]


def _document(block: str) -> Document:
    head, _, body = block.partition("\n")
    text, mentions = read_marks(body.strip("\n"))
    return Document(head.strip(), text, mentions=mentions)
