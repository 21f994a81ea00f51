"""What a finder hands on, and spans of a text that can be asked, in logarithmic time, what they meet."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, TypeVar

__all__ = ["Cue", "Spans", "apart"]


class Cue(NamedTuple):
    """Something a finder saw: ``text[start:end]``.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is; of mentions, one of TAB's eight entity types.
        direct: Whether it identifies somebody by itself.
        value: What it tells, where that is another word than the one that stands there.
        certainty: How sure that is, 1-5.
        rule: Who saw it; of mentions, the layer that kept it.
    """

    start: int
    end: int
    kind: str
    direct: bool = False
    value: str = ""
    certainty: int = 5
    rule: str = ""

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
    """Return what stands in a text in order, without what overlaps an earlier one.

    Args:
        items: Whatever has a start and an end.
        order: Which of two comes first; without it, the one that starts first, and of those the longest.
    """
    found = list(items)
    if len(found) < 2:
        return found
    kept: list[_Item] = []
    for item in sorted(found, key=order or (lambda item: (item.start, -item.end))):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


class Spans:
    """Half-open spans, merged where they overlap.

    Example:
        >>> Spans([(2, 5), (4, 7)]).meets(6, 9)
        True
    """

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
