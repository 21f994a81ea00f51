"""The true two-objective front: what no other beats on both sides."""

from collections.abc import Sequence

from gyges.tuning._outcome import Scores

__all__ = ["non_dominated"]


def non_dominated(scores: Sequence[Scores], side: str = "privacy") -> list[int]:
    """Return the places of all scores that no other one beats: as good on both sides and better on one.

    Args:
        scores: What is compared.
        side: ``privacy`` or ``worst``: what stands against utility.

    Example:
        >>> non_dominated([Scores(0.9, 0.3, 0), Scores(0.5, 0.8, 0), Scores(0.4, 0.7, 0)])
        [0, 1]
    """
    points = [(getattr(one, side), one.utility) for one in scores]
    return [
        place
        for place, point in enumerate(points)
        if not any(other != point and other[0] >= point[0] and other[1] >= point[1] for other in points)
    ]
