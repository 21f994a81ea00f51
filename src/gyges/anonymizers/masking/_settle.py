"""The spans of the reader as they are masked: whole, and under a label that is true of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.masking._claims import claimed
from gyges.anonymizers.masking._described import described
from gyges.anonymizers.masking._edges import joined, whole
from gyges.anonymizers.masking._figures import code, quantity
from gyges.anonymizers.masking._left import is_left
from gyges.anonymizers.masking._marks import agreed
from gyges.anonymizers.masking._named import named
from gyges.anonymizers.masking._numbers import with_numbers
from gyges.anonymizers.masking._parts import grown, parted
from gyges.anonymizers.masking._people import names_of_things, people
from gyges.anonymizers.masking._sentences import within_sentences
from gyges.anonymizers.masking._times import moments
from gyges.reading import ReadMention

__all__ = ["settle"]

_COURT = re.compile(r"\bthe (?:applicants?|appellants?|defendants?|plaintiffs?|claimants?)\b", re.I)
_LAW_WORDS = ("Court", "Government", "Article", "Convention")
_LAW = re.compile(rf"\b(?:{'|'.join(_LAW_WORDS)})\b")
_LEAST = 3  # times both are spoken of in a judgment


def settle(text: str, mentions: Sequence[ReadMention], *, labelled: bool = True) -> tuple[ReadMention, ...]:
    """Return what is masked of the spans of a text, each with a type that is certain; MISC where none is.

    In a judgment everything that was found is masked. In other texts ordinary words, short counts, scores and
    what says nothing of a person stay.

    Args:
        text: The text.
        mentions: What the reader found in it, in order and without overlap.
        labelled: Whether the types are written down, so that each is a claim; without, what is likely is enough.
    """
    court = is_court(text)
    found = whole(text, mentions if court else within_sentences(text, with_numbers(text, mentions)))
    found = people(text, found if court else parted(text, within_sentences(text, found)), court=court)
    names = {
        mention.start for mention in found if mention.type == "PERSON" or (mention.direct and mention.type == "MISC")
    }
    kept = [
        part
        for mention in found
        for part in _settled(text, mention, court=court, before_name=_is_before(text, mention, names))
    ]
    apart = _apart(kept)
    if court:
        return joined(text, agreed(text, apart, names_of_things(text, mentions)))
    named_once = agreed(text, claimed(text, apart) if labelled else apart, names_of_things(text, mentions))
    return joined(text, grown(text, [mention for mention in named_once if not is_left(text, mention)]))


def _is_before(text: str, mention: ReadMention, names: set[int]) -> bool:
    """Tell whether a name follows: after a blank, or after the stop of a title that is cut short."""
    return mention.end + 1 in names or (mention.end + 2 in names and text[mention.end : mention.end + 2] == ". ")


def _apart(mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return the spans in order; one that begins within the one before it begins after it."""
    made: list[ReadMention] = []
    for mention in sorted(mentions, key=lambda one: (one.start, -one.end)):
        floor = made[-1].end if made else 0
        if mention.end > floor:
            made.append(mention.moved(max(mention.start, floor), mention.end))
    return made


def is_court(text: str) -> bool:
    """Tell whether a text is a judgment, where dates, amounts and ties are those of the case."""
    if sum(map(text.count, _LAW_WORDS)) < _LEAST:
        return False  # most texts
    return len(_COURT.findall(text)) >= _LEAST and len(_LAW.findall(text)) >= _LEAST


def _settled(text: str, mention: ReadMention, *, court: bool, before_name: bool) -> Iterator[ReadMention]:
    if mention.type == "PERSON":
        yield mention
    elif mention.type in {"LOC", "ORG", "MISC"}:
        yield from _one(named(text, mention, court=court))
    elif mention.type == "CODE":
        yield from _one(code(text, mention, court=court))
    elif court:
        yield from _one(mention)
    elif mention.type == "DEM":
        yield from _one(described(text, mention, before_name=before_name))
    elif mention.type == "QUANTITY":
        yield from _one(quantity(text, mention))
    else:
        for made in moments(text, mention):
            yield from _one(made)


def _one(made: ReadMention | None) -> Iterator[ReadMention]:
    if made is not None and made.start < made.end:
        yield made if made.person is None or made.type in {"PERSON", "CODE"} else replace(made, person=None)
