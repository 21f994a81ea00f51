"""What a rater says about a release: two questions before the original is shown, two after (``rating.toml``)."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.studio._project import Project
from gyges.studio.kinds._kind import Body, Remark

__all__ = ["Question", "Questions", "RatingBody", "questions", "rating_remarks"]

FromOneToFive = Annotated[int, Field(ge=1, le=5)]
NoOrYes = Annotated[int, Field(ge=0, le=1)]


class Question(BaseModel):
    """A question of the study.

    Attributes:
        name: As sheets and files call it.
        part: 1 before the original is shown, 2 after.
        title: In one or two words.
        asks: The question.
        scale: Whether answers have an order.
        low: The lowest answer.
        high: The highest.
        levels: What each answer means, the lowest first.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    part: Literal[1, 2]
    title: str
    asks: str
    scale: Literal["ordinal", "nominal"]
    low: int
    high: int
    levels: list[str]


class Questions(BaseModel):
    """All questions, where they come from, and what raters are told before them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    setting: str
    questions: list[Question]


class RatingBody(Body):
    """The answers of one rater; None where there is none yet.

    `opened` says that the original was shown: from then on the answers of the first part stand.
    """

    readability: FromOneToFive | None = None
    natural: NoOrYes | None = None
    opened: bool = False
    meaning: FromOneToFive | None = None
    usable: NoOrYes | None = None

    def answered(self, part: int) -> bool:
        """Whether all questions of a part have an answer."""
        return all(getattr(self, one.name) is not None for one in questions().questions if one.part == part)


@cache
def questions() -> Questions:
    """Return the questions of the study."""
    given: dict[str, Any] = tomllib.loads((files(__package__) / "rating.toml").read_text(encoding="utf-8"))
    return Questions.model_validate(given)


def rating_remarks(project: Project, item: int, body: RatingBody) -> list[Remark]:
    """Say which questions have no answer yet."""
    del project, item
    open_ = [one for one in questions().questions if getattr(body, one.name) is None]
    return [Remark(at=[one.name], rule="open", words=f"{one.title} has no answer yet") for one in open_]
