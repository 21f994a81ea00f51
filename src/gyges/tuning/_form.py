"""Feedback in a form that an agent wrote once for the task, as published; a template in a sandbox, and no code."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel, Field

from gyges.models import Prompt
from gyges.tuning._outcome import DocumentOutcome, Goal, LeakedFact, Scores, UtilityLoss

_LONGEST = 6000  # characters of feedback about one document
_SANDBOX = ImmutableSandboxedEnvironment(undefined=StrictUndefined)
_TRIED = DocumentOutcome(
    "tried",
    Scores(0.25, 0.75, 0.25),
    "a text",
    (LeakedFact("OCCUPATION", "glass blower", "the tenant", ("blows glass",)),),
    (UtilityLoss("half of a sentence is gone", ("harbour",)),),
)
_SHAPES = (DocumentOutcome("bare", Scores(1, 1, 1), "a text"), DocumentOutcome("none", Scores(0, 0, 0), failed="so"))
_MUST_SAY = ("0.25", "0.75", "glass blower", "half of a sentence")


class FeedbackForm(BaseModel):
    """The agent's answer."""

    reason: str = Field(max_length=2000)
    template: str = Field(max_length=6000)


@dataclass(frozen=True)
class WriteForm(Prompt[FeedbackForm], template="prompts/feedback.jinja", max_tokens=3000):
    """How should feedback on this task read?"""

    protect: str
    preserve: str
    goal: str
    privacy: str
    utility: str

    def check(self, answer: FeedbackForm) -> None:
        """Require that it can be filled in, and says the scores, what leaks and what was lost."""
        for outcome in _SHAPES:
            filled(answer.template, outcome, Goal())
        said = filled(answer.template, _TRIED, Goal())
        missing = [words for words in _MUST_SAY if words not in said]
        if missing:
            raise ValueError(f"filled in with an example, the template leaves out '{missing[0]}'")


def filled(template: str, outcome: DocumentOutcome, goal: Goal) -> str:
    """Return the feedback about one document; raise ValueError if the template cannot be filled in."""
    try:
        said = _SANDBOX.from_string(template).render(_values(outcome, goal))
    except (TemplateError, TypeError, ArithmeticError, LookupError, OverflowError) as error:
        raise ValueError(f"the template cannot be filled in: {error}") from error
    return said[:_LONGEST]


def _values(outcome: DocumentOutcome, goal: Goal) -> Mapping[str, object]:
    scores = outcome.scores
    return {
        "privacy": scores.privacy,
        "utility": scores.utility,
        "score": goal.scalar(scores),
        "leaks": [asdict(leak) for leak in outcome.leaks],
        "losses": [asdict(loss) for loss in outcome.losses],
        "failed": outcome.failed or "",
    }
