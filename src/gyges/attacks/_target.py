"""The target attack: a model guesses what a text gives away about one person of it, kind by kind."""

from collections import Counter
from dataclasses import dataclass
from functools import partial

from gyges.attacks._author import GuessAuthor, Profile, profile_facts, profile_of
from gyges.attacks._author_words import AskProfile, ask_profile
from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._subjects import windows_of
from gyges.errors import ConfigError
from gyges.models import DocumentText, Model, together
from gyges.reading import QuoteFinder, Window
from gyges.records import Finding, JsonValue, Subject, Tag, taxonomy

__all__ = ["KNOWN_TARGETS", "GuessTarget", "TargetAttack", "target_words"]

KNOWN_TARGETS = ("author", "applicant")
"""Targets that the questions describe in their own words; any other is the user's words and fenced as data."""


def target_words(target: str) -> str:
    """Return a target as a question takes it: nothing, one of the known roles, or fenced words."""
    return target if not target or target in KNOWN_TARGETS else DocumentText(target)


@dataclass(frozen=True)
class GuessTarget(GuessAuthor):
    """What does this text give away about this person?"""

    template = "prompts/target.jinja"

    target: str


@dataclass(frozen=True)
class AskTarget(AskProfile):
    """The same in plain words."""

    template = "prompts/target_profile.jinja"

    target: str


@dataclass(frozen=True)
class TargetAttack:
    """Guesses what a text gives away about one person, for each tag of a taxonomy.

    The finding is built like that of `AuthorAttack`: one subject, ranked guesses as its facts, the reasoning by tag in
    `Finding.notes`.

    Attributes:
        model: Who is asked.
        target: ``author``, ``applicant``, or a person in the user's own words, as in ``the landlord``.
        kinds: The taxonomy whose tags are asked for.
        options: How.
        besides: Tags that are asked for beside those of the taxonomy.
    """

    model: Model
    target: str = "author"
    kinds: str = "author"
    options: AttackOptions = DEFAULT_OPTIONS
    besides: tuple[Tag, ...] = ()

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
        """Guess what a text gives away about the target.

        Raises:
            AnswerInvalidError: The model gave no usable answer.
        """
        windows, tally, finder = windows_of(text, self.options), Counter[str](), QuoteFinder(text)
        profiles = await together([partial(self._ask, window) for window in windows])
        facts, reasoning = profile_facts(profiles, self.tags, self.options.guesses, finder, tally)
        subjects = (Subject("0", self.target, facts),) if windows else ()
        notes: dict[str, JsonValue] = {
            "windows": len(windows),
            "quotes_dropped": tally["quotes_dropped"],
            "reasoning": reasoning,
        }
        return Finding(id, self.name, subjects, notes)

    async def _ask(self, window: Window) -> Profile:
        text, tags = DocumentText(window.text), self.tags
        date, target = self.options.reference_date.isoformat(), target_words(self.target)
        if self.options.layout == "typed":
            return await self.model.ask(GuessTarget(text, tags, self.options.guesses, date, target))
        return profile_of(await ask_profile(self.model, AskTarget(text, tags, self.options.guesses, date, target)))
