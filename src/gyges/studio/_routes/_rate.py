"""The rating study. What raters get says nothing of methods, sets or numbers; what the results page gets does."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from gyges.errors import StudioError
from gyges.studio._auth import Sessions
from gyges.studio._kinds._rating import (
    RATING,
    Question,
    Questions,
    RatingBody,
    SetRatings,
    item_of,
    questions,
    rateable,
    rater_items,
    set_ratings,
)
from gyges.studio._project import Project
from gyges.studio._routes._context import Asking, Given, InProject
from gyges.studio._store._sheets import Sheet

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


class RatingToSave(Given):
    """Answers as they are on the screen, and the version they were made from."""

    seen: int = Field(ge=0, le=2**53 - 1)
    body: RatingBody


class RaterShown(BaseModel):
    """How far a rater has come."""

    name: str
    done: int
    asked: int


class ResultsShown(BaseModel):
    """All of the page of results; `mine_open` counts what the asker has still to rate."""

    study: list[Question]
    source: str
    sets: list[SetRatings]
    raters: list[RaterShown]
    mine_open: int


@router.get("/rating")
def study(project: InProject, name: Asking, request: Request) -> StudyShown:
    """Return what I am asked to rate."""
    items = rater_items(project, name, _key(request))
    states = project.sheets.states([RATING.name], name, list(items.values()))
    done = {key: states.get(number, {}).get(RATING.name, False) for key, number in items.items()}
    return StudyShown(study=questions(), texts=done)


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
    asked = project.assignments.counts(RATING.name)
    done = {rater: done for rater, (_, done) in project.sheets.counts(RATING.name).items()}
    everything = len(rateable(project))
    raters = sorted({*asked, *done})
    mine = asked.get(name, (everything, 0))[0] - done.get(name, 0)
    begun = name in done or name in asked
    return ResultsShown(
        study=questions().questions,
        source=questions().source,
        sets=set_ratings(project),
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
