"""Half a reader: the rules attack with a seeded half of its rules, to judge a method by rules it did not consult."""

import hashlib
from dataclasses import dataclass, replace
from typing import Literal

from gyges.attacks._options import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._rules import finding_of
from gyges.reading import Reading, require_read
from gyges.records import Finding

__all__ = ["GeneralRulesAttack", "HeldOutRulesAttack", "is_seen"]


def is_seen(cue: str, seed: int) -> bool:
    """Tell whether a rule belongs to the seen half of a seed; every rule is in exactly one half.

    Example:
        >>> {is_seen("title", seed) for seed in range(20)} == {True, False}
        True
    """
    return hashlib.sha256(f"{seed}\n{cue}".encode()).digest()[0] < 128


@dataclass(frozen=True)
class HeldOutRulesAttack:
    """Reads a text by rules and tables, and keeps only what one half of the rules says; people stay.

    A fact that several rules tell carries the name of the surest one, so the halves are not two separate readers.

    Attributes:
        half: Which half speaks.
        seed: How the rules are split.
        options: Only the reference date matters.
    """

    half: Literal["seen", "unseen"]
    seed: int
    options: AttackOptions = DEFAULT_OPTIONS

    @property
    def name(self) -> str:
        """The spec, such as ``rules:unseen=3``."""
        return f"rules:{self.half}={self.seed}"

    @property
    def by_rules(self) -> bool:
        """Whether it can be sent to another process; a rule of the user's own about who is who stays here."""
        return self.options.align is None

    def read(self, text: str) -> Reading:
        """Return the reading with the facts of this half."""
        from gyges.reading import read_text  # the engine is loaded when somebody reads

        reading = read_text(text, reference=self.options.reference_date)
        people = (
            replace(person, facts=tuple(fact for fact in person.facts if self._speaks(fact.cue)))
            for person in reading.people
        )
        return replace(reading, people=tuple(people))

    async def attack(self, text: str, *, id: str) -> Finding:
        """Say what this half of the rules understood.

        Raises:
            UnreadError: The text is in a language that is not read, or is no text.
        """
        require_read(text, self.name)
        return finding_of(self.read(text), text, id, self.name)

    def _speaks(self, cue: str) -> bool:
        return is_seen(cue, self.seed) == (self.half == "seen")


@dataclass(frozen=True)
class GeneralRulesAttack:
    """Reads a text by the general rules only, without the modules for genres.

    Attributes:
        options: Only the reference date matters.
    """

    options: AttackOptions = DEFAULT_OPTIONS
    name = "rules:general"

    @property
    def by_rules(self) -> bool:
        """Whether it can be sent to another process; a rule of the user's own about who is who stays here."""
        return self.options.align is None

    def read(self, text: str) -> Reading:
        """Return what the general reader understood."""
        from gyges.reading import read_text  # the engine is loaded when somebody reads

        return read_text(text, reference=self.options.reference_date, genres=False)

    async def attack(self, text: str, *, id: str) -> Finding:
        """Say what the general reader understood.

        Raises:
            UnreadError: The text is in a language that is not read, or is no text.
        """
        require_read(text, self.name)
        return finding_of(self.read(text), text, id, self.name)
