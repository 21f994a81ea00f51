"""Asks for an author profile in plain words: for models that cannot write JSON."""

from dataclasses import dataclass

from pydantic import BaseModel

from gyges.attacks._author_text import ProfileBlock, parse_blocks
from gyges.models import DocumentText, Model, Prompt, Request, ask_in_words
from gyges.records import Tag

__all__ = ["AskProfile", "ask_profile"]


@dataclass(frozen=True)
class AskProfile(Prompt[BaseModel]):
    """Who wrote this text? In the published layout."""

    template = "prompts/profile.jinja"

    text: DocumentText
    tags: tuple[Tag, ...]
    most: int
    reference_date: str


@dataclass(frozen=True)
class _AskAuthorAgain(Prompt[BaseModel]):
    template = "prompts/profile_again.jinja"

    problem: str


async def ask_profile(model: Model, prompt: AskProfile) -> dict[str, ProfileBlock]:
    """Ask, and read the answer.

    Raises:
        AnswerInvalidError: An attribute had no guess or no certainty to the end; it is not taken for a safe one.
    """

    def read(words: str) -> dict[str, ProfileBlock]:
        blocks = parse_blocks(words, [tag.name for tag in prompt.tags])
        missing = _what_is_missing(blocks, prompt.tags)
        if missing:
            raise ValueError(missing)
        return blocks

    request = Request(prompt.messages(model.wording), None, prompt.temperature, prompt.max_tokens)
    return await ask_in_words(model, request, read, _AskAuthorAgain, "readable profile")


def _what_is_missing(blocks: dict[str, ProfileBlock], tags: tuple[Tag, ...]) -> str:
    unsaid = [tag.name for tag in tags if tag.name not in blocks or not blocks[tag.name].guesses]
    unsure = [tag.name for tag in tags if tag.name not in unsaid and blocks[tag.name].certainty is None]
    parts = ((unsaid, "there is no guess for"), (unsure, "there is no certainty for"))
    return "; ".join(f"{words} {', '.join(names)}" for names, words in parts if names)
