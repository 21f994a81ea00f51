"""Student's t, for intervals from few documents."""

import math

from gyges.scoring._rate import TAIL

__all__ = ["student_95"]

_HALVINGS = 200


def student_95(freedom: int) -> float:
    """Return how many standard errors a 95 % interval reaches to each side.

    Args:
        freedom: Degrees of freedom, 1 or more.

    Example:
        >>> round(student_95(1), 3), round(student_95(58), 3)
        (12.706, 2.002)
    """
    low, high = 0.0, 100.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < 1 - 2 * TAIL else (low, middle)
    return (low + high) / 2


def _inside(reach: float, freedom: int) -> float:
    """Return the chance of a value within the reach (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    angle = math.atan(reach / math.sqrt(freedom))
    square, odd = math.cos(angle) ** 2, freedom % 2
    term, total = math.cos(angle) if odd else 1.0, 0.0
    for number in range(2 if odd else 1, freedom, 2):
        total += term
        term *= square * number / (number + 1)
    inside = math.sin(angle) * total
    return 2 / math.pi * (angle + inside) if odd else inside
