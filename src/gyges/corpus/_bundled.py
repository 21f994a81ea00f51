"""The corpus that ships: invented documents about invented people, fully annotated."""

from importlib.resources import as_file, files

from gyges.corpus._read import read_documents
from gyges.errors import DatasetUnavailableError
from gyges.records import Document

__all__ = ["bundled_corpus"]


def bundled_corpus() -> tuple[Document, ...]:
    """Return the bundled documents, sorted by id.

    `meta` holds ``genre``, ``kind``, ``country``, ``date``, ``split`` (``dev`` or ``test``) and ``language``.

    Example:
        >>> sorted({document.meta["split"] for document in bundled_corpus()})
        ['dev', 'test']
    """
    source = files("gyges.corpus").joinpath("bundled", "documents.jsonl")
    if not source.is_file():
        raise DatasetUnavailableError("the bundled corpus is not where it was installed", "install Gyges again")
    with as_file(source) as path:
        return tuple(read_documents(path))
