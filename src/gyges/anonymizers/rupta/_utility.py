"""The utility evaluator of ``rupta``: how sure a model is that a version still serves its use."""

from dataclasses import dataclass

from pydantic import BaseModel, Field

from gyges.models import DocumentText, Model, Prompt

_TOP = 100


class Confidence(BaseModel):
    """The model's answer; the reason comes first."""

    reason: str
    confidence: int = Field(ge=0, le=_TOP)


@dataclass(frozen=True)
class RateUse(Prompt[Confidence], template="rupta_utility.jinja", max_tokens=2048):
    """Does this text still serve its use?"""

    text: DocumentText
    label: str
    original: DocumentText


@dataclass(frozen=True)
class UtilityEvaluator:
    """Asks a model for its confidence."""

    model: Model  # who is asked
    label: str = ""  # what the text is for, in the user's words; empty to compare with the original

    async def evaluate(self, text: str, original: str) -> tuple[int, str]:
        """Return the confidence, 0-100, and its reason."""
        answer = await self.model.ask(RateUse(DocumentText(text), self.label, DocumentText(original)))
        return answer.confidence, answer.reason
