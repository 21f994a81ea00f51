"""Mentions at the edges of passages in another language: what one reader saw on both sides is kept on both."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from gyges.reading._reading import ReadMention
from gyges.reading.page._language import small_words
from gyges.reading.spans._layers import EDGES

__all__ = ["left_inside", "outside_passages"]

Span = tuple[int, int]
_WORD = re.compile(r"[^\W\d_]+")


def outside_passages(text: str, mentions: Iterable[ReadMention], passages: Sequence[Span]) -> Iterator[ReadMention]:
    """Yield mentions, of those that reach into a passage the parts that stand outside of it.

    Args:
        text: The text.
        mentions: What was found in it.
        passages: Where passages stand, in order and apart.
    """
    starts, ends = [low for low, _ in passages], [high for _, high in passages]
    for one in mentions:
        over = passages[bisect_right(ends, one.start) : bisect_left(starts, one.end)]
        if not over:
            yield one
            continue
        edges = zip([one.start, *(high for _, high in over)], [*(low for low, _ in over), one.end], strict=True)
        yield from _parts(text, one, edges)


def left_inside(
    text: str, mentions: Iterable[ReadMention], passage: Span, read: Sequence[ReadMention], language: str
) -> Iterator[ReadMention]:
    """Yield what of mentions that cross the edge of a passage stands in it, where its own reader saw nothing.

    Args:
        text: The text.
        mentions: What the reader of the rest found.
        passage: Where the passage stands.
        read: What the reader of its language found in it.
        language: The English name of that language, whose small words say nothing by themselves.
    """
    low, high = passage
    for one in mentions:
        if not (one.start < low < one.end or one.start < high < one.end):
            continue
        for part in _parts(text, one, [(max(one.start, low), min(one.end, high))]):
            said = _WORD.findall(text[part.start : part.end].lower())
            small = said and all(word in small_words(language) for word in said)
            if not small and not any(other.start < part.end and part.start < other.end for other in read):
                yield part


def _parts(text: str, mention: ReadMention, spans: Iterable[Span]) -> Iterator[ReadMention]:
    """Yield parts of a mention without the marks at their edges, if they say something."""
    for start, end in spans:
        said = text[start : max(start, end)]
        bare = said.strip(EDGES)
        if any(map(str.isalnum, bare)):
            first = start + len(said) - len(said.lstrip(EDGES))
            yield mention.moved(first, first + len(bare))
