"""The page that settles differences: the sheets of all annotators of one document, row by row."""

from fastapi import APIRouter
from pydantic import BaseModel

from gyges.records import Fact, Mention, Subject
from gyges.studio._blind import refuse_before_finished
from gyges.studio.kinds import (
    FactCells,
    FactWritten,
    MentionWritten,
    mention_rows,
    mentions_body,
    people_body,
    people_rows,
)
from gyges.studio.routes._context import Asking, InProject, Number

__all__ = ["router"]

router = APIRouter(tags=["agreement"])


class FactRowShown(BaseModel):
    """One fact, a cell an annotator."""

    key: str
    tag: str
    standing: str
    cells: list[FactWritten | None]


class PersonRowShown(BaseModel):
    """One person, a description an annotator."""

    key: str
    standing: str
    cells: list[str | None]
    facts: list[FactRowShown]


class MentionRowShown(BaseModel):
    """One span, a cell an annotator; `differs` names in what."""

    key: str
    standing: str
    differs: list[str]
    cells: list[MentionWritten | None]


class SideBySide(BaseModel):
    """A document and what its finished annotators wrote; sheets that are not finished do not count."""

    number: int
    id: str
    text: str
    people_authors: list[str]
    people: list[PersonRowShown]
    mentions_authors: list[str]
    mentions: list[MentionRowShown]
    unfinished: dict[str, list[str]]


@router.get("/side-by-side/{number}")
def side_by_side(project: InProject, who: Asking, number: Number) -> SideBySide:
    """Return what annotators wrote about a document; refused while the asker is one of them and not through."""
    document = project.texts.document(number)
    refuse_before_finished(project, who, ("people", "mentions"), [number])
    people_authors, people = people_rows(project, number)
    mentions_authors, mentions = mention_rows(project, number)
    return SideBySide(
        number=number,
        id=document.id,
        text=document.text,
        people_authors=people_authors,
        people=[
            PersonRowShown(
                key=row.key,
                standing=row.standing,
                cells=list(row.descriptions),
                facts=[
                    FactRowShown(
                        key=fact.key, tag=fact.tag, standing=fact.standing, cells=[_fact(f) for f in fact.facts]
                    )
                    for fact in row.facts
                ],
            )
            for row in people
        ],
        mentions_authors=mentions_authors,
        mentions=[
            MentionRowShown(
                key=row.key,
                standing=row.standing,
                differs=list(row.differs),
                cells=[_mention(mention) for mention in row.mentions],
            )
            for row in mentions
        ],
        unfinished={
            kind: [sheet.author for sheet in project.sheets.of_item(kind, number) if not sheet.done]
            for kind in ("people", "mentions")
        },
    )


def _fact_row(row: FactCells) -> FactRowShown:
    cells = [_fact(fact) for fact in row.facts]
    return FactRowShown(key=row.key, tag=row.tag, standing=row.standing, cells=cells)


def _fact(fact: Fact | None) -> FactWritten | None:
    return None if fact is None else people_body([Subject("\0", facts=(fact,))]).subjects[0].facts[0]


def _mention(mention: Mention | None) -> MentionWritten | None:
    return None if mention is None else mentions_body([mention]).mentions[0]
