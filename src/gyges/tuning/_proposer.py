"""Asks a model for a better instruction, and checks what it proposes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import AnswerInvalidError, RequestRefusedError
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Document, JsonValue
from gyges.runs import Journal
from gyges.tuning._evaluator import digest_of
from gyges.tuning._feedback import Feedback
from gyges.tuning._goal import Goal
from gyges.tuning._instruction_check import InstructionCheck
from gyges.tuning._meter import Meter
from gyges.tuning._outcome import DocumentOutcome

__all__ = ["Brief", "InstructionProposal", "Proposer"]

_MOST_WORDS = 400
_LONGEST_TEXT = 6000  # characters of a document that is shown; the middle of a longer one is left out
_QUOTED = "(left out: it quoted a document)"


class NewInstruction(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(extra="forbid")

    change: str = Field(max_length=2000)
    instruction: str = Field(min_length=1, max_length=20_000)


@dataclass(frozen=True)
class ProposeInstruction(Prompt[NewInstruction]):
    """How would a better instruction read?"""

    template: ClassVar[str] = "prompts/propose.jinja"
    answer: ClassVar[type[BaseModel]] = NewInstruction
    temperature: ClassVar[float] = 1.0
    max_tokens: ClassVar[int] = 2048

    instruction: str
    protect: str
    preserve: str
    goal: str
    privacy: str
    utility: str
    cases: tuple[Mapping[str, object], ...]
    most_words: int = _MOST_WORDS

    def check(self, answer: NewInstruction) -> None:
        """Require an instruction that says something."""
        if not any(char.isalpha() for char in answer.instruction):
            raise ValueError("the instruction says nothing")


@dataclass(frozen=True, slots=True)
class Brief:
    """What the proposer is told about the task.

    Attributes:
        goal: What is better.
        protect: What must not be learned.
        preserve: What must stay.
        measures: What privacy and utility mean.
    """

    goal: Goal
    protect: str = ""
    preserve: str = ""
    measures: tuple[str, str] = ("privacy", "utility")


@dataclass(frozen=True, slots=True)
class InstructionProposal:
    """What came of one question.

    Attributes:
        instruction: The new instruction; None when there is none that may be used.
        reason: What was changed and why, in the words of the model.
        check: What the check took out or refused, in sentences.
    """

    instruction: str | None
    reason: str
    check: tuple[str, ...] = ()


@dataclass
class Proposer:
    """Proposes instructions; the same question in a replay is answered from the journal.

    Attributes:
        model: Who is asked.
        brief: What it is told about the task.
        check: What an instruction may not hold.
        journal: What was proposed before.
        meter: Counts questions.
    """

    model: Model
    brief: Brief
    check: InstructionCheck
    journal: Journal
    meter: Meter
    _asked: int = field(default=0)

    async def propose(
        self, instruction: str, cases: Sequence[tuple[Document, DocumentOutcome]], feedback: Feedback
    ) -> InstructionProposal:
        """Return a new instruction from what the old one did.

        Every question is a new sample, so the same cases can lead to different instructions.
        """
        prompt = ProposeInstruction(
            instruction=instruction,
            protect=self.brief.protect,
            preserve=self.brief.preserve,
            goal=str(self.brief.goal),
            privacy=self.brief.measures[0],
            utility=self.brief.measures[1],
            cases=tuple(self._case(document, outcome, feedback) for document, outcome in cases),
        )
        self._asked += 1
        words: JsonValue = [[message.role, message.content] for message in prompt.messages(self.model.wording)]
        key = f"proposal/{digest_of(self.model.name, self._asked, words)}"
        if key in self.journal:
            row: dict[str, Any] = dict(self.journal.get(key))  # type: ignore[arg-type]  # our own journal
            self.meter.take(row["calls"])
        else:
            with self.meter.counting() as count:
                row = await self._ask(prompt)
            row["calls"] = count.calls
            self.journal.append(key, row)
        return self._checked(row)

    async def _ask(self, prompt: ProposeInstruction) -> dict[str, Any]:
        try:
            answer = await self.model.ask(prompt, sample=self._asked)
        except (AnswerInvalidError, RequestRefusedError) as error:
            return {"instruction": None, "change": f"no proposal came: {error.problem}"}
        return {"instruction": answer.instruction, "change": answer.change}

    def _checked(self, row: Mapping[str, Any]) -> InstructionProposal:
        change = " ".join(str(row["change"]).split())
        reason = change if not self.check(change).reasons else _QUOTED
        if row["instruction"] is None:
            return InstructionProposal(None, reason)
        checked = self.check(row["instruction"])
        done = "refused" if checked.text is None else "sentences were taken out"
        return InstructionProposal(checked.text, reason, tuple(f"{done}: {problem}" for problem in checked.reasons))

    def _case(self, document: Document, outcome: DocumentOutcome, feedback: Feedback) -> Mapping[str, object]:
        return {
            "original": DocumentText(_shortened(document.text)),
            "released": DocumentText(_shortened(outcome.text)) if outcome.text else "",
            "feedback": DocumentText(feedback(document, outcome, self.brief.goal)),
        }


def _shortened(text: str) -> str:
    half = _LONGEST_TEXT // 2
    return text if len(text) <= _LONGEST_TEXT else f"{text[:half]}\n[…]\n{text[-half:]}"
