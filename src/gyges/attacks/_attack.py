"""What an attack is, how it is carried out, and several attackers as one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from gyges.errors import ConfigError
from gyges.reading import REFERENCE_DATE, document_date
from gyges.records import Finding, Subject, Tag, taxonomy


class Attack(Protocol):
    """An adversary that reads released texts.

    An attack is blind: it is given the text and an id for reference, never the truth, the original or the method.
    It raises a `GygesError` when it could not read a text; that is reported as a failure, never as protection.
    """

    @property
    def name(self) -> str:
        """The spec of the attacker, as it is shown in reports."""

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what the text gives away."""


@runtime_checkable
class JointAttack(Attack, Protocol):
    """Several attackers as one."""

    async def join(self, text: str, known: Mapping[str, Finding], *, id: str) -> Finding:
        """Infer what the text gives away; what a member found in it already is known by the name of the member."""


def asks_nobody(part: object) -> bool:
    """Whether an attack or a method computes alone, holds nothing that pickle cannot copy, and may be sent elsewhere.

    It says so itself, by an attribute `by_rules`; without one it does not.
    """
    return getattr(part, "by_rules", False) is True


Align: TypeAlias = Callable[[list[Subject], list[Subject]], dict[str, str]]
"""Says who is who in two lists of people: ids of the first list to ids of the second, nobody twice."""

_SMALLEST_WINDOW = 100
_MOST_GUESSES = 20


@dataclass(frozen=True, slots=True)
class AttackOptions:
    """Settings of the attacks that ask a model.

    Attributes:
        stages: Calls per text. 3: people, their codes, the rest. 2: people, all facts. 1: all at once.
        reference_date: The day on which ages are stated, and texts without a date were written. Where it is left as it
            is, ages of a text that says it was written later are stated on its own day.
        window_tokens: The most tokens of text in one question; longer texts are read in windows. None for what suits
            the model.
        overlap_tokens: How far a window reaches back into the one before.
        taxonomy: The kinds of facts the subjects attack looks for; ``spia+special`` counts special categories, too.
        special: Whether models are asked for special categories in one more question; figures count them only where
            the taxonomy does.
        guesses: How many guesses the author attack makes for each attribute.
        top_k: How many names the identity attack gives.
        layout: How the author attack answers: ``typed``, or ``text`` for models that cannot write JSON.
        align: Who is who in the findings of two attackers; None for the rule of `align_people`.
        guess_all: Whether the subjects attack must guess every kind of fact but codes for everybody, as SPIA asks for;
            otherwise it may leave out what it has no idea about.
        examples: Whether it is shown examples of texts with the people in them, as SPIA does.
    """

    stages: Literal[1, 2, 3] = 3
    reference_date: date = REFERENCE_DATE
    window_tokens: int | None = None
    overlap_tokens: int = 60
    taxonomy: str = "spia"
    special: bool = False
    guesses: int = 3
    top_k: int = 5
    layout: Literal["typed", "text"] = "typed"
    align: Align | None = None
    guess_all: bool = False
    examples: bool = False

    def __post_init__(self) -> None:
        if self.stages not in (1, 2, 3):
            raise ConfigError(f"an attack in {self.stages} stages does not exist", "use 1, 2 or 3")
        if self.layout not in ("typed", "text"):
            raise ConfigError(f"there is no layout '{self.layout}' of answers", "use typed or text")
        if self.window_tokens is not None and self.window_tokens < _SMALLEST_WINDOW:
            raise ConfigError(
                f"a window of {self.window_tokens} tokens is too small", f"use {_SMALLEST_WINDOW} or more"
            )
        if self.overlap_tokens < 0:
            raise ConfigError(f"windows cannot overlap by {self.overlap_tokens} tokens", "use 0 or more")
        for name, count in (("guesses", self.guesses), ("top_k", self.top_k)):
            if not 1 <= count <= _MOST_GUESSES:
                raise ConfigError(f"{name} is {count}", f"use a number from 1 to {_MOST_GUESSES}")
        taxonomy(self.taxonomy)  # an unknown name is said now, not in the middle of a run

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The kinds of facts a model is asked for, those of special categories last."""
        asked = taxonomy(self.taxonomy)
        more = taxonomy("special").tags if self.special and not self.counts_special else ()
        return (*asked.tags, *more)

    @property
    def counts_special(self) -> bool:
        """Whether special categories count like other facts."""
        return "special" in self.taxonomy.split("+")

    def day_for(self, text: str) -> date:
        """Return the day on which ages in a text are stated.

        Example:
            >>> options = AttackOptions()
            >>> options.day_for("Date: 12 January 2026. Ana is 31."), options.day_for("Ana is 31.")
            (datetime.date(2026, 1, 12), datetime.date(2025, 9, 1))
        """
        written = document_date(text) if self.reference_date == REFERENCE_DATE else None
        return max(self.reference_date, written or self.reference_date)


DEFAULT_OPTIONS = AttackOptions()
