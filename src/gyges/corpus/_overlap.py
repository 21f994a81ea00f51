"""Keeping documents of a test out of what is learned from."""

import re
from collections.abc import Iterable

from gyges.records import Document

__all__ = ["without_documents"]

_NO_WORD = re.compile(r"[\W_]+")


def without_documents(documents: Iterable[Document], barred: Iterable[Document]) -> tuple[list[Document], list[str]]:
    """Leave out documents that are among others, by their id or by their text.

    Collections that share texts rarely share ids, and seldom their blanks and line breaks: two texts are the same if
    their letters and digits are, whatever is between them.

    Returns:
        The documents that stay, and the ids of those left out.

    Example:
        >>> one, two = Document("a", "Ana is here."), Document("b", "Ben is here.")
        >>> kept, left_out = without_documents([one, two], [Document("x-1", "ana  is here")])
        >>> [document.id for document in kept], left_out
        (['b'], ['a'])
    """
    others = list(barred)
    ids = {document.id for document in others}
    texts = {_folded(document.text) for document in others} - {""}
    kept, left_out = [], []
    for document in documents:
        if document.id in ids or _folded(document.text) in texts:
            left_out.append(document.id)
        else:
            kept.append(document)
    return kept, left_out


def _folded(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())
