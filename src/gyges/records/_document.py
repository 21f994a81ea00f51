"""Documents and what is known about the people in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gyges.errors import InputError
from gyges.records._cells import JsonValue
from gyges.records._taxonomy import taxonomy

MAX_LEVEL = 5
"""Top of the certainty and hardness scales (SPIA, annotation guidelines); 0 means not inferred."""


class IdentifierType(StrEnum):
    """TAB's three answers to "must this be masked?"."""

    DIRECT = "DIRECT"
    QUASI = "QUASI"
    NO_MASK = "NO_MASK"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that holds, or is thought to hold, for a person.

    Attributes:
        tag: A tag of the taxonomy in use, such as ``AGE``.
        value: The value, by the conventions of the tag.
        certainty: How sure annotator or attacker is, 0-5; below 3 it is assumption rather than evidence.
        hardness: How hard the value is to infer, 0-5; 0 where nobody rated it.
        evidence: Words of the text that give the value away, literally.
    """

    tag: str
    value: str
    certainty: int = MAX_LEVEL
    hardness: int = 0
    evidence: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, level in (("certainty", self.certainty), ("hardness", self.hardness)):
            if not 0 <= level <= MAX_LEVEL:
                raise InputError(f"{name} of {self.tag} is {level}", f"use a whole number from 0 to {MAX_LEVEL}")


@dataclass(frozen=True, slots=True)
class Subject:
    """One person in one document.

    Attributes:
        id: Unique in the document.
        description: Who that is, in a few words.
        facts: What holds for the person, or is thought to.
        called: Words of the text by which it calls the person, literally; the first appearance first.
        special: What holds of special categories (the taxonomy ``special``): beside the facts, as no figure counts it
            unless asked to.
    """

    id: str
    description: str = ""
    facts: tuple[Fact, ...] = ()
    called: tuple[str, ...] = ()
    special: tuple[Fact, ...] = ()

    def told(self, facts: Iterable[Fact]) -> "Subject":
        """Return the person with these facts and no others, those of special categories apart."""
        kept = tuple(facts)
        special = tuple(fact for fact in kept if fact.tag in taxonomy("special"))
        return replace(self, facts=tuple(fact for fact in kept if fact not in special), special=special)


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of the text, in half-open code-point offsets: ``document.text[start:end] == text``.

    Attributes:
        start: First code point.
        end: One past the last code point.
        text: The words of the span.
        type: One of TAB's eight entity types.
        identifier: Whether it must be masked.
        entity_id: Mentions of one entity share it.
    """

    start: int
    end: int
    text: str
    type: str
    identifier: IdentifierType = IdentifierType.QUASI
    entity_id: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise InputError(
                f"mention '{self.text}' has the offsets {self.start}-{self.end}",
                "use half-open code-point offsets, start before end",
            )


@dataclass(frozen=True, slots=True)
class Document:
    """A text, and the truth about it where somebody annotated it.

    `subjects` and `mentions` are None when nobody looked, and empty when somebody looked and there was nothing.

    Example:
        >>> Document(id="a", text="Hi, Ana here.").subjects is None
        True
    """

    id: str
    text: str
    subjects: tuple[Subject, ...] | None = None
    mentions: tuple[Mention, ...] | None = None
    meta: Mapping[str, JsonValue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for mention in self.mentions or ():
            found = self.text[mention.start : mention.end]
            if found != mention.text or mention.end > len(self.text):
                raise InputError(
                    f"mention '{mention.text}' of document '{self.id}' is not at {mention.start}-{mention.end}, "
                    f"where the text reads '{found}'",
                    "count offsets in Unicode code points",
                )
        ids = [subject.id for subject in self.subjects or ()]
        if len(set(ids)) != len(ids):
            raise InputError(
                f"document '{self.id}' has two subjects with one id", "give every subject an id of its own"
            )


@dataclass(frozen=True, slots=True)
class UnreadableDocument(Document):
    """A document whose row could not be read: it has no text, and counts as failed in every figure.

    Attributes:
        why: What is wrong with the row, and where it is.
    """

    why: str = ""
