"""Spans that lie over a place, found without looking at all of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

__all__ = ["Around"]


class Around:
    """Half-open spans of a text; they may overlap.

    Example:
        >>> spans = Around([(0, 4), (2, 9)])
        >>> spans.over(2, 4), spans.over(3, 6), spans.meets(8, 12)
        ([(0, 4), (2, 9)], [(2, 9)], True)
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]
        self._longest = max((end - start for start, end in self._spans), default=0)

    def over(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the spans that have all of a place in them."""
        low, high = bisect_left(self._starts, end - self._longest), bisect_right(self._starts, start)
        return [span for span in self._spans[low:high] if end <= span[1]]

    def meets(self, start: int, end: int) -> bool:
        """Tell whether a span shares a code point with a place."""
        low, high = bisect_left(self._starts, start - self._longest), bisect_left(self._starts, end)
        return any(span[1] > start for span in self._spans[low:high])
