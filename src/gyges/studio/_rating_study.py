"""A blind rating study: what each rater gets in which order, what their answers were, and the figures."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.errors import UnknownItemError
from gyges.scoring.agreement import RatingFigures, rating_figures
from gyges.studio._project import Project
from gyges.studio.kinds import RATING, RatingBody, questions
from gyges.studio.store import ReleaseLine

__all__ = ["GivenRating", "SetRatings", "given_ratings", "item_of", "rateable", "rater_items", "set_ratings"]

_KEY = 16  # hexadecimal digits a rater's page calls a release by


@dataclass(frozen=True, slots=True)
class GivenRating:
    """What one rater said about one release.

    Attributes:
        set: The set of the release.
        document: The id of its document.
        method: The anonymizer that made it.
        rater: Who rated.
        answers: By the name of the question; None where there is none yet.
        done: Whether all questions are answered.
        saved: When, UTC.
    """

    set: str
    document: str
    method: str
    rater: str
    answers: dict[str, int | None]
    done: bool
    saved: str


@dataclass(frozen=True, slots=True)
class SetRatings:
    """The figures of one set of releases; only finished ratings count.

    Attributes:
        name: The set.
        releases: How many it holds.
        rated: How many of them somebody has rated.
        raters: How many people rated.
        figures: By the name of the question.
    """

    name: str
    releases: int
    rated: int
    raters: int
    figures: dict[str, RatingFigures]


def rater_items(project: Project, rater: str, key: bytes) -> dict[str, int]:
    """Return the releases a rater gets, in the order in which they get them, by names that tell nothing.

    Neither name nor place says from which set a release is, or of which document: both are drawn from the secret of
    the project and the name of the rater. The same rater gets the same order whenever they come back.

    Args:
        project: The project.
        rater: Who rates.
        key: The secret of the project.
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
    """Return the number of the release that a rater's page calls by a name.

    Raises:
        UnknownItemError: They have none of that name.
    """
    found = rater_items(project, rater, key).get(name)
    if found is None:
        raise UnknownItemError("there is no such text among yours", "go back to the study")
    return found


def given_ratings(project: Project) -> list[GivenRating]:
    """Return all ratings, finished or not, in the order of the releases."""
    releases = {row.number: row for row in project.texts.releases()}
    names = [question.name for question in questions().questions]
    found = []
    for sheet in project.sheets.of_kind(RATING.name):
        row, body = releases[sheet.item], RatingBody.model_validate(sheet.body)
        answers = {name: getattr(body, name) for name in names}
        found.append(
            GivenRating(row.name, row.release.id, row.release.method, sheet.author, answers, sheet.done, sheet.saved)
        )
    return found


def set_ratings(project: Project, ratings: Sequence[GivenRating] | None = None) -> list[SetRatings]:
    """Return the figures of each set of releases."""
    done = [rating for rating in (given_ratings(project) if ratings is None else ratings) if rating.done]
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
