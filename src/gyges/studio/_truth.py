"""What is true about the people of a document: what somebody finished writing about it."""

from dataclasses import replace

from gyges.records import Document
from gyges.studio._project import Project
from gyges.studio.kinds import IMPORTED, PEOPLE, PeopleBody, people_of

__all__ = ["annotated_document"]


def annotated_document(project: Project, number: int) -> Document:
    """Return a document with its true people: those it came with, else those of the first who finished a sheet.

    Without any where nobody has annotated it: a sheet that somebody is still writing is no truth.

    Raises:
        UnknownItemError: There is no such document.
    """
    document = project.texts.document(number)
    done = [sheet for sheet in project.sheets.of_item(PEOPLE.name, number) if sheet.done]
    if not done:
        return document
    chosen = min(done, key=lambda sheet: (sheet.author != IMPORTED, sheet.author))
    return replace(document, subjects=people_of(PeopleBody.model_validate(chosen.body)))
