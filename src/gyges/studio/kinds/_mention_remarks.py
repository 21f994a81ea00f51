"""What the guideline says about the mentions of a sheet."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from gyges.records import IdentifierType
from gyges.studio._project import Project
from gyges.studio.kinds._guideline import remark
from gyges.studio.kinds._kind import Remark
from gyges.studio.kinds._mentions import MentionsBody, MentionWritten

__all__ = ["mention_remarks", "remarks_on_mentions"]

MAY_BE_DIRECT: Final = frozenset({"PERSON", "CODE", "ORG"})
"""Types that tell somebody by themselves in the Text Anonymization Benchmark; the others never do there."""

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
