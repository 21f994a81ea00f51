"""Documents with what somebody has finished writing about them."""

from collections.abc import Iterator
from dataclasses import replace

from gyges.records import Document, Mention, Subject
from gyges.studio._project import Project
from gyges.studio.kinds import (
    MENTIONS,
    MENTIONS_AGREED,
    PEOPLE,
    PEOPLE_AGREED,
    MentionsAgreedBody,
    MentionsBody,
    PeopleAgreedBody,
    PeopleBody,
    agreed_mentions,
    agreed_people,
    mentions_of,
    people_of,
)
from gyges.studio.store import TEAM

__all__ = ["AGREED", "annotated", "annotators"]

AGREED = TEAM
"""The author of what annotators agreed on."""


def annotators(project: Project) -> list[str]:
    """Return who has finished annotating something; `AGREED` first, if there is something agreed on."""
    kinds = (PEOPLE, MENTIONS, PEOPLE_AGREED, MENTIONS_AGREED)
    return sorted({head.author for kind in kinds for head in project.sheets.heads(kind.name) if head.done})


def annotated(project: Project, author: str) -> Iterator[Document]:
    """Return the documents whose people or mentions somebody has finished, with what they wrote.

    Raises:
        InputError: A mention does not stand where its sheet says.
    """
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
