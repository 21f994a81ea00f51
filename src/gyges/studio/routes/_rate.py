"""The rating study. What raters get says nothing of methods, sets or numbers; what the results page gets does."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import StudioError
from gyges.scoring.agreement import RatingFigures, Reliability
from gyges.studio._project import Project
from gyges.studio._rating_study import given_ratings, item_of, rateable, rater_items, set_ratings
from gyges.studio._sessions import Sessions
from gyges.studio.kinds import RATING, Question, Questions, RatingBody, questions
from gyges.studio.routes._context import Asking, InProject
from gyges.studio.routes._rates import RateShown, shown_rate
from gyges.studio.store import Sheet

__all__ = ["router"]

router = APIRouter(tags=["rating"])
TextKey = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


class StudyShown(BaseModel):
    """What a rater is asked: the questions, and the texts in their order with whether each is done."""

    study: Questions
    texts: dict[str, bool]


class TextToRate(BaseModel):
    """A text to rate; the original comes once the questions of the first part are answered and it was asked for."""

    text: str
    original: str | None
    version: int
    body: RatingBody
    done: bool


class RatingToSave(BaseModel):
    """Answers as they are on the screen, and the version they were made from."""

    model_config = ConfigDict(extra="forbid")

    seen: int = Field(ge=0, le=2**53 - 1)
    body: RatingBody


class ReliabilityShown(BaseModel):
    """Krippendorff's alpha with its interval."""

    value: float | None
    low: float | None
    high: float | None
    units: int
    values: int


class QuestionFigures(BaseModel):
    """The figures of one question; `mean` and `mean_of_medians` are shares of the scale."""

    items: int
    ratings: int
    median: float | None
    mean: RateShown
    mean_of_medians: RateShown
    deviation: float | None
    counts: dict[int, int]
    agreement: ReliabilityShown


class SetShown(BaseModel):
    """The figures of one set of releases."""

    name: str
    releases: int
    rated: int
    raters: int
    figures: dict[str, QuestionFigures]


class RaterShown(BaseModel):
    """How far a rater has come."""

    name: str
    done: int
    asked: int


class ResultsShown(BaseModel):
    """All of the page of results; `mine_open` counts what the asker has still to rate."""

    study: list[Question]
    source: str
    sets: list[SetShown]
    raters: list[RaterShown]
    mine_open: int


@router.get("/rating")
def study(project: InProject, name: Asking, request: Request) -> StudyShown:
    """Return what I am asked to rate."""
    done = {head.item for head in project.sheets.heads(RATING.name) if head.author == name and head.done}
    items = rater_items(project, name, _key(request))
    return StudyShown(study=questions(), texts={key: number in done for key, number in items.items()})


@router.get("/rating/{key}")
def text_to_rate(project: InProject, name: Asking, request: Request, key: TextKey) -> TextToRate:
    """Return one text."""
    number = item_of(project, name, _key(request), key)
    return _shown(project, number, project.sheets.get(RATING.name, number, name))


@router.put("/rating/{key}")
def rate(project: InProject, name: Asking, request: Request, key: TextKey, given: RatingToSave) -> TextToRate:
    """Save my answers; refused with 409 where another version was saved since."""
    number = item_of(project, name, _key(request), key)
    kept = project.sheets.get(RATING.name, number, name)
    _check_order(RatingBody.model_validate(kept.body or {}), given.body)
    body, done = given.body.model_dump(mode="json"), given.body.answered(1) and given.body.answered(2)
    saved = project.sheets.save(RATING.name, number, name, who=name, seen=given.seen, body=body, done=done)
    return _shown(project, number, saved)


@router.get("/ratings")
def results(project: InProject, name: Asking) -> ResultsShown:
    """Return the figures of each set of releases."""
    ratings = given_ratings(project)
    asked = project.assignments.counts(RATING.name)
    done = {rater: sum(one.done and one.rater == rater for one in ratings) for rater in {r.rater for r in ratings}}
    everything = len(rateable(project))
    raters = sorted({*asked, *done})
    mine = asked.get(name, (everything, 0))[0] - done.get(name, 0)
    begun = name in done or name in asked
    return ResultsShown(
        study=questions().questions,
        source=questions().source,
        sets=[
            SetShown(
                name=one.name,
                releases=one.releases,
                rated=one.rated,
                raters=one.raters,
                figures={question: _figures(figures) for question, figures in one.figures.items()},
            )
            for one in set_ratings(project, ratings)
        ],
        raters=[
            RaterShown(name=rater, done=done.get(rater, 0), asked=asked.get(rater, (everything, 0))[0])
            for rater in raters
        ],
        mine_open=max(0, mine) if begun else 0,
    )


def _key(request: Request) -> bytes:
    sessions: Sessions = request.app.state.sessions
    return sessions.key


def _check_order(before: RatingBody, after: RatingBody) -> None:
    """Refuse answers that come before their time: the first part stands once the original was shown."""
    first = [question.name for question in questions().questions if question.part == 1]
    if before.opened and (not after.opened or any(getattr(before, n) != getattr(after, n) for n in first)):
        raise StudioError("the original was shown; the first answers stand", "answer the other questions")
    if after.opened and not after.answered(1):
        raise StudioError("the original comes after the first answers", "answer the first questions")
    second = [question.name for question in questions().questions if question.part == 2]
    if not before.opened and any(getattr(after, name) is not None for name in second):
        raise StudioError("this is asked with the original beside it", "show the original first")


def _shown(project: Project, number: int, sheet: Sheet) -> TextToRate:
    body = RatingBody.model_validate(sheet.body or {})
    row = project.texts.release(number)
    original = project.texts.document(row.document).text if body.opened else None
    return TextToRate(text=row.release.text, original=original, version=sheet.version, body=body, done=sheet.done)


def _figures(figures: RatingFigures) -> QuestionFigures:
    plain = {name: getattr(figures, name) for name in ("items", "ratings", "median", "deviation")}
    return QuestionFigures(
        **plain,
        mean=shown_rate(figures.mean),
        mean_of_medians=shown_rate(figures.mean_of_medians),
        counts=dict(figures.counts),
        agreement=_agreement(figures.agreement),
    )


def _agreement(found: Reliability) -> ReliabilityShown:
    names = ("value", "low", "high", "units", "values")
    return ReliabilityShown(**{name: getattr(found, name) for name in names})
