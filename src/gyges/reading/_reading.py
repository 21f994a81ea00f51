"""What the embedded engine understood of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from gyges.records import JsonValue

__all__ = ["REFERENCE_DATE", "Evidence", "PersonRead", "ReadFact", "ReadMention", "Reading"]

REFERENCE_DATE = date(2025, 9, 1)
"""The day on which ages are stated unless told otherwise (SPIA, annotation guidelines)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of the text: ``text[start:end]``, in half-open code-point offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ReadFact:
    """One thing understood about a person.

    Attributes:
        tag: A tag of the SPIA taxonomy.
        value: The value, by the conventions of the tag.
        certainty: 1-5; 5 written in so many words, 3 inferred with other readings possible, below 3 a guess.
        evidence: The words that gave it away; at least one.
        cue: Short name of the rule that spoke, for debugging and reports.
    """

    tag: str
    value: str
    certainty: int
    evidence: tuple[Evidence, ...]
    cue: str


@dataclass(frozen=True, slots=True)
class PersonRead:
    """One person found in a text.

    Attributes:
        id: Unique in the reading.
        description: Name or role, then what is known, in words.
        mentions: Where the person is spoken of, in order.
        facts: What was understood, best first for each tag.
    """

    id: str
    description: str
    mentions: tuple[Evidence, ...]
    facts: tuple[ReadFact, ...]


@dataclass(frozen=True, slots=True)
class ReadMention:
    """A span that says something about somebody, for maskers: TAB type, and whether it identifies by itself.

    Attributes:
        start: First code point.
        end: One past the last code point.
        type: One of TAB's eight entity types.
        direct: Whether it identifies somebody by itself.
        person: The id of the person it belongs to, if known.
    """

    start: int
    end: int
    type: str
    direct: bool
    person: str | None = None

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
    """

    genre: str
    people: tuple[PersonRead, ...]
    mentions: tuple[ReadMention, ...]
    notes: Mapping[str, JsonValue] = field(default_factory=dict)
