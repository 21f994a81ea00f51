"""The list of documents, and a document by itself."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Query
from pydantic import BaseModel

from gyges.studio.kinds import KINDS
from gyges.studio.routes._context import Asking, InProject, Number

__all__ = ["router"]

router = APIRouter(tags=["documents"])
_MOST_ROWS = 500
_KINDS = [kind.name for kind in KINDS if kind.about == "document" and not kind.shared]

DocumentKind: TypeAlias = Annotated[str, Query(max_length=60)]
"""The kind of sheet somebody works on."""


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


class DocumentsAround(BaseModel):
    """Numbers of other documents; None where there is none."""

    previous: int | None
    next: int | None
    unfinished: int | None


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


@router.get("/documents/{number}/around")
def around(project: InProject, name: Asking, number: Number, kind: DocumentKind) -> DocumentsAround:
    """Return where to go from a document: before it, after it, and to the next that I have not finished."""
    project.texts.document(number)
    before, after = project.texts.beside(number)
    return DocumentsAround(previous=before, next=after, unfinished=project.sheets.unfinished(kind, name, number))
