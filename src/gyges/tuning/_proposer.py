"""Asks a model for a better instruction by what the old one did, and checks what it proposes.

Everything that is called remaining in what it is told stands in the release; a test holds every objective to that.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

from gyges.errors import AnswerInvalidError, RequestRefusedError
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Document, JsonValue
from gyges.runs import Journal
from gyges.tuning._evaluator import digest_of
from gyges.tuning._form import WriteForm, filled
from gyges.tuning._instruction_check import InstructionCheck
from gyges.tuning._meter import Meter
from gyges.tuning._outcome import DocumentOutcome, Goal, LeakedFact, standing

Feedback = Callable[[Document, DocumentOutcome, Goal], str]

_MOST_LEAKS = 12
_MOST_LOSSES = 5
_NO_RELEASE = (
    "No usable rewrite came back ({reason}), so this document has no release: it scores 0 on both sides. The "
    "instruction must lead to the whole text, rewritten, and nothing else."
)


def base_feedback(document: Document, outcome: DocumentOutcome, goal: Goal) -> str:
    """Return one sentence with the scores."""
    del document
    scores = outcome.scores
    return (
        f"Privacy is {scores.privacy:.2f} and utility is {scores.utility:.2f} (1 is best, 0 worst); "
        f"the score is {goal.scalar(scores):.2f}. Raise it."
    )


def rich_feedback(document: Document, outcome: DocumentOutcome, goal: Goal) -> str:
    """Return the scores, who leaks what by which words, what was lost, and what to look at first."""
    lines = [base_feedback(document, outcome, goal)]
    if outcome.failed is not None:
        return "\n".join((*lines, _NO_RELEASE.format(reason=outcome.failed)))
    lines += _leak_lines(outcome)
    lines += _loss_lines(outcome)
    lines.append(_advice(outcome))
    return "\n".join(lines)


def _leak_lines(outcome: DocumentOutcome) -> list[str]:
    if not outcome.leaks:
        return ["Nothing that has to be protected can be learned from the output."]
    lines = ["What can still be learned from the output:"]
    lines += [f"- {_leak(leak, outcome.text)}" for leak in outcome.leaks[:_MOST_LEAKS]]
    rest = len(outcome.leaks) - _MOST_LEAKS
    return lines + ([f"- and {rest} more"] if rest > 0 else [])


def _leak(leak: LeakedFact, text: str) -> str:
    whose = f" of {leak.person}" if leak.person else ""
    words = standing(leak.words, text)
    if words:
        return f"{leak.kind}{whose}: {leak.value}; still in the output: {', '.join(f'“{one}”' for one in words)}"
    return f"{leak.kind}{whose}: {leak.value}; inferred, without words that say it"


def _loss_lines(outcome: DocumentOutcome) -> list[str]:
    if not outcome.losses:
        return ["Nothing that has to stay was found missing."]
    lines = ["What was lost:"]
    for loss in outcome.losses[:_MOST_LOSSES]:
        gone = [word for word in loss.words if word not in standing(loss.words, outcome.text)]
        lines.append(f"- {loss.what}" + (f" (gone: {', '.join(gone)})" if gone else ""))
    return lines


def _advice(outcome: DocumentOutcome) -> str:
    scores = outcome.scores
    if scores.privacy < 1 and (scores.privacy <= scores.utility or not outcome.losses):
        kinds = ", ".join(dict.fromkeys(leak.kind for leak in outcome.leaks)) or "what identifies somebody"
        return f"Most is to be gained in privacy: say how to deal with {kinds}, as kinds, without naming anybody."
    if scores.utility < 1:
        return "Most is to be gained in utility: say what has to be left as it is."
    return "There is nothing to gain here: keep what the instruction does."


_MOST_WORDS = 400
_LONGEST_TEXT = 6000  # characters of a document that is shown; the middle of a longer one is left out
_QUOTED = "(left out: it quoted a document)"


class NewInstruction(BaseModel, extra="forbid"):
    """The model's answer."""

    change: str = Field(max_length=2000)
    instruction: str = Field(min_length=1, max_length=20_000)


@dataclass(frozen=True)
class ProposeInstruction(Prompt[NewInstruction], template="prompts/propose.jinja", temperature=1.0, max_tokens=2048):
    """How would a better instruction read?"""

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
    """What the proposer is told about the task."""

    goal: Goal  # what is better
    protect: str = ""  # what must not be learned
    preserve: str = ""  # what must stay
    measures: tuple[str, str] = ("privacy", "utility")  # what privacy and utility mean


@dataclass(frozen=True, slots=True)
class InstructionProposal:
    """What came of one question."""

    instruction: str | None  # the new instruction; None when there is none that may be used
    reason: str  # what was changed and why, in the words of the model
    check: tuple[str, ...] = ()  # what the check took out or refused, in sentences


@dataclass
class Proposer:
    """Proposes instructions; the same question in a replay is answered from the journal."""

    model: Model  # who is asked
    brief: Brief  # what it is told about the task
    check: InstructionCheck  # what an instruction may not hold
    journal: Journal  # what was proposed before
    meter: Meter  # counts questions
    agent: bool = False  # whether rich feedback has the form that the model wrote for the task
    _asked: int = field(default=0)
    _form: Feedback | None = field(default=None)

    async def propose(
        self, instruction: str, cases: Sequence[tuple[Document, DocumentOutcome]], feedback: Feedback
    ) -> InstructionProposal:
        """Return a new instruction from what the old one did.

        Every question is a new sample, so the same cases can lead to different instructions.
        """
        if self.agent and feedback is rich_feedback:
            feedback = await self._agents()
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

    async def _agents(self) -> Feedback:
        """Return feedback in the form that the model wrote for this task, once; in a replay the journal has it."""
        asked = WriteForm(self.brief.protect, self.brief.preserve, str(self.brief.goal), *self.brief.measures)
        words: JsonValue = [[message.role, message.content] for message in asked.messages(self.model.wording)]
        key = f"form/{digest_of(self.model.name, words)}"
        if key not in self.journal:
            with self.meter.counting() as count:
                template = (await self.model.ask(asked)).template
            self.journal.append(key, {"template": template, "calls": count.calls})
        elif self._form is None:
            self.meter.take(dict(self.journal.get(key))["calls"])  # type: ignore[arg-type]  # our own journal
        template = str(dict(self.journal.get(key))["template"])  # type: ignore[arg-type]  # our own journal
        self._form = lambda document, outcome, goal: filled(template, outcome, goal)
        return self._form

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
