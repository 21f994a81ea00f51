"""Annotations that come with documents: sheets of an author of their own."""

from collections.abc import Callable, Iterable, Iterator

from gyges.records import Document
from gyges.studio._names import IMPORTED
from gyges.studio.kinds._mentions import mentions_body
from gyges.studio.kinds._people import people_body
from gyges.studio.store import Sheet

__all__ = ["IMPORTED", "imported_sheets"]


def imported_sheets(documents: Iterable[Document], number_of: Callable[[str], int]) -> Iterator[Sheet]:
    """Return what documents say about themselves, as finished sheets.

    Args:
        documents: The documents; those that nobody annotated give none.
        number_of: The number of a document by its id.
    """
    for document in documents:
        if document.subjects is not None:
            body = people_body(document.subjects).model_dump(mode="json")
            yield Sheet("people", number_of(document.id), IMPORTED, body=body, done=True)
        if document.mentions is not None:
            body = mentions_body(document.mentions).model_dump(mode="json")
            yield Sheet("mentions", number_of(document.id), IMPORTED, body=body, done=True)
