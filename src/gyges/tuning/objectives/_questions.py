"""The typed questions that objectives put to a judge."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from gyges.models import DocumentText, Prompt

_LONGEST = 1000  # characters of a reason
TOP = 10
"""Best rating of what was to be preserved."""


class _Answer(BaseModel, extra="forbid"):
    pass


class ChosenItem(_Answer):
    """One of a numbered list."""

    reason: str = Field(max_length=_LONGEST)
    number: int


class Response(_Answer):
    """An answer to somebody's request."""

    response: str


class Better(_Answer):
    """Which of two answers is better."""

    reason: str = Field(max_length=_LONGEST)
    better: Literal["first", "second", "equal"]


class Units(_Answer):
    """Which numbered pieces of information a text still gives away."""

    leaked: list[int] = Field(max_length=200)


class Learned(_Answer):
    """What can still be learned that should not."""

    quotes: list[str] = Field(max_length=10)
    reason: str = Field(max_length=_LONGEST)
    learned: Literal["all", "most", "some", "nothing"]


class Kept(_Answer):
    """How much of what was to stay is there."""

    missing: list[str] = Field(max_length=10)
    rating: int = Field(ge=0, le=TOP)


@dataclass(frozen=True)
class ChooseOption(Prompt[ChosenItem], template="prompts/option.jinja", max_tokens=800):
    """Which answer to the question is right?"""

    text: DocumentText  # the question
    options: DocumentText  # the answers to choose from, numbered
    count: int  # how many there are

    def check(self, answer: ChosenItem) -> None:
        """Require a number of the list."""
        if not 1 <= answer.number <= self.count:
            raise ValueError(f"give a number from 1 to {self.count}")


@dataclass(frozen=True)
class ChooseLabel(ChooseOption, template="prompts/label.jinja", max_tokens=600):
    """What does the person of this text do?"""


@dataclass(frozen=True)
class AnswerRequest(Prompt[Response], template="prompts/respond.jinja"):
    """Do what this text asks for."""

    text: DocumentText


@dataclass(frozen=True)
class CompareAnswers(Prompt[Better], template="prompts/compare.jinja", max_tokens=600):
    """Which of two answers serves the request better?"""

    request: DocumentText
    first: DocumentText
    second: DocumentText
    lenient: bool = True  # whether personal details that are gone make no answer worse


@dataclass(frozen=True)
class FindLeakedUnits(Prompt[Units], template="prompts/units.jinja", max_tokens=300):
    """Which of these pieces of information does the text give away?"""

    text: DocumentText
    units: tuple[DocumentText, ...]
    spares_famous: bool = False  # whether the mere name of a famous person is no personal information

    def check(self, answer: Units) -> None:
        """Require numbers of the list."""
        if not set(answer.leaked) <= set(range(1, len(self.units) + 1)):
            raise ValueError(f"give numbers from 1 to {len(self.units)}")


@dataclass(frozen=True)
class JudgeLearned(Prompt[Learned], template="prompts/protect.jinja", max_tokens=800):
    """Can what must not be learned still be learned?"""

    original: DocumentText
    text: DocumentText
    protect: str


@dataclass(frozen=True)
class JudgeKept(Prompt[Kept], template="prompts/preserve.jinja", max_tokens=800):
    """Is what must stay still there?"""

    original: DocumentText
    text: DocumentText
    preserve: str
