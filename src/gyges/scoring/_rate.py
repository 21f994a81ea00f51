"""Rates that never travel without their denominator and interval."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Count", "Rate", "bootstrap_rate"]

RESAMPLES = 1000
TAIL = 0.025  # each side of a 95 % interval


class Count(NamedTuple):
    """What one document contributes to a rate."""

    hits: float
    out_of: float


@dataclass(frozen=True, slots=True)
class Rate:
    """A ratio with its 95 % interval (bootstrap over documents).

    `value`, `low` and `high` are None when there is nothing to divide by: no evidence is not zero.
    """

    value: float | None
    low: float | None
    high: float | None
    numerator: float
    denominator: float

    def to_json(self) -> dict[str, float | None]:
        """Return the rate as results files hold it."""
        return {name: getattr(self, name) for name in ("value", "low", "high", "numerator", "denominator")}

    def __str__(self) -> str:
        if self.value is None or self.low is None or self.high is None:
            return "–"
        return f"{self.value:.0%} [{self.low:.0%}–{self.high:.0%}]"


def bootstrap_rate(counts: Sequence[Count], *, seed: int = 0) -> Rate:
    """Return hits over total, with an interval from resampling whole documents.

    Documents, not single facts, are resampled: facts of one text stand and fall together.

    Example:
        >>> bootstrap_rate([Count(1, 2), Count(3, 4)]).value
        0.6666666666666666
    """
    hits, total = sum(c.hits for c in counts), sum(c.out_of for c in counts)
    if not total:
        return Rate(None, None, None, hits, total)
    draw = random.Random(seed)  # noqa: S311  # a seeded resample, no secret
    values = []
    for _ in range(RESAMPLES):
        sample = draw.choices(counts, k=len(counts))
        out_of = sum(c.out_of for c in sample)
        if out_of:
            values.append(sum(c.hits for c in sample) / out_of)
    values.sort()
    low, high = values[int(TAIL * len(values))], values[min(len(values) - 1, int((1 - TAIL) * len(values)))]
    return Rate(hits / total, low, high, hits, total)
