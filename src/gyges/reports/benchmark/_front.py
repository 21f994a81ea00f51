"""The methods that no other one beats on both sides: the privacy-utility front."""

from collections.abc import Sequence

__all__ = ["front"]


def front(points: Sequence[tuple[float, float] | None]) -> frozenset[int]:
    """Return which points are beaten by no other: at least as good on both sides and better on one.

    Args:
        points: Utility and privacy of each method, more is better; None for a method that lacks one of them.

    Example:
        >>> sorted(front([(0.9, 0.3), (0.5, 0.8), (0.4, 0.7), None]))
        [0, 1]
    """
    known = [(number, point) for number, point in enumerate(points) if point is not None]
    return frozenset(number for number, point in known if not any(_beats(other, point) for _, other in known))


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one != other and one[0] >= other[0] and one[1] >= other[1]
