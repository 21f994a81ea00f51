"""Kinds of sheets: what can be written about a text, and what a guideline remarks on it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import StudioError
from gyges.studio._project import Project

__all__ = ["Body", "Remark", "SheetKind", "no_remarks", "refuse_errors"]


class Body(BaseModel):
    """What a sheet holds; each kind has its own."""

    model_config = ConfigDict(extra="forbid")


class Remark(BaseModel):
    """What a guideline says about a place in a sheet; it never keeps anybody from saving.

    Attributes:
        at: Where: names and numbers from the body down, such as ``["subjects", 0, "facts", 2]``.
        rule: A stable name of the rule.
        words: What is wrong and what to do.
        weight: An error must be mended before the sheet is finished; advice need not.
    """

    model_config = ConfigDict(extra="forbid")

    at: list[str | int] = Field(default_factory=list)
    rule: str
    words: str
    weight: Literal["error", "advice"] = "error"


def no_remarks(project: Project, item: int, body: Any) -> list[Remark]:
    """Have nothing to say."""
    return []


def refuse_errors(remarks: Iterable[Remark]) -> None:
    """Refuse to finish a sheet that the guideline finds errors in; saving it unfinished is always possible.

    Raises:
        StudioError: There are errors.
    """
    errors = [remark.words for remark in remarks if remark.weight == "error"]
    if errors:
        raise StudioError(
            f"this is not finished before it is mended in {len(errors)} places; the first: {errors[0]}",
            "mend them, or leave it open",
        )


@dataclass(frozen=True, slots=True)
class SheetKind:
    """One kind of sheet. Standing in `KINDS` gives it its routes.

    Attributes:
        name: As routes and files call it.
        body: What it holds.
        about: Whether it is about a document or about a release.
        shared: Whether all write on one sheet instead of each on their own.
        remarks: What the guideline says about a body: project, item, body.
        by_number: Whether pages look at it and save it by the number of the text; a kind whose authors must not learn
            the number has routes of its own.
    """

    name: str
    body: type[Body]
    about: Literal["document", "release"]
    shared: bool = False
    remarks: Callable[[Project, int, Any], list[Remark]] = no_remarks
    by_number: bool = True
