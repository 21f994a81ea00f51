"""A blind rating study: what raters are asked (``rating.toml``), in which order, and the figures of their answers."""

import hashlib
import hmac
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import UnknownItemError
from gyges.scoring.agreement import RatingFigures, rating_figures
from gyges.studio._kinds._kind import Body, Remark, SheetKind
from gyges.studio._project import Project
from gyges.studio._store._texts import ReleaseLine

FromOneToFive = Annotated[int, Field(ge=1, le=5)]
NoOrYes = Annotated[int, Field(ge=0, le=1)]
_KEY = 16  # hexadecimal digits a rater's page calls a release by


class Question(BaseModel):
    """A question of the study."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str  # as sheets and files call it
    part: Literal[1, 2]  # 1 before the original is shown, 2 after
    title: str  # in one or two words
    asks: str  # the question
    scale: Literal["ordinal", "nominal"]  # whether answers have an order
    low: int  # the lowest answer
    high: int  # the highest
    levels: list[str]  # what each answer means, the lowest first


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


RATING = SheetKind("rating", RatingBody, "release", remarks=rating_remarks, by_number=False)


@dataclass(frozen=True, slots=True)
class GivenRating:
    """What one rater said about one release."""

    set: str  # the set of the release
    document: str  # the id of its document
    method: str  # the anonymizer that made it
    rater: str  # who rated
    answers: dict[str, int | None]  # by the name of the question; None where there is none yet
    done: bool  # whether all questions are answered
    saved: str  # when, UTC


@dataclass(frozen=True, slots=True)
class SetRatings:
    """The figures of one set of releases; only finished ratings count."""

    name: str  # the set
    releases: int  # how many it holds
    rated: int  # how many of them somebody has rated
    raters: int  # how many people rated
    figures: dict[str, RatingFigures]  # by the name of the question


def rater_items(project: Project, rater: str, key: bytes) -> dict[str, int]:
    """Return the releases a rater gets, in the order in which they get them, by names that tell nothing.

    Neither name nor place says from which set a release is, or of which document: both are drawn from the secret of
    the project and the name of the rater. The same rater gets the same order whenever they come back.
    """
    asked = project.assignments.of(RATING.name, rater)
    rated = {line.number for line in rateable(project)}
    numbers = [number for number in asked if number in rated] if asked else sorted(rated)
    drawn = {_drawn(key, rater, number): number for number in numbers}
    return {name: drawn[name] for name in sorted(drawn)}


def rateable(project: Project) -> list[ReleaseLine]:
    """Return the releases that can be rated: what failed is none, and what is empty has nothing to rate."""
    return [line for line in project.texts.release_lines() if line.failed is None and line.characters]


def item_of(project: Project, rater: str, key: bytes, name: str) -> int:
    """Return the number of the release that a rater's page calls by a name."""
    found = rater_items(project, rater, key).get(name)
    if found is None:
        raise UnknownItemError("there is no such text among yours", "go back to the study")
    return found


def given_ratings(project: Project) -> list[GivenRating]:
    """Return all ratings, finished or not, in the order of the releases."""
    releases = {line.number: line for line in project.texts.release_lines()}
    names = [question.name for question in questions().questions]
    found = []
    for sheet in project.sheets.of_kind(RATING.name):
        line, body = releases[sheet.item], RatingBody.model_validate(sheet.body)
        answers = {name: getattr(body, name) for name in names}
        found.append(GivenRating(line.name, line.id, line.method, sheet.author, answers, sheet.done, sheet.saved))
    return found


def set_ratings(project: Project) -> list[SetRatings]:
    """Return the figures of each set of releases."""
    done = [rating for rating in given_ratings(project) if rating.done]
    found = []
    for name, held in project.texts.release_sets().items():
        mine = [rating for rating in done if rating.set == name]
        documents = list(dict.fromkeys(rating.document for rating in mine))
        figures = {}
        for question in questions().questions:
            answers: dict[str, list[int]] = {document: [] for document in documents}
            for rating in mine:
                given = rating.answers[question.name]
                if given is not None:
                    answers[rating.document].append(given)
            rated = list(answers.values())
            figures[question.name] = rating_figures(rated, question.low, question.high, question.scale)
        found.append(SetRatings(name, held, len(documents), len({rating.rater for rating in mine}), figures))
    return found


def _drawn(key: bytes, rater: str, number: int) -> str:
    return hmac.new(key, f"rating:{number}:{rater}".encode(), hashlib.sha256).hexdigest()[:_KEY]
