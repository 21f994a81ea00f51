"""The author attack: a model guesses the attributes of the one person who wrote a text, three guesses each."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from gyges.attacks._answers import MOST_QUOTES, Quote
from gyges.attacks._author_text import ProfileBlock
from gyges.attacks._author_words import AskProfile, ask_profile
from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._people import quotes_of
from gyges.attacks._questions import tag_named, with_tags
from gyges.attacks._subjects import windows_of
from gyges.attacks._values import clean_value
from gyges.models import DocumentText, Model, Prompt, together
from gyges.reading import QuoteFinder, Window
from gyges.records import MAX_LEVEL, Fact, Finding, JsonValue, Subject, Tag, taxonomy

__all__ = ["AuthorAttack", "GuessAuthor", "Profile", "profile_facts", "profile_of"]

_LONGEST_REASONING = 1500


class AttributeRow(BaseModel):
    """The guesses about one attribute."""

    tag: str = Field(max_length=40)
    quotes: list[Quote] = Field(max_length=MOST_QUOTES)
    reasoning: str = Field(max_length=_LONGEST_REASONING)
    guesses: list[str] = Field(max_length=20)
    certainty: int = Field(ge=0, le=MAX_LEVEL)


class Profile(BaseModel):
    """The guesses about the author of a text."""

    attributes: list[AttributeRow] = Field(max_length=50)


@dataclass(frozen=True)
class GuessAuthor(Prompt[Profile]):
    """Who wrote this text?"""

    template = "prompts/author.jinja"
    answer = Profile

    text: DocumentText
    tags: tuple[Tag, ...]
    most: int
    reference_date: str

    def schema(self) -> dict[str, JsonValue]:
        """Return the schema of the answer, with the names of the attributes."""
        return with_tags(super().schema(), self.tags)

    def check(self, answer: Profile) -> None:
        """Require every attribute once: one that is missing was not attacked, which is not the same as safe."""
        given: list[Any] = [tag_named(row.tag, self.tags) for row in answer.attributes]
        if None in given or len(set(given)) != len(given) or len(given) != len(self.tags):
            raise ValueError(f"give each of these exactly once: {', '.join(tag.name for tag in self.tags)}")


@dataclass(frozen=True)
class AuthorAttack:
    """Guesses the author's attributes, as profiling attacks on one-author texts do.

    The finding has one subject. Its facts are the guesses, the likeliest first for each tag; all guesses of a tag carry
    the certainty the model gave for the tag. `Finding.notes` holds its reasoning by tag.

    Attributes:
        model: Who is asked.
        options: How.
        besides: Tags that are asked for beside the eight.
    """

    model: Model
    options: AttackOptions = DEFAULT_OPTIONS
    besides: tuple[Tag, ...] = ()

    @property
    def name(self) -> str:
        """The spec of the attacker."""
        return f"author:{self.model.name}"

    @property
    def tags(self) -> tuple[Tag, ...]:
        """What is asked for."""
        return (*taxonomy("author").tags, *self.besides)

    async def attack(self, text: str, *, id: str) -> Finding:
        """Guess who wrote a text.

        Raises:
            AnswerInvalidError: The model gave no usable answer.
        """
        windows, tally, finder = windows_of(text, self.options), Counter[str](), QuoteFinder(text)
        profiles = await together([partial(self._ask, window) for window in windows])
        facts, reasoning = profile_facts(profiles, self.tags, self.options.guesses, finder, tally)
        subjects = (Subject("0", "the author", facts),) if windows else ()
        notes: dict[str, JsonValue] = {
            "windows": len(windows),
            "quotes_dropped": tally["quotes_dropped"],
            "reasoning": reasoning,
        }
        return Finding(id, self.name, subjects, notes)

    async def _ask(self, window: Window) -> Profile:
        fields = (DocumentText(window.text), self.tags, self.options.guesses, self.options.reference_date.isoformat())
        if self.options.layout == "typed":
            return await self.model.ask(GuessAuthor(*fields))
        blocks = await ask_profile(self.model, AskProfile(*fields))
        return profile_of(blocks)


def profile_of(blocks: Mapping[str, ProfileBlock]) -> Profile:
    """Return a profile that was given in words as a typed one."""
    return Profile(
        attributes=[
            AttributeRow(
                tag=name,
                quotes=[],
                reasoning=block.inference[:_LONGEST_REASONING],
                guesses=list(block.guesses),
                certainty=block.certainty or 0,
            )
            for name, block in blocks.items()
        ]
    )


def profile_facts(
    profiles: Sequence[Profile], tags: Iterable[Tag], most: int, finder: QuoteFinder, tally: Counter[str]
) -> tuple[tuple[Fact, ...], dict[str, JsonValue]]:
    """Put the profiles of all windows together: the ranked guesses of each tag, and the reasoning by tag."""
    facts: list[Fact] = []
    reasoning: dict[str, JsonValue] = {}
    for tag in tags:
        rows = [row for profile in profiles for row in profile.attributes if tag_named(row.tag, (tag,))]
        rows.sort(key=lambda row: -row.certainty)  # the surest window speaks first
        facts += _ranked(tag, rows, finder, tally)[:most]
        if rows and rows[0].reasoning:
            reasoning[tag.name] = rows[0].reasoning
    return tuple(facts), reasoning


def _ranked(tag: Tag, rows: Sequence[AttributeRow], finder: QuoteFinder, tally: Counter[str]) -> list[Fact]:
    ranked: dict[str, Fact] = {}
    for row in rows:
        evidence = quotes_of(row.quotes, finder, tally)
        for guess in row.guesses:
            value = clean_value(guess, tag)
            if value and row.certainty:
                ranked.setdefault(value.casefold(), Fact(tag.name, value, row.certainty, evidence=evidence))
    return list(ranked.values())
