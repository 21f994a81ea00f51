"""The spans of the reader as they are masked: whole, and under a label that is true of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.masking._described import described
from gyges.anonymizers.masking._edges import joined, whole
from gyges.anonymizers.masking._figures import code, quantity
from gyges.anonymizers.masking._named import named
from gyges.anonymizers.masking._people import people
from gyges.anonymizers.masking._times import moment
from gyges.reading import ReadMention

__all__ = ["settle"]

_COURT = re.compile(r"\bthe (?:applicants?|appellants?|defendants?|plaintiffs?|claimants?)\b", re.I)
_LAW = re.compile(r"\b(?:Court|Government|Article|Convention)\b")
_LEAST = 3  # times both are spoken of in a judgment


def settle(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return what is masked of the spans of a text, each with a type that is certain; MISC where none is.

    In a judgment everything that was found is masked. In other texts ordinary words, short counts, scores and
    what says nothing of a person stay.

    Args:
        text: The text.
        mentions: What the reader found in it, in order and without overlap.
    """
    court = is_court(text)
    found = people(text, whole(text, mentions), court=court)
    kept = [part for mention in found for part in _settled(text, mention, court)]
    return joined(text, kept)


def is_court(text: str) -> bool:
    """Tell whether a text is a judgment, where dates, amounts and ties are those of the case."""
    return len(_COURT.findall(text)) >= _LEAST and len(_LAW.findall(text)) >= _LEAST


def _settled(text: str, mention: ReadMention, court: bool) -> Iterator[ReadMention]:
    if mention.type in {"PERSON"}:
        yield mention
        return
    if mention.type in {"LOC", "ORG", "MISC"}:
        made = named(text, mention, court=court)
    elif mention.type == "CODE":
        made = code(text, mention, court=court)
    elif court:
        made = mention
    elif mention.type == "DEM":
        made = described(text, mention)
    elif mention.type == "QUANTITY":
        made = quantity(text, mention)
    else:
        made = moment(text, mention)
    if made is not None and made.start < made.end:
        yield replace(made, person=made.person if made.type in {"PERSON", "CODE"} else None)
