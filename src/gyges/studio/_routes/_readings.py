"""Reading as an adversary, and who is who; a reader is given released texts and nothing else."""

import json
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from gyges.corpus import rows_of_jsonl
from gyges.errors import UnknownItemError
from gyges.reading import QuoteFinder
from gyges.studio._kinds._annotated import annotated_document
from gyges.studio._kinds._people import PeopleBody, PersonWritten, people_body, people_of
from gyges.studio._kinds._reading import (
    READING,
    TextToRead,
    add_to_read,
    decision_on,
    pile_of,
    reading_digest,
    recorded_rows,
    to_read,
)
from gyges.studio._routes._context import (
    Asking,
    Given,
    InProject,
    Number,
    refuse_files_before_finished,
    refuse_reader_of,
)
from gyges.studio._routes._documents import QuotesAsked
from gyges.studio._routes._sheets import SheetShown, ToSave, save_sheet, shown_sheet
from gyges.studio._store._database import note

router = APIRouter(tags=["readings"])
PileKey = Annotated[str, Path(pattern="^t[0-9a-f]{16}$")]


class BlindText(BaseModel):
    """A released text; nothing tells of which document or method it is."""

    key: str
    text: str


class ReadingListed(BaseModel):
    """A finished reading, and who decided who is who in it."""

    release: int
    id: str
    name: str
    reader: str
    people: int
    decided_by: str


class ReadingShown(BaseModel):
    """What a reader wrote, with the digest by which a decision names it."""

    reader: str
    digest: str
    people: list[PersonWritten]


class WhoShown(BaseModel):
    """All that is needed to say who is who: both texts, the truth, the readings."""

    release: int
    document: int
    id: str
    original: str
    released: str
    truth: list[PersonWritten] | None
    readings: list[ReadingShown]


class SampleGiven(Given):
    """The words of a ``to_read.jsonl``."""

    text: str


class SampleTaken(BaseModel):
    """How many texts it has."""

    texts: int


@router.get("/pile")
def pile(project: InProject, reader: Asking) -> list[TextToRead]:
    """Return what I can read, in an order of my own."""
    return pile_of(project, reader)


@router.post("/pile")
def sample(project: InProject, who: Asking, given: SampleGiven) -> SampleTaken:
    """Take a drawn sample as what to read first."""
    return SampleTaken(texts=add_to_read(project, rows_of_jsonl(given.text, "the sample"), who))


@router.get("/pile/{key}")
def blind_text(project: InProject, reader: Asking, key: PileKey) -> BlindText:
    """Return one text to read."""
    return BlindText(key=key, text=project.texts.release(to_read(project, reader, key)).release.text)


@router.get("/sheets/reading/{key}")
def my_reading(project: InProject, reader: Asking, key: PileKey) -> SheetShown[PeopleBody]:
    """Return my reading of a text of my pile."""
    kept = project.sheets.get(READING.name, to_read(project, reader, key), reader)
    return SheetShown(**shown_sheet(project, READING, kept))


@router.put("/sheets/reading/{key}")
def save_reading(project: InProject, reader: Asking, key: PileKey, sheet: ToSave[PeopleBody]) -> SheetShown[PeopleBody]:
    """Save it; refused with 409 where another version was saved since."""
    return SheetShown(**save_sheet(project, READING, to_read(project, reader, key), reader, sheet))


@router.post("/pile/{key}/places")
def places(project: InProject, reader: Asking, key: PileKey, asked: QuotesAsked) -> dict[str, list[tuple[int, int]]]:
    """Return for each quote where it stands in a text to read: half-open code-point offsets."""
    finder = QuoteFinder(project.texts.release(to_read(project, reader, key)).release.text)
    return {quote: finder.places(quote) for quote in dict.fromkeys(asked.quotes)}


@router.get("/readings")
def readings(project: InProject) -> list[ReadingListed]:
    """Return all finished readings."""
    lines = {line.number: line for line in project.texts.release_lines()}
    found = []
    for sheet in project.sheets.of_kind("reading"):
        if sheet.done:
            decision, line = decision_on(project, sheet), lines[sheet.item]
            found.append(
                ReadingListed(
                    release=sheet.item,
                    id=line.id,
                    name=line.name,
                    reader=sheet.author,
                    people=len(people_of(PeopleBody.model_validate(sheet.body))),
                    decided_by=decision.by if decision else "",
                )
            )
    return found


@router.get("/readings/{number}")
def who_is_who(project: InProject, who: Asking, number: Number) -> WhoShown:
    """Return what is needed to say who is who in the readings of a release; refused to somebody who is reading it."""
    row = project.texts.release(number)
    refuse_reader_of(project, who, row.document)
    document = annotated_document(project, row.document)
    truth = None if document.subjects is None else people_body(document.subjects).subjects
    shown = [
        ReadingShown(
            reader=sheet.author,
            digest=reading_digest(sheet),
            people=people_body(people_of(PeopleBody.model_validate(sheet.body))).subjects,
        )
        for sheet in project.sheets.of_item("reading", number)
        if sheet.done
    ]
    return WhoShown(
        release=number,
        document=row.document,
        id=document.id,
        original=document.text,
        released=row.release.text,
        truth=truth,
        readings=shown,
    )


@router.get("/recorded")
def recorded(project: InProject, who: Asking, reader: Annotated[str, Query(max_length=200)]) -> Response:
    """Return what a reader found, as a file for ``recorded:FILE``."""
    if reader != who:
        refuse_files_before_finished(project, who)
    rows = [json.dumps(row, ensure_ascii=False) + "\n" for row in recorded_rows(project, reader)]
    if not rows:
        raise UnknownItemError("that reader has not finished a reading", "finish one first")
    content = "".join(rows)
    with project.database.write() as connection:
        note(connection, who, "exported", "recorded", of=content, author=reader)
    headers = {"content-disposition": 'attachment; filename="recorded.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=headers)
