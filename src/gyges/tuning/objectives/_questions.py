"""The typed questions that objectives put to a judge."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.models import DocumentText, Prompt

_LONGEST = 1000  # characters of a reason
TOP = 10
"""Best rating of what was to be preserved."""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


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
class ChooseOption(Prompt[ChosenItem]):
    """Which answer to the question is right?"""

    template: ClassVar[str] = "prompts/option.jinja"
    answer: ClassVar[type[BaseModel]] = ChosenItem
    max_tokens: ClassVar[int] = 800

    text: DocumentText  # the question
    options: DocumentText  # the answers to choose from, numbered
    count: int  # how many there are

    def check(self, answer: ChosenItem) -> None:
        """Require a number of the list."""
        if not 1 <= answer.number <= self.count:
            raise ValueError(f"give a number from 1 to {self.count}")


@dataclass(frozen=True)
class ChooseLabel(ChooseOption):
    """What does the person of this text do?"""

    template: ClassVar[str] = "prompts/label.jinja"
    max_tokens: ClassVar[int] = 600


@dataclass(frozen=True)
class AnswerRequest(Prompt[Response]):
    """Do what this text asks for."""

    template: ClassVar[str] = "prompts/respond.jinja"
    answer: ClassVar[type[BaseModel]] = Response

    text: DocumentText


@dataclass(frozen=True)
class CompareAnswers(Prompt[Better]):
    """Which of two answers serves the request better?"""

    template: ClassVar[str] = "prompts/compare.jinja"
    answer: ClassVar[type[BaseModel]] = Better
    max_tokens: ClassVar[int] = 600

    request: DocumentText
    first: DocumentText
    second: DocumentText


@dataclass(frozen=True)
class FindLeakedUnits(Prompt[Units]):
    """Which of these pieces of information does the text give away?"""

    template: ClassVar[str] = "prompts/units.jinja"
    answer: ClassVar[type[BaseModel]] = Units
    max_tokens: ClassVar[int] = 300

    text: DocumentText
    units: tuple[DocumentText, ...]

    def check(self, answer: Units) -> None:
        """Require numbers of the list."""
        if not set(answer.leaked) <= set(range(1, len(self.units) + 1)):
            raise ValueError(f"give numbers from 1 to {len(self.units)}")


@dataclass(frozen=True)
class JudgeLearned(Prompt[Learned]):
    """Can what must not be learned still be learned?"""

    template: ClassVar[str] = "prompts/protect.jinja"
    answer: ClassVar[type[BaseModel]] = Learned
    max_tokens: ClassVar[int] = 800

    original: DocumentText
    text: DocumentText
    protect: str


@dataclass(frozen=True)
class JudgeKept(Prompt[Kept]):
    """Is what must stay still there?"""

    template: ClassVar[str] = "prompts/preserve.jinja"
    answer: ClassVar[type[BaseModel]] = Kept
    max_tokens: ClassVar[int] = 800

    original: DocumentText
    text: DocumentText
    preserve: str
