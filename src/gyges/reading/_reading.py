"""What the embedded engine understood of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from gyges.records import JsonValue

REFERENCE_DATE = date(2025, 9, 1)
"""The day on which ages are stated unless told otherwise (SPIA, annotation guidelines)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of the text: ``text[start:end]``, in half-open code-point offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ReadFact:
    """One thing understood about a person."""

    tag: str  # A tag of the SPIA taxonomy
    value: str  # the value, by the conventions of the tag
    certainty: int  # 1-5; 5 written in so many words, 3 inferred with other readings possible, below 3 a guess
    evidence: tuple[Evidence, ...]  # the words that gave it away; at least one
    cue: str  # short name of the rule that spoke, for debugging and reports


@dataclass(frozen=True, slots=True)
class PersonRead:
    """One person found in a text."""

    id: str  # unique in the reading
    description: str  # name or role, then what is known, in words
    mentions: tuple[Evidence, ...]  # where the person is spoken of, in order
    facts: tuple[ReadFact, ...]  # what was understood, best first for each tag
    special: tuple[ReadFact, ...] = ()  # special categories of personal data, which are no facts of SPIA


@dataclass(frozen=True, slots=True)
class ReadMention:
    """A span that says something about somebody, for maskers: TAB type, and whether it identifies by itself."""

    start: int  # first code point
    end: int  # one past the last code point
    type: str  # one of TAB's eight entity types
    direct: bool  # whether it identifies somebody by itself
    person: str | None = None  # the id of the person it belongs to, if known

    def moved(self, start: int, end: int) -> "ReadMention":
        """Return the mention with another start and end; most stay where they are."""
        if start == self.start and end == self.end:
            return self
        return ReadMention(start, end, self.type, self.direct, self.person)


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was understood of a text.

    Attributes:
        genre: The genre module that spoke beside the general reader, ``unknown`` if none did.
        people: The people.
        mentions: The spans, in order, without overlap.
        notes: What the reader says about its own reading, such as where it abstained.
        special_of_nobody: How many words of special categories belong to nobody in particular.
    """

    genre: str
    people: tuple[PersonRead, ...]
    mentions: tuple[ReadMention, ...]
    notes: Mapping[str, JsonValue] = field(default_factory=dict)
    special_of_nobody: int = 0
