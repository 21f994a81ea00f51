"""Spans of many finders laid over each other: who comes first keeps its words, the others what is left of theirs."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from gyges.reading.lexicon._load import words
from gyges.reading.page._spans import Cue

__all__ = ["EDGES", "lay"]

_LEADING = re.compile(r"(?:of|the|and|or|in|at|for|by|from)\s+")
EDGES = ' \t\r\n\u00a0.,;:!?"“”‘()[]{}<>|•*–—…/'
"""Signs that no span begins or ends with."""
_SMALL_WORDS = words("small_words")


def lay(text: str, layers: Iterable[tuple[str, Sequence[Cue]]], settled: Sequence[Cue] = ()) -> list[Cue]:
    """Return cues without overlap, in order; earlier layers win, later ones keep what is free.

    Args:
        text: The text.
        layers: What the finders saw by the name of its layer, which becomes its rule; the surest first.
        settled: Cues that were laid before; they stay as they are.
    """
    kept = list(settled)
    for rule, layer in layers:
        if not layer:
            continue
        fresh: list[Cue] = []
        starts = [span.start for span in kept]
        end = 0
        for span in sorted(layer, key=lambda item: (item.start, -item.end)):
            if span.end <= end:
                continue
            for start, stop in _free(text, span, kept, starts, max(span.start, end)):
                fresh.append(Cue(start, stop, span.kind, span.direct, span.value, span.certainty, rule))
                end = stop
        if fresh:
            kept = sorted([*kept, *fresh])
    return kept


def _free(text: str, span: Cue, kept: list[Cue], starts: list[int], at: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a span that no kept span covers."""
    index = max(0, bisect_right(starts, at) - 1)
    while at < span.end and index < len(kept):
        block = kept[index]
        if block.start >= span.end:
            break
        if block.end > at:
            if block.start > at and (piece := _trim(text, span, at, block.start)):
                yield piece
            at = max(at, block.end)
        index += 1
    if at < span.end and (piece := _trim(text, span, at, span.end)):
        yield piece


def _trim(text: str, span: Cue, start: int, end: int) -> tuple[int, int] | None:
    """Return a part of a span without the marks at its edges; None if nothing that speaks is left."""
    while start < end and text[start] in EDGES:
        start += 1
    while end > start and text[end - 1] in EDGES:
        end -= 1
    while match := _LEADING.match(text, start, end):
        start = match.end()
    part = text[start:end]
    if not any(map(str.isalnum, part)):
        return None
    letter = span.kind == "PERSON" and part.isupper()  # "A. told me": a person, no article
    if not letter and all(word in _SMALL_WORDS for word in part.lower().split()):
        return None
    return start, end
