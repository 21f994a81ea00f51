"""What is true about the people of a document: what annotators agreed on, else what one of them wrote."""

from dataclasses import replace

from gyges.records import Document, Subject
from gyges.studio._project import Project
from gyges.studio.kinds import (
    IMPORTED,
    PEOPLE,
    PEOPLE_AGREED,
    PeopleAgreedBody,
    PeopleBody,
    agreed_people,
    people_of,
    tells_people,
)
from gyges.studio.store import TEAM

__all__ = ["annotated_document"]


def annotated_document(project: Project, number: int) -> Document:
    """Return a document with its true people; without any where nobody has finished annotating it.

    Raises:
        UnknownItemError: There is no such document.
    """
    return replace(project.texts.document(number), subjects=_people(project, number))


def _people(project: Project, number: int) -> tuple[Subject, ...] | None:
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
