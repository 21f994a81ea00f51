"""Mentions in a text: the sheet of an annotator, the records it becomes, and what the guideline says about it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Final

from pydantic import AfterValidator, Field, model_validator

from gyges.records import IdentifierType, Mention, taxonomy
from gyges.studio._kinds._kind import Body, Remark, SheetKind, remark
from gyges.studio._project import Project

_TYPES = taxonomy("tab").names
_MOST_CHARACTERS = 2**53 - 1  # the greatest whole number that a page counts with
Offset = Annotated[int, Field(ge=0, le=_MOST_CHARACTERS)]
MAY_BE_DIRECT: Final = frozenset({"PERSON", "CODE", "ORG"})
"""Types that tell somebody by themselves in the Text Anonymization Benchmark; the others never do there."""


def _known(name: str) -> str:
    if name not in _TYPES:
        raise ValueError(f"there is no entity type '{name}'")
    return name


EntityType = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(_TYPES)})]


class MentionWritten(Body):
    """A mention as it stands on a sheet; offsets are code points, half open."""

    start: Offset  # first code point
    end: Offset  # one past the last
    text: str  # the words there
    type: EntityType  # one of TAB's eight
    identifier: IdentifierType = IdentifierType.QUASI  # whether it must be masked
    entity_id: str = ""  # mentions of one entity share it; empty while it stands for itself
    by: str = ""  # the finder that proposed it; empty where the author marked it
    accepted: bool = True  # whether the author stands behind it; a proposal counts for nothing before

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
    return MentionsBody(mentions=[mention_written(mention, by, accepted) for mention in mentions])


def mention_written(mention: Mention, by: str = "", accepted: bool = True) -> MentionWritten:
    """Return a mention as a sheet holds it."""
    return MentionWritten(**asdict(mention), by=by, accepted=accepted)


Numbered = tuple[int, MentionWritten]


def mention_remarks(project: Project, item: int, body: MentionsBody) -> list[Remark]:
    """Return what the guideline says about a sheet on a document."""
    return remarks_on_mentions(project.texts.document(item).text, body)


def remarks_on_mentions(text: str, body: MentionsBody) -> list[Remark]:
    """Return what the guideline says about mentions in a text; nothing is said about proposals but that they wait."""
    stands = [(number, mention) for number, mention in enumerate(body.mentions) if mention.accepted]
    found = [said for number, mention in stands for said in _on_mention(number, mention, text)]
    found += _twice(stands)
    found += _on_entities(stands)
    waiting = len(body.mentions) - len(stands)
    return [*found, remark("proposals", count=waiting)] if waiting else found


def _on_mention(number: int, mention: MentionWritten, text: str) -> Iterator[Remark]:
    words, at = mention.text, ("mentions", number)
    there = text[mention.start : mention.end]
    if there != words or mention.end > len(text):
        yield remark("words_differ", *at, found=there[: len(words) + 1], words=words)
        return
    if words != words.strip() or words.strip(",;") != words:
        yield remark("blank_edge", *at, words=words)
    elif _cuts(text, mention.start) or _cuts(text, mention.end):
        yield remark("cuts_a_word", *at, words=words)
    if mention.identifier is IdentifierType.DIRECT and mention.type not in MAY_BE_DIRECT:
        yield remark("never_direct", *at, type=mention.type, words=words)


def _cuts(text: str, place: int) -> bool:
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def _twice(stands: Sequence[Numbered]) -> Iterator[Remark]:
    seen = set()
    for number, mention in stands:
        span = (mention.start, mention.end, mention.type)
        if span in seen:
            yield remark("same_span_twice", "mentions", number, words=mention.text, type=mention.type)
        seen.add(span)


def _on_entities(stands: Sequence[Numbered]) -> Iterator[Remark]:
    """Look at each entity once: the mention that differs from the first one is named."""
    entities: dict[str, list[Numbered]] = defaultdict(list)
    for number, mention in stands:
        if mention.entity_id:
            entities[mention.entity_id].append((number, mention))
    for mentions in entities.values():
        _, first = mentions[0]
        other = next((one for one in mentions if one[1].type != first.type), None)
        if other is not None:
            types = " and ".join(dict.fromkeys(mention.type for _, mention in mentions))
            yield remark("entity_of_two_types", "mentions", other[0], words=other[1].text, types=types)
        unlike = next((one for one in mentions if one[1].identifier != first.identifier), None)
        if unlike is not None:
            identifier = unlike[1].identifier.value
            yield remark(
                "entity_of_two_identifiers", "mentions", unlike[0], words=unlike[1].text, identifier=identifier
            )


MENTIONS = SheetKind("mentions", MentionsBody, "document", remarks=mention_remarks)
