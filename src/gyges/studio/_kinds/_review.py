"""The review of a release: which edits of the original are made, with which words. One sheet for all reviewers."""

from collections.abc import Sequence

from pydantic import Field, model_validator

from gyges.records import Edit
from gyges.studio._kinds._kind import Body, Remark, SheetKind
from gyges.studio._project import Project

_FURTHEST = 2**53 - 1


class EditDecided(Body):
    """One edit with the decision on it; all but `accept` and `own` as in `Edit`."""

    start: int = Field(ge=0, le=_FURTHEST)
    end: int = Field(ge=0, le=_FURTHEST)
    replacement: str
    accept: bool = True  # whether it is made
    own: bool = False  # whether a reviewer added it
    type: str = ""
    direct: bool = False
    person: str = ""
    reason: str = ""

    @model_validator(mode="after")
    def _goes_forward(self) -> "EditDecided":
        if self.end < self.start:
            raise ValueError("an edit ends before it starts")
        return self

    @classmethod
    def of(cls, edit: Edit) -> "EditDecided":
        """Return an edit that a method proposes."""
        return cls(
            start=edit.start,
            end=edit.end,
            replacement=edit.text,
            type=edit.type,
            direct=edit.direct,
            person=edit.person,
            reason=edit.reason,
        )

    @property
    def edit(self) -> Edit:
        """The edit, whatever was decided on it."""
        return Edit(self.start, self.end, self.replacement, self.type, self.direct, self.person, self.reason)


class ReviewBody(Body):
    """All edits of one release, proposed and own."""

    edits: list[EditDecided] = Field(default_factory=list)


def accepted_edits(edits: Sequence[EditDecided]) -> list[Edit]:
    """Return the edits that are made, in the order of the text."""
    return sorted(one.edit for one in edits if one.accept)


def undone_edits(edits: Sequence[EditDecided]) -> list[Edit]:
    """Return those that are not."""
    return sorted(one.edit for one in edits if not one.accept)


def review_remarks(project: Project, item: int, body: ReviewBody) -> list[Remark]:
    """Say which edits cannot be made: they overlap, or reach beyond the original."""
    length = len(project.texts.document(project.texts.release(item).document).text)
    made = sorted((one.start, one.end, number) for number, one in enumerate(body.edits) if one.accept)
    remarks = []
    last = 0
    for start, end, number in made:
        if end > length:
            remarks.append(Remark(at=["edits", number], rule="edit-beyond", words="reaches beyond the original"))
        elif start < last:
            words = "overlaps the edit before it: undo one of them"
            remarks.append(Remark(at=["edits", number], rule="edit-overlap", words=words))
        last = max(last, end)
    return remarks


REVIEW = SheetKind("review", ReviewBody, "release", shared=True, remarks=review_remarks)
