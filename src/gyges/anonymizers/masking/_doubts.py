"""Spans for styles that write names: what ``settle`` leaves is none, whom it does not call a person is doubtful."""

from bisect import bisect_right
from collections.abc import Sequence

from gyges.anonymizers.masking._settle import settle
from gyges.reading import ReadMention

__all__ = ["doubted"]

_NAMES = frozenset(("PERSON", "LOC", "ORG"))


def doubted(text: str, mentions: Sequence[ReadMention]) -> tuple[tuple[ReadMention, ...], frozenset[int]]:
    """Return the spans without names that are none, and where those of people begin that may name something else.

    Args:
        text: The text.
        mentions: What the reader found in it, in order and without overlap.
    """
    settled = settle(text, mentions, labelled=False)
    ends = [one.end for one in settled]
    kept: list[ReadMention] = []
    doubtful: set[int] = set()
    for mention in mentions:
        kinds: set[str] = set()
        for one in settled[bisect_right(ends, mention.start) :]:
            if one.start >= mention.end:
                break
            kinds.add(one.type)
        if mention.type not in _NAMES or kinds:
            kept.append(mention)
        if mention.type == "PERSON" and "PERSON" not in kinds:
            doubtful.add(mention.start)
    return tuple(kept), frozenset(doubtful)
