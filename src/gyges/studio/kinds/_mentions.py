"""Mentions in a text: the sheet of an annotator, and the records it becomes."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from gyges.records import IdentifierType, Mention, taxonomy
from gyges.studio.kinds._kind import Body

__all__ = ["MentionWritten", "MentionsBody", "mentions_body", "mentions_of"]

_TYPES = taxonomy("tab").names
_MOST_CHARACTERS = 2**53 - 1  # the greatest whole number that a page counts with


def _known(name: str) -> str:
    if name not in _TYPES:
        raise ValueError(f"there is no entity type '{name}'")
    return name


EntityType = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(_TYPES)})]
Offset = Annotated[int, Field(ge=0, le=_MOST_CHARACTERS)]


class MentionWritten(Body):
    """A mention as it stands on a sheet; offsets are code points, half open.

    Attributes:
        start: First code point.
        end: One past the last.
        text: The words there.
        type: One of TAB's eight.
        identifier: Whether it must be masked.
        entity_id: Mentions of one entity share it; empty while it stands for itself.
        by: The finder that proposed it; empty where the author marked it.
        accepted: Whether the author stands behind it; a proposal counts for nothing before.
    """

    start: Offset
    end: Offset
    text: str
    type: EntityType
    identifier: IdentifierType = IdentifierType.QUASI
    entity_id: str = ""
    by: str = ""
    accepted: bool = True

    @model_validator(mode="after")
    def _has_words(self) -> "MentionWritten":
        if self.start >= self.end:
            raise ValueError("a mention ends before it starts")
        return self


class MentionsBody(Body):
    """All mentions of a text, in any order; they may overlap."""

    mentions: list[MentionWritten] = Field(default_factory=list)


def mentions_of(body: MentionsBody) -> tuple[Mention, ...]:
    """Return the mentions an author stands behind, without proposals nobody accepted, in the order of the text."""
    stands = (
        Mention(mention.start, mention.end, mention.text, mention.type, mention.identifier, mention.entity_id)
        for mention in body.mentions
        if mention.accepted
    )
    return tuple(sorted(stands, key=lambda mention: (mention.start, mention.end)))


def mentions_body(mentions: Iterable[Mention], *, by: str = "", accepted: bool = True) -> MentionsBody:
    """Return mentions as a sheet holds them; `by` and `accepted` as in `people_body`."""
    return MentionsBody(
        mentions=[
            MentionWritten(
                start=mention.start,
                end=mention.end,
                text=mention.text,
                type=mention.type,
                identifier=mention.identifier,
                entity_id=mention.entity_id,
                by=by,
                accepted=accepted,
            )
            for mention in mentions
        ]
    )
