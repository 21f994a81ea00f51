"""Do two attackers rank the methods alike? Spearman's rank correlation, ties by mean rank."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from gyges.scoring._rate import Z_95

__all__ = ["rank_agreement", "spearman", "spearman_interval"]

FEWEST_METHODS = 3
"""With fewer methods a rank correlation says nothing."""


def spearman(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Return Spearman's correlation of two lists; None when one of them is constant or they are too short.

    Example:
        >>> spearman([0.1, 0.5, 0.9], [10, 20, 30])
        1.0
    """
    if len(one) != len(two) or len(one) < FEWEST_METHODS:
        return None
    ranks_one, ranks_two = _ranks(one), _ranks(two)
    mean = (len(one) + 1) / 2
    covariance = sum((a - mean) * (b - mean) for a, b in zip(ranks_one, ranks_two, strict=True))
    spread = sum((a - mean) ** 2 for a in ranks_one) * sum((b - mean) ** 2 for b in ranks_two)
    return covariance / spread**0.5 if spread else None


def spearman_interval(rho: float, methods: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a rank correlation by Fisher's z with the spread of Bonett and Wright (2000).

    Returns:
        None with three methods or fewer, or where all ranks agree: then it has no width that could be known.

    Example:
        >>> [round(end, 3) for end in spearman_interval(0.98, 38) or ()]
        [0.953, 0.992]
    """
    if methods <= FEWEST_METHODS or abs(rho) >= 1:
        return None
    reach = Z_95 * math.sqrt((1 + rho**2 / 2) / (methods - 3))
    return math.tanh(math.atanh(rho) - reach), math.tanh(math.atanh(rho) + reach)


def rank_agreement(figures: Mapping[str, Mapping[str, float | None]]) -> dict[str, float | None]:
    """Return the correlation of each pair of attackers over the methods that both have a figure for.

    Args:
        figures: A figure such as CPR, by attacker and then by method.
    """
    agreement = {}
    for first, second in combinations(figures, 2):
        common = [m for m in figures[first] if figures[first][m] is not None and figures[second].get(m) is not None]
        one, two = ([figures[name][method] or 0.0 for method in common] for name in (first, second))
        agreement[f"{first} ~ {second}"] = spearman(one, two)
    return agreement


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for index in order[start : end + 1]:
            ranks[index] = (start + end) / 2 + 1
        start = end + 1
    return ranks
