"""Asks for the rewrite of one window, as a typed answer or in plain words, and says what is wrong with a bad one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, Field

from gyges.anonymizers.rewriting._checks import RewriteStandard, problem_with
from gyges.anonymizers.rewriting._repairs import Repaired, repaired
from gyges.anonymizers.rewriting._rules import text_after_separator
from gyges.models import OURS, Message, Model, Prompt, Wording
from gyges.reading import chars_for
from gyges.records import JsonValue

_EXPLANATION_TOKENS = 1600  # a short one, and some thought before it
_LONGEST_EXPLANATION = 1500  # characters; endpoints that enforce it keep a talkative model from using up the room
_TOKENS_PER_TOKEN = 1.6  # a rewrite may be longer than the text, and JSON escapes cost tokens


class Rewrite(BaseModel):
    """A rewritten text; the explanation comes first, so that it is thought of first."""

    explanation: str = Field(max_length=_LONGEST_EXPLANATION)
    text: str


@dataclass(frozen=True)
class CheckedRewrite(Prompt[Rewrite]):
    """A question of a method, with room for an answer as long as the text, and with the checks on the answer."""

    asked: Prompt[Rewrite]
    expected: RewriteStandard
    wording: Wording = OURS

    def messages(self, wording: Wording = OURS) -> tuple[Message, ...]:
        """Return the conversation of the method."""
        return self.asked.messages(wording)

    def schema(self) -> Mapping[str, JsonValue]:
        """Return the schema of the method."""
        return self.asked.schema()

    def source(self) -> Path:
        """Return the words of the method."""
        return self.asked.file()

    def heat(self) -> float:
        """Return the temperature of the rules."""
        return self.expected.rules.temperature

    def room(self) -> int:
        """Return tokens enough for an explanation and the whole text."""
        return room_for(self.expected.original)

    def check(self, answer: Rewrite) -> None:
        """Raise ValueError with what is wrong with the text."""
        self.accept(answer.text)

    def accept(self, text: str) -> Repaired:
        """Return the text without what surely does not belong to it; raise ValueError if it is no rewrite."""
        done = repaired(text, self.expected.original)
        problem = problem_with(done.text, self.expected, self.messages(self.wording))
        if problem:
            raise ValueError(problem)
        self.asked.check(Rewrite(explanation="", text=done.text))  # what only the method knows
        return done


def room_for(text: str) -> int:
    """Return how many tokens an answer about as long as a text may have."""
    tokens = len(text) / chars_for(1000, text) * 1000
    return _EXPLANATION_TOKENS + round(tokens * _TOKENS_PER_TOKEN)


async def ask_for_rewrite(model: Model, asked: Prompt[Rewrite], expected: RewriteStandard) -> Repaired:
    """Return the rewrite of one window."""
    prompt = CheckedRewrite(asked, expected, model.wording)
    if expected.rules.layout == "typed" or model.wording.layout(prompt.source()):
        answer = await model.ask(prompt, sample=expected.rules.sample)
        return replace(prompt.accept(answer.text), explanation=answer.explanation)
    if expected.rules.layout == "plain":
        return Repaired(await model.ask_in_words(prompt, _whole, _AskAgain, "text", sample=expected.rules.sample))
    return await _ask_in_words(model, prompt)


def _whole(words: str) -> str:
    if not words.strip():
        raise ValueError("the text is empty")
    return words.strip()


@dataclass(frozen=True)
class _AskAgain(Prompt[BaseModel], template="prompts/rewrite_again.jinja"):
    problem: str


async def _ask_in_words(model: Model, prompt: CheckedRewrite) -> Repaired:
    def read(words: str) -> Repaired:
        found = text_after_separator(words, prompt.expected.original)
        done = prompt.accept(found.text)
        return replace(done, repairs=(*found.repairs, *done.repairs))

    sample = prompt.expected.rules.sample
    return await model.ask_in_words(prompt, read, _AskAgain, "usable rewrite", sample=sample)
