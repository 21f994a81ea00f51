"""How wide an interval will be before anybody has read, and how much more reading would halve it."""

import math
from collections.abc import Mapping, Sequence

from gyges.scoring._rate import ENOUGH, wilson
from gyges.scoring.sampling._student import student_95

__all__ = ["expected_width", "more_to_halve"]

SPREAD: Mapping[str, float] = {"cpr": 0.075, "ipr": 0.09}
"""How far what is read of one document is from what was predicted, one standard deviation of its share; medians over
the methods of benchmarks/sample.py."""


def expected_width(figure: str, sizes: Sequence[float], drawn: int) -> float:
    """Return about how wide the interval of a figure will be.

    Args:
        figure: ``cpr`` or ``ipr``.
        sizes: Facts, or people, of every document.
        drawn: How many documents are read.
    """
    documents = len(sizes)
    if drawn >= documents or drawn < 2:
        return 0.0 if documents and drawn >= documents else 1.0
    uneven = math.sqrt(documents * math.fsum(size**2 for size in sizes)) / math.fsum(sizes)
    error = SPREAD[figure] * uneven * math.sqrt(1 / drawn - 1 / documents)
    low, high = wilson(0.5, drawn / (1 - drawn / documents))  # towards which few documents move an interval
    trust = min(1.0, drawn / ENOUGH)
    return min(1.0, trust * 2 * student_95(drawn - 1) * error + (1 - trust) * (high - low))


def more_to_halve(drawn: int, documents: int) -> int:
    """Return how many more documents would have to be read for an interval half as wide.

    Its square shrinks with 1 / drawn - 1 / documents.

    Example:
        >>> more_to_halve(60, 1000), more_to_halve(60, 60)
        (144, 0)
    """
    return math.ceil(4 * drawn * documents / (documents + 3 * drawn)) - drawn if drawn else documents
