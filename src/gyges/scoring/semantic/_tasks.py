"""What a release is still good for in a task: questions answered from it, labels it keeps, how coherent it is."""

import math
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, Field

from gyges.errors import ConfigError, InputError
from gyges.models import DocumentText, Model, Prompt, numbered
from gyges.scoring._judge import UNANSWERED
from gyges.scoring._rate import Z_95, Rate


@cache
def task_names(source: str) -> tuple[str, ...]:
    """Return the tasks of a list."""
    shipped = tomllib.loads((files(__package__) / "tables" / "tasks.toml").read_text(encoding="utf-8"))
    if source in shipped:
        return tuple(shipped[source]["tasks"])
    try:
        lines = Path(source).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        remedy = f"name a text file with one task a line, or {' or '.join(shipped)}"
        raise InputError(f"there is no list of tasks '{source}'", remedy) from error
    names = tuple(line.strip() for line in lines if line.strip())
    if len(names) < 2 or len(set(names)) != len(names):
        raise ConfigError(f"the list of tasks {source} has fewer than two tasks, or one twice", "mend the file")
    return names


SHOTS = 3
"""Worked examples before a question (Xin et al. 2024, published code)."""


@dataclass(frozen=True, slots=True)
class MultipleChoice:
    """A multiple-choice question about a record."""

    id: str  # the record
    question: str  # the question
    options: Mapping[str, str]  # answers by letter
    answer: str  # the letter of the right one

    def __post_init__(self) -> None:
        if self.answer not in self.options:
            raise InputError(
                f"the answer '{self.answer}' of question '{self.id}' is not among its options", "repair the question"
            )


class ChosenAnswer(BaseModel, extra="forbid"):
    """The number of the right answer to a multiple-choice question."""

    reason: str
    option: int = Field(ge=1)


@dataclass(frozen=True)
class AnswerChoice(Prompt[ChosenAnswer], template="prompts/choice.jinja"):
    """Which option is right?"""

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
    """Draw worked examples that are no evaluated record: an example from the test would give its answer away."""
    barred = set(evaluated)
    free = [pair for pair in pool if pair[0].id not in barred]
    return random.Random(seed).sample(free, min(SHOTS, len(free)))  # noqa: S311  # an experiment, repeatable on purpose


async def answer_choice(
    model: Model, choice: MultipleChoice, context: str, shots: Sequence[tuple[MultipleChoice, str]] = ()
) -> bool | None:
    """Have a model answer a question from a released record; None if it gave no usable answer."""
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


class Label(BaseModel, extra="forbid"):
    """The number of the label of a text."""

    label: int = Field(ge=1)


@dataclass(frozen=True)
class LabelText(Prompt[Label], template="prompts/label.jinja"):
    """Which of these labels fits the text best?"""

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


Rubric: TypeAlias = Literal["", "medical", "chat"]
"""What is looked for besides: the two rubrics of Xin et al. (G.5), in our words, or ours for any text."""


class Coherence(BaseModel, extra="forbid"):
    """How coherent a text is."""

    reason: str
    rating: Literal[1, 2, 3, 4, 5]


@dataclass(frozen=True)
class RateCoherence(Prompt[Coherence], template="prompts/coherence.jinja"):
    """How coherent is this text by itself?"""

    text: DocumentText
    rubric: Rubric = ""


async def rate_coherence(model: Model, text: str, rubric: Rubric = "") -> int | None:
    """Have a model rate how coherent a released text is, 1 to 5; None if it gave no usable answer."""
    try:
        return (await model.ask(RateCoherence(DocumentText(text), rubric))).rating
    except UNANSWERED:
        return None


def labels_kept(originals: Sequence[str], releases: Sequence[str], labels: Sequence[str]) -> Rate:
    """Return `label_utility` with an interval by leaving out each record once (jackknife).

    The value is no share: 1 the distribution is kept, 0 it is like uniform labels, below that worse. The denominator is
    the number of labelled releases.
    """
    value = label_utility(originals, releases, labels)
    if value is None:
        return Rate(None, None, None, 0, len(releases))
    before = _variance(originals, lambda rest: label_utility(rest, releases, labels))
    after = _variance(releases, lambda rest: label_utility(originals, rest, labels))
    if before is None or after is None:
        return Rate(value, None, None, value * len(releases), len(releases))
    width = Z_95 * math.sqrt(before + after)
    return Rate(value, value - width, min(1.0, value + width), value * len(releases), len(releases))


def _variance(given: Sequence[str], utility: Callable[[Sequence[str]], float | None]) -> float | None:
    """Return the jackknife variance; records with one label are left out alike. None where it cannot be told."""
    counts = Counter(given)
    left: list[tuple[float, int]] = []
    for label, count in counts.items():
        rest = list(given)
        rest.remove(label)
        value = utility(rest)
        if value is None:
            return None
        left.append((value, count))
    mean = math.fsum(value * count for value, count in left) / len(given)
    return (len(given) - 1) / len(given) * math.fsum(count * (value - mean) ** 2 for value, count in left)
