"""The author and target attacks: a model guesses, kind by kind, what a text gives away about one person of it.

A model that cannot write JSON is asked in plain words, in the published layout.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from gyges.attacks._attack import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._author_text import ProfileBlock, parse_blocks
from gyges.attacks._people import quotes_of
from gyges.attacks._questions import MOST_QUOTES, Quote, clean_value, tag_named, with_tags
from gyges.attacks._subjects import windows_of
from gyges.errors import ConfigError
from gyges.models import DocumentText, Model, Prompt, together
from gyges.reading import QuoteFinder, Window
from gyges.records import MAX_LEVEL, Fact, Finding, JsonValue, Subject, Tag, taxonomy

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
class GuessAuthor(Prompt[Profile], template="prompts/author.jinja"):
    """Who wrote this text?"""

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
class AskProfile(Prompt[BaseModel], template="prompts/profile.jinja"):
    """Who wrote this text? In the published layout."""

    text: DocumentText
    tags: tuple[Tag, ...]
    most: int
    reference_date: str


@dataclass(frozen=True)
class _AskAuthorAgain(Prompt[BaseModel], template="prompts/profile_again.jinja"):
    problem: str


KNOWN_TARGETS = ("author", "applicant")
"""Targets that the questions describe in their own words; any other is the user's words and fenced as data."""


def target_words(target: str) -> str:
    """Return a target as a question takes it: nothing, one of the known roles, or fenced words."""
    return target if not target or target in KNOWN_TARGETS else DocumentText(target)


@dataclass(frozen=True)
class GuessTarget(GuessAuthor, template="prompts/target.jinja"):
    """What does this text give away about this person?"""

    target: str


@dataclass(frozen=True)
class AskTarget(AskProfile, template="prompts/target_profile.jinja"):
    """The same in plain words."""

    target: str


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
        return await _profiled(self, text, id, "the author")

    async def ask(self, window: Window) -> Profile:
        """Ask for the profile in one part of a text."""
        fields = (DocumentText(window.text), self.tags, self.options.guesses, self.options.reference_date.isoformat())
        if self.options.layout == "typed":
            return await self.model.ask(GuessAuthor(*fields))
        return await _in_words(self.model, AskProfile(*fields))


@dataclass(frozen=True)
class TargetAttack:
    """Guesses what a text gives away about one person, for each tag of a taxonomy.

    The finding is built like that of `AuthorAttack`: one subject, ranked guesses as its facts, the reasoning by tag in
    `Finding.notes`.
    """

    model: Model  # who is asked
    target: str = "author"  # ``author``, ``applicant``, or a person in the user's own words, as in ``the landlord``
    kinds: str = "author"  # the taxonomy whose tags are asked for
    options: AttackOptions = DEFAULT_OPTIONS  # how
    besides: tuple[Tag, ...] = ()  # tags that are asked for beside those of the taxonomy

    def __post_init__(self) -> None:
        if not self.target.strip():
            raise ConfigError("the attack has no target", "say who is attacked: author, applicant or anybody else")
        taxonomy(self.kinds)  # an unknown name is said now

    @property
    def name(self) -> str:
        """The spec of the model, with target and kinds in front."""
        return f"target[{self.target}, {self.kinds}]:{self.model.name}"

    @property
    def tags(self) -> tuple[Tag, ...]:
        """What is asked for."""
        return (*taxonomy(self.kinds).tags, *self.besides)

    async def attack(self, text: str, *, id: str) -> Finding:
        """Guess what a text gives away about the target."""
        return await _profiled(self, text, id, self.target)

    async def ask(self, window: Window) -> Profile:
        """Ask for the profile in one part of a text."""
        fields = (DocumentText(window.text), self.tags, self.options.guesses, self.options.reference_date.isoformat())
        target = target_words(self.target)
        if self.options.layout == "typed":
            return await self.model.ask(GuessTarget(*fields, target))
        return await _in_words(self.model, AskTarget(*fields, target))


async def _profiled(attack: AuthorAttack | TargetAttack, text: str, id: str, who: str) -> Finding:
    """Ask about every part of a text and put the profiles together."""
    windows, tally, finder = windows_of(text, attack.options), Counter[str](), QuoteFinder(text)
    profiles = await together([partial(attack.ask, window) for window in windows])
    facts, reasoning = _profile_facts(profiles, attack.tags, attack.options.guesses, finder, tally)
    notes: dict[str, JsonValue] = {
        "windows": len(windows),
        "quotes_dropped": tally["quotes_dropped"],
        "reasoning": reasoning,
    }
    return Finding(id, attack.name, (Subject("0", who, facts),) if windows else (), notes)


async def _in_words(model: Model, prompt: AskProfile) -> Profile:
    """Ask for a profile in plain words, and read the answer."""

    def read(words: str) -> Profile:
        blocks = parse_blocks(words, [tag.name for tag in prompt.tags])
        missing = _what_is_missing(blocks, prompt.tags)
        if missing:
            raise ValueError(missing)
        return _profile_of(blocks)

    return await model.ask_in_words(prompt, read, _AskAuthorAgain, "readable profile")


def _what_is_missing(blocks: dict[str, ProfileBlock], tags: tuple[Tag, ...]) -> str:
    unsaid = [tag.name for tag in tags if tag.name not in blocks or not blocks[tag.name].guesses]
    unsure = [tag.name for tag in tags if tag.name not in unsaid and blocks[tag.name].certainty is None]
    parts = ((unsaid, "there is no guess for"), (unsure, "there is no certainty for"))
    return "; ".join(f"{words} {', '.join(names)}" for names, words in parts if names)


def _profile_of(blocks: Mapping[str, ProfileBlock]) -> Profile:
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


def _profile_facts(
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
