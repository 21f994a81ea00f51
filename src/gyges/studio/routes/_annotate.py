"""Behind the two pages of annotators: the guideline, where quotes stand, and what others propose."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import UnknownItemError, UnknownNameError
from gyges.reading import QuoteFinder
from gyges.studio._askers import askers
from gyges.studio._options import EMBEDDED
from gyges.studio._project import Project
from gyges.studio._proposals import propose_mentions, propose_people
from gyges.studio.kinds import (
    IMPORTED,
    MentionsBody,
    PeopleBody,
    guideline,
    mentions_body,
    mentions_of,
    people_body,
    people_of,
)
from gyges.studio.reviews import check_attacker
from gyges.studio.routes._context import Asking, InProject, Number, Offered
from gyges.studio.store import note

__all__ = ["router"]

router = APIRouter(tags=["annotate"])
_MOST_QUOTES = 20_000


class GuidelineShown(BaseModel):
    """What annotators have at hand; levels begin at 1."""

    people: str
    mentions: str
    certainty: list[str]
    hardness: list[str]
    hints: dict[str, str]


class ProposalSources(BaseModel):
    """Who can propose something for a document."""

    people: list[str]
    mentions: list[str]


class ProposalAsked(BaseModel):
    """Who is to propose something."""

    model_config = ConfigDict(extra="forbid")

    by: Annotated[str, Field(max_length=500)]


class QuotesAsked(BaseModel):
    """Words that are looked for in a document."""

    model_config = ConfigDict(extra="forbid")

    quotes: Annotated[list[str], Field(max_length=_MOST_QUOTES)]


@router.get("/guideline")
def look_up() -> GuidelineShown:
    """Return the guideline."""
    return GuidelineShown.model_validate(guideline(), from_attributes=True)


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
