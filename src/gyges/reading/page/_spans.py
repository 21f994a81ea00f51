"""What a finder hands on, and spans of a text that can be asked, in logarithmic time, what they meet."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from gyges.reading.lexicon._load import words


class Cue(NamedTuple):
    """Something a finder saw: ``text[start:end]``."""

    start: int  # first code point
    end: int  # one past the last code point
    kind: str  # what it is; of mentions, one of TAB's eight entity types
    direct: bool = False  # whether it identifies somebody by itself
    value: str = ""  # what it tells, where that is another word than the one that stands there
    certainty: int = 5  # how sure that is, 1-5

    def moved(self, start: int, end: int) -> "Cue":
        """Return the cue with another start and end; most stay where they are."""
        if start == self.start and end == self.end:
            return self
        return Cue(start, end, *self[2:])


class _Spanned(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_Item = TypeVar("_Item", bound=_Spanned)


def apart(items: Iterable[_Item], order: Callable[[_Item], tuple[int, ...]] | None = None) -> list[_Item]:
    """Return what stands in a text in order, without what overlaps an earlier one."""
    found = list(items)
    if len(found) < 2:
        return found
    kept: list[_Item] = []
    for item in sorted(found, key=order or (lambda item: (item.start, -item.end))):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


class Spans:
    """Half-open spans, merged where they overlap."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def meets(self, start: int, end: int) -> bool:
        """Tell whether one of the spans shares a code point with another span."""
        index = bisect_right(self._starts, max(start, end - 1)) - 1
        return index >= 0 and self._ends[index] > start


_LEADING = re.compile(r"(?:of|the|and|or|in|at|for|by|from)\s+")
_EDGES = ' \t\r\n\u00a0.,;:!?"“”‘()[]{}<>|•*–—…/'  # signs that no span begins or ends with
_SMALL_WORDS = words("small_words")


def lay(text: str, layers: Iterable[Sequence[Cue]]) -> list[Cue]:
    """Return cues without overlap, in order; earlier layers win, later ones keep what is free."""
    kept: list[Cue] = []
    for layer in filter(None, layers):
        fresh: list[Cue] = []
        starts = [span.start for span in kept]
        end = 0
        for span in sorted(layer, key=lambda item: (item.start, -item.end)):
            if span.end <= end:
                continue
            for start, stop in _free(text, span, kept, starts, max(span.start, end)):
                fresh.append(span.moved(start, stop))
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
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
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
