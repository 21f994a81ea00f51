"""How well releases keep the distribution of labels, with its interval."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from gyges.scoring._rate import Z_95, Rate
from gyges.scoring.semantic._tasks import label_utility

__all__ = ["labels_kept"]


def labels_kept(originals: Sequence[str], releases: Sequence[str], labels: Sequence[str]) -> Rate:
    """Return `label_utility` with an interval by leaving out each record once (jackknife).

    The value is no share: 1 the distribution is kept, 0 it is like uniform labels, below that worse. The denominator is
    the number of labelled releases.

    Example:
        >>> labels_kept(["a", "a", "b"], ["a", "a", "b"], ["a", "b"]).value
        1.0
    """
    value = label_utility(originals, releases, labels)
    if value is None:
        return Rate(None, None, None, 0, len(releases))
    before = _variance(originals, lambda rest: label_utility(rest, releases, labels))
    after = _variance(releases, lambda rest: label_utility(originals, rest, labels))
    if before is None or after is None:
        return Rate(value, None, None, value * len(releases), len(releases))
    width = Z_95 * math.sqrt(before + after)
    return Rate(value, value - width, min(1.0, value + width), value * len(releases), len(releases))


def _variance(given: Sequence[str], utility: Callable[[Sequence[str]], float | None]) -> float | None:
    """Return the jackknife variance; records with one label are left out alike. None where it cannot be told."""
    counts = Counter(given)
    left: list[tuple[float, int]] = []
    for label, count in counts.items():
        rest = list(given)
        rest.remove(label)
        value = utility(rest)
        if value is None:
            return None
        left.append((value, count))
    mean = math.fsum(value * count for value, count in left) / len(given)
    return (len(given) - 1) / len(given) * math.fsum(count * (value - mean) ** 2 for value, count in left)
