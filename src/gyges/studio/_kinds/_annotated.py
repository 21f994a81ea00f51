"""Documents with what somebody has finished writing about them: annotators, the team, or whoever sent them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from gyges.records import Document, Mention, Subject
from gyges.studio._auth import IMPORTED
from gyges.studio._kinds._agreed import (
    MENTIONS_AGREED,
    PEOPLE_AGREED,
    MentionsAgreedBody,
    PeopleAgreedBody,
    agreed_mentions,
    agreed_people,
)
from gyges.studio._kinds._mentions import MENTIONS, MentionsBody, mentions_body, mentions_of
from gyges.studio._kinds._people import PeopleBody, people_body, people_of, tells_people
from gyges.studio._kinds._people_remarks import PEOPLE
from gyges.studio._project import Project
from gyges.studio._store._sheets import TEAM, Sheet

AGREED = TEAM
"""The author of what annotators agreed on."""


def imported_sheets(documents: Iterable[Document], number_of: Callable[[str], int]) -> Iterator[Sheet]:
    """Return what documents say about themselves, as finished sheets."""
    for document in documents:
        if document.subjects is not None:
            body = people_body(document.subjects).model_dump(mode="json")
            yield Sheet("people", number_of(document.id), IMPORTED, body=body, done=True)
        if document.mentions is not None:
            body = mentions_body(document.mentions).model_dump(mode="json")
            yield Sheet("mentions", number_of(document.id), IMPORTED, body=body, done=True)


def annotated_document(project: Project, number: int) -> Document:
    """Return a document with its true people; without any where nobody has finished annotating it."""
    return replace(project.texts.document(number), subjects=_true_people(project, number))


def _true_people(project: Project, number: int) -> tuple[Subject, ...] | None:
    """Return those that were agreed on, else those the document came with, else those of the first who finished."""
    agreed = project.sheets.get(PEOPLE_AGREED.name, number, TEAM)
    if agreed.done:
        return agreed_people(PeopleAgreedBody.model_validate(agreed.body))
    done = [
        (sheet.author, body)
        for sheet in project.sheets.of_item(PEOPLE.name, number)
        if sheet.done and tells_people(body := PeopleBody.model_validate(sheet.body))
    ]
    if not done:
        return None
    return people_of(min(done, key=lambda one: (one[0] != IMPORTED, one[0]))[1])


def annotators(project: Project) -> list[str]:
    """Return who has finished annotating something; `AGREED` first, if there is something agreed on."""
    return project.sheets.authors(PEOPLE.name, MENTIONS.name, PEOPLE_AGREED.name, MENTIONS_AGREED.name)


def annotated(project: Project, author: str) -> Iterator[Document]:
    """Return the documents whose people or mentions somebody has finished, with what they wrote."""
    on_people, on_mentions = (PEOPLE_AGREED, MENTIONS_AGREED) if author == AGREED else (PEOPLE, MENTIONS)
    people = {sheet.item: sheet.body for sheet in project.sheets.of_kind(on_people.name, author) if sheet.done}
    mentions = {sheet.item: sheet.body for sheet in project.sheets.of_kind(on_mentions.name, author) if sheet.done}
    for item in sorted({*people, *mentions}):
        document = project.texts.document(item)
        if item in people:
            document = replace(document, subjects=_people(people[item], author))
        if item in mentions:
            document = replace(document, mentions=_mentions(mentions[item], author))
        yield document


def _people(body: object, author: str) -> tuple[Subject, ...]:
    if author == AGREED:
        return agreed_people(PeopleAgreedBody.model_validate(body))
    return people_of(PeopleBody.model_validate(body))


def _mentions(body: object, author: str) -> tuple[Mention, ...]:
    if author == AGREED:
        return agreed_mentions(MentionsAgreedBody.model_validate(body))
    return mentions_of(MentionsBody.model_validate(body))
