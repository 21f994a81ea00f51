"""What a release is still good for in a task: questions answered from it, labels it keeps, how coherent it is."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import InputError
from gyges.models import DocumentText, Model, Prompt, numbered
from gyges.scoring._judge import UNANSWERED

__all__ = [
    "MultipleChoice",
    "answer_choice",
    "draw_shots",
    "label_text",
    "label_utility",
    "rate_coherence",
]

SHOTS = 3
"""Worked examples before a question (Xin et al. 2024, published code)."""


@dataclass(frozen=True, slots=True)
class MultipleChoice:
    """A multiple-choice question about a record.

    Attributes:
        id: The record.
        question: The question.
        options: Answers by letter.
        answer: The letter of the right one.
    """

    id: str
    question: str
    options: Mapping[str, str]
    answer: str

    def __post_init__(self) -> None:
        if self.answer not in self.options:
            raise InputError(
                f"the answer '{self.answer}' of question '{self.id}' is not among its options", "repair the question"
            )


class ChosenAnswer(BaseModel):
    """The number of the right answer to a multiple-choice question."""

    model_config = ConfigDict(extra="forbid")

    reason: str
    option: int = Field(ge=1)


@dataclass(frozen=True)
class AnswerChoice(Prompt[ChosenAnswer]):
    """Which option is right?"""

    template: ClassVar[str] = "prompts/choice.jinja"
    answer: ClassVar[type[BaseModel]] = ChosenAnswer

    shots: DocumentText
    context: DocumentText
    question: DocumentText
    options: int

    def check(self, answer: ChosenAnswer) -> None:
        """Require the number of an option."""
        _require_number(answer.option, self.options)


def draw_shots(
    pool: Sequence[tuple[MultipleChoice, str]], evaluated: Sequence[str], *, seed: int = 0
) -> list[tuple[MultipleChoice, str]]:
    """Draw worked examples that are no evaluated record: an example from the test would give its answer away.

    Args:
        pool: Questions with their contexts.
        evaluated: Ids of the records that are evaluated.
        seed: Seed of the draw.
    """
    barred = set(evaluated)
    free = [pair for pair in pool if pair[0].id not in barred]
    return random.Random(seed).sample(free, min(SHOTS, len(free)))  # noqa: S311  # an experiment, repeatable on purpose


async def answer_choice(
    model: Model, choice: MultipleChoice, context: str, shots: Sequence[tuple[MultipleChoice, str]] = ()
) -> bool | None:
    """Have a model answer a question from a released record; None if it gave no usable answer.

    Raises:
        InputError: A worked example is the evaluated record itself.
    """
    if any(shot.id == choice.id for shot, _ in shots):
        raise InputError(f"record '{choice.id}' is its own worked example", "draw examples from other records")
    worked = "\n\n".join(f"{text}\n{_asked(shot)}\nAnswer: {_right(shot)}" for shot, text in shots)
    asked = DocumentText(_asked(choice))
    prompt = AnswerChoice(DocumentText(worked), DocumentText(context), asked, len(choice.options))
    try:
        answer = await model.ask(prompt)
    except UNANSWERED:
        return None
    return answer.option == _right(choice)


def _asked(choice: MultipleChoice) -> str:
    return f"{choice.question}\n{numbered(choice.options.values())}"


def _right(choice: MultipleChoice) -> int:
    return list(choice.options).index(choice.answer) + 1


def _require_number(number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise ValueError(f"answer with a number from 1 to {most}")


class Label(BaseModel):
    """The number of the label of a text."""

    model_config = ConfigDict(extra="forbid")

    label: int = Field(ge=1)


@dataclass(frozen=True)
class LabelText(Prompt[Label]):
    """Which of these labels fits the text best?"""

    template: ClassVar[str] = "prompts/label.jinja"
    answer: ClassVar[type[BaseModel]] = Label

    text: DocumentText
    labels: DocumentText
    count: int

    def check(self, answer: Label) -> None:
        """Require the number of a label."""
        _require_number(answer.label, self.count)


async def label_text(model: Model, text: str, labels: Sequence[str]) -> str | None:
    """Have a model label a text; None if it gave no usable answer."""
    try:
        answer = await model.ask(LabelText(DocumentText(text), numbered(labels), len(labels)))
    except UNANSWERED:
        return None
    return labels[answer.label - 1]


def label_utility(originals: Sequence[str], releases: Sequence[str], labels: Sequence[str]) -> float | None:
    """Return how well releases keep the distribution of labels: 1 perfectly, 0 like uniform labels, below that worse.

    It is one minus the chi-square distance of the two distributions, divided by that of the uniform distribution (Xin
    et al. 2024, section 3.1). Labels that occur on neither side count nowhere.

    Returns:
        None if one side has no labels, or the originals are uniform themselves, so that there is no scale.
    """
    if not originals or not releases:
        return None
    before, after = _shares(originals, labels), _shares(releases, labels)
    scale = _chi_square([1 / len(labels)] * len(labels), before)
    return None if not scale else 1 - _chi_square(after, before) / scale


def _shares(values: Sequence[str], labels: Sequence[str]) -> list[float]:
    counts = Counter(values)
    return [counts[label] / len(values) for label in labels]


def _chi_square(one: Sequence[float], two: Sequence[float]) -> float:
    """Chi-square of a table of two distributions with the same total."""
    return sum((a - b) ** 2 / (a + b) for a, b in zip(one, two, strict=True) if a + b)


class Coherence(BaseModel):
    """How coherent a text is."""

    model_config = ConfigDict(extra="forbid")

    reason: str
    rating: Literal[1, 2, 3, 4, 5]


@dataclass(frozen=True)
class RateCoherence(Prompt[Coherence]):
    """How coherent is this text by itself?"""

    template: ClassVar[str] = "prompts/coherence.jinja"
    answer: ClassVar[type[BaseModel]] = Coherence

    text: DocumentText


async def rate_coherence(model: Model, text: str) -> int | None:
    """Have a model rate how coherent a released text is, 1 to 5; None if it gave no usable answer."""
    try:
        return (await model.ask(RateCoherence(DocumentText(text)))).rating
    except UNANSWERED:
        return None
