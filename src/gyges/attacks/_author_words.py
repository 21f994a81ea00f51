"""Asks for an author profile in plain words: for models that cannot write JSON."""

from dataclasses import dataclass, replace

from pydantic import BaseModel

from gyges.attacks._author_text import ProfileBlock, parse_blocks
from gyges.errors import AnswerInvalidError, AnswerTruncatedError
from gyges.models import DocumentText, Message, Model, Prompt, Reply, Request
from gyges.records import Tag

__all__ = ["AskProfile", "ask_in_words"]

_TURNS = 3  # one question and two corrections, as for typed questions


@dataclass(frozen=True)
class AskProfile(Prompt[BaseModel]):
    """Who wrote this text? In the published layout."""

    template = "prompts/profile.jinja"

    text: DocumentText
    tags: tuple[Tag, ...]
    most: int
    reference_date: str


@dataclass(frozen=True)
class _AskAgain(Prompt[BaseModel]):
    template = "prompts/profile_again.jinja"

    problem: str


async def ask_in_words(model: Model, prompt: AskProfile) -> dict[str, ProfileBlock]:
    """Ask, and read the answer; say what is missing in at most two corrective turns.

    Raises:
        AnswerInvalidError: An attribute had no guess or no certainty to the end; it is not taken for a safe one.
    """
    request = Request(prompt.messages(), None, prompt.temperature, prompt.max_tokens)
    keys: list[str] = []
    reply, problem = Reply(""), ""
    for _ in range(_TURNS):
        keys.append(request.digest(model.provider.endpoint, model.provider.model))
        reply = await model.complete(request)
        if reply.finish == "refused":
            problem = "the model declined to answer"
            break
        if reply.finish == "length":
            problem = "the answer was cut off at the token limit"
            request = replace(request, max_tokens=request.max_tokens * 2)
            continue
        blocks = parse_blocks(reply.text, [tag.name for tag in prompt.tags])
        problem = _what_is_missing(blocks, prompt.tags)
        if not problem:
            return blocks
        again = _AskAgain(problem).messages()
        request = replace(request, messages=(*request.messages, Message("assistant", reply.text), *again))
    model.cache.forget(keys)
    kind = AnswerTruncatedError if reply.finish == "length" else AnswerInvalidError
    raise kind(
        f"{model.name} gave no readable profile in {len(keys)} turns: {problem}",
        "try another model, or run the same command again",
    )


def _what_is_missing(blocks: dict[str, ProfileBlock], tags: tuple[Tag, ...]) -> str:
    unsaid = [tag.name for tag in tags if tag.name not in blocks or not blocks[tag.name].guesses]
    unsure = [tag.name for tag in tags if tag.name not in unsaid and blocks[tag.name].certainty is None]
    parts = ((unsaid, "there is no guess for"), (unsure, "there is no certainty for"))
    return "; ".join(f"{words} {', '.join(names)}" for names, words in parts if names)
