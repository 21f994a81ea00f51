"""Documents: listed, looked at, and what annotators need beside them: guideline, places of quotes, proposals."""

from collections.abc import Iterable
from itertools import count
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from gyges.attacks import open_attacker
from gyges.errors import UnknownItemError, UnknownNameError
from gyges.models import ModelPool, ModelSettings
from gyges.reading import QuoteFinder, require_read
from gyges.reading.finder import find_spans
from gyges.reading.lookups import fold
from gyges.records import IdentifierType, Mention
from gyges.runs import wait_for
from gyges.studio._auth import IMPORTED
from gyges.studio._kinds import KINDS
from gyges.studio._kinds._kind import Guideline, guideline
from gyges.studio._kinds._mentions import MentionsBody, mentions_body, mentions_of
from gyges.studio._kinds._people import PeopleBody, people_body, people_of
from gyges.studio._look import check_attacker
from gyges.studio._made import askers
from gyges.studio._project import EMBEDDED, Project
from gyges.studio._routes._context import Asking, Given, InProject, Number, Offered
from gyges.studio._store._database import note

router = APIRouter(tags=["documents"])
_MOST_QUOTES = 20_000
_MOST_ROWS = 500
_KINDS = [kind.name for kind in KINDS if kind.about == "document" and not kind.shared]
DocumentKind: TypeAlias = Annotated[str, Query(max_length=60)]
"""The kind of sheet somebody works on."""


def propose_people(text: str, id: str, attacker: str, models: ModelSettings, users: Iterable[str] = ()) -> PeopleBody:
    """Let an attacker read a text; a model may take minutes."""

    async def ask() -> PeopleBody:
        async with ModelPool(models) as pool:
            pool.works_for(*users)
            finding = await open_attacker(attacker, pool).attack(text, id=id)
        return people_body(finding.subjects, by=attacker, accepted=False)

    return wait_for(ask)


def propose_mentions(text: str, finder: str) -> MentionsBody:
    """Return what the embedded masker would cover; spans of one person, or with the same words, are one entity."""
    require_read(text, finder)
    numbers = count(1)
    entities: dict[tuple[str, str], str] = {}
    found = []
    for span in find_spans(text):
        words = text[span.start : span.end]
        entity = (span.type, span.person) if span.person and span.type == "PERSON" else (span.type, fold(words))
        if entity not in entities:
            entities[entity] = f"e{next(numbers)}"
        identifier = IdentifierType.DIRECT if span.direct else IdentifierType.QUASI
        found.append(Mention(span.start, span.end, words, span.type, identifier, entities[entity]))
    return mentions_body(found, by=finder, accepted=False)


class ProposalSources(BaseModel):
    """Who can propose something for a document."""

    people: list[str]
    mentions: list[str]


class ProposalAsked(Given):
    """Who is to propose something."""

    by: Annotated[str, Field(max_length=500)]


class QuotesAsked(Given):
    """Words that are looked for in a document."""

    quotes: Annotated[list[str], Field(max_length=_MOST_QUOTES)]


@router.get("/guideline", response_model_exclude={"words", "rules"})
def look_up() -> Guideline:
    """Return the guideline."""
    return guideline()


@router.post("/documents/{number}/places")
def places(project: InProject, number: Number, asked: QuotesAsked) -> dict[str, list[tuple[int, int]]]:
    """Return for each quote where it stands: half-open code-point offsets."""
    text = project.texts.document(number).text
    finder = QuoteFinder(text)
    return {quote: finder.places(quote) or _inside(quote, finder, text) for quote in dict.fromkeys(asked.quotes)}


@router.get("/documents/{number}/sources")
def sources(project: InProject, offered: Offered, number: Number) -> ProposalSources:
    """Return who can propose people and mentions: attackers, and what came with the document."""
    project.texts.document(number)
    people, mentions = (
        [IMPORTED] if project.sheets.get(kind, number, IMPORTED).version else [] for kind in ("people", "mentions")
    )
    return ProposalSources(people=[*offered.offered, *people], mentions=[EMBEDDED, *mentions])


@router.post("/documents/{number}/people")
def people(project: InProject, offered: Offered, name: Asking, number: Number, asked: ProposalAsked) -> PeopleBody:
    """Return the people that somebody proposes, not saved; a model may take minutes, and keeps nobody waiting."""
    document = project.texts.document(number)
    if asked.by == IMPORTED:
        brought = PeopleBody.model_validate(_brought(project, "people", number))
        return people_body(people_of(brought), by=IMPORTED, accepted=False)
    check_attacker(asked.by, offered)
    proposed = propose_people(document.text, document.id, asked.by, offered.models, askers(project, number))
    with project.database.write() as connection:
        note(connection, name, "attacked", "people", of=document.text, item=number, author=asked.by)
    return proposed


@router.post("/documents/{number}/mentions")
def mentions(project: InProject, number: Number, asked: ProposalAsked) -> MentionsBody:
    """Return the mentions that somebody proposes, not saved."""
    document = project.texts.document(number)
    if asked.by == IMPORTED:
        brought = MentionsBody.model_validate(_brought(project, "mentions", number))
        return mentions_body(mentions_of(brought), by=IMPORTED, accepted=False)
    if asked.by != EMBEDDED:
        raise UnknownNameError(f"'{asked.by}' proposes no mentions", f"use {EMBEDDED}")
    return propose_mentions(document.text, asked.by)


def _brought(project: Project, kind: str, number: int) -> Any:
    kept = project.sheets.get(kind, number, IMPORTED)
    if not kept.version:
        raise UnknownItemError(f"no {kind} came with this document", "choose another source")
    return kept.body


def _inside(quote: str, finder: QuoteFinder, text: str) -> list[tuple[int, int]]:
    """Return the first place of a quote that stands nowhere as words of its own."""
    words = finder.find(quote)
    start = text.find(words) if words else -1
    return [(start, start + len(words))] if words and start >= 0 else []


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
