"""What is true about the people of a document: what annotators agreed on, else what one of them wrote."""

from gyges.records import Document
from gyges.studio._project import Project

__all__ = ["annotated_document"]


def annotated_document(project: Project, number: int) -> Document:
    """Return a document with its true people; without any where nobody has annotated it.

    Raises:
        UnknownItemError: There is no such document.
    """
    return project.texts.document(number)
