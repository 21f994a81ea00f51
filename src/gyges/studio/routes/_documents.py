"""The list of documents, and a document by itself."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from gyges.studio.kinds import KINDS
from gyges.studio.routes._context import Asking, InProject, Number

__all__ = ["router"]

router = APIRouter(tags=["documents"])
_MOST_ROWS = 500
_KINDS = [kind.name for kind in KINDS if kind.about == "document" and not kind.shared]


class DocumentListed(BaseModel):
    """A row of the list: `mine` says which of my sheets on it are begun (false) or done (true)."""

    number: int
    id: str
    characters: int
    opening: str
    mine: dict[str, bool]


class DocumentShown(BaseModel):
    """A document with its text."""

    number: int
    id: str
    text: str


@router.get("/documents")
def documents(
    project: InProject,
    name: Asking,
    start: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_ROWS)] = 100,
    words: Annotated[str, Query(max_length=200)] = "",
) -> list[DocumentListed]:
    """Return documents in their order."""
    rows = project.texts.rows(start=start, limit=limit, words=words)
    mine = project.sheets.states(_KINDS, name, [row.number for row in rows])
    return [
        DocumentListed(
            number=row.number,
            id=row.id,
            characters=row.characters,
            opening=row.opening,
            mine=mine.get(row.number, {}),
        )
        for row in rows
    ]


@router.get("/documents/{number}")
def document(project: InProject, number: Number) -> DocumentShown:
    """Return one document."""
    found = project.texts.document(number)
    return DocumentShown(number=number, id=found.id, text=found.text)
