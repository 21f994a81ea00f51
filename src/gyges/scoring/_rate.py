"""Rates that never travel without their denominator and interval."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from gyges.records import JsonValue
from gyges.scoring._percent import percent_ends, whole_percent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = [
    "Count",
    "Rate",
    "bootstrap_difference",
    "bootstrap_quantile",
    "bootstrap_rate",
    "bootstrap_rates",
    "effective",
    "resampling_weights",
    "wilson",
]

RESAMPLES = 1000
TAIL = 0.025  # each side of a 95 % interval
Z_95 = 1.959963984540054  # the same tail of the normal distribution
ENOUGH = 10
"""Documents that must hold hits, and as many that must hold misses, for resamples to show the spread; ours.

A resample leaves all of k such documents out with a chance of about exp(-k), and below ten the resampled tail of a
count is clearly shorter than the exact Poisson one (17 to 18.4 at ten, 3 to 5.6 at one).
"""
_ROUNDING = 1e-9  # a share of people is a whole number of people, whatever binary fractions make of it
_CELLS = 1 << 20  # documents times resamples held at once: some 8 MB


class Count(NamedTuple):
    """What one document contributes to a rate."""

    hits: float
    out_of: float


@dataclass(frozen=True, slots=True)
class Rate:
    """A ratio with its 95 % interval (bootstrap over documents).

    `value`, `low` and `high` are None when there is nothing to divide by: no evidence is not zero. Differences have no
    interval when fewer than two documents contribute.

    Attributes:
        value: The ratio.
        low: Lower end of the interval.
        high: Upper end of the interval.
        numerator: What was counted.
        denominator: What it was counted out of.
        subjects: The number of people, where the rate is about people.
        bounds: What the value would be if all that could not be scored had leaked, and if none of it had; None where
            that does not apply.
    """

    value: float | None
    low: float | None
    high: float | None
    numerator: float
    denominator: float
    subjects: int | None = None
    bounds: tuple[float, float] | None = None

    def to_json(self) -> dict[str, JsonValue]:
        """Return the rate as results files hold it."""
        names = ("value", "low", "high", "numerator", "denominator")
        row: dict[str, JsonValue] = {name: getattr(self, name) for name in names}
        if self.subjects is not None:
            row["subjects"] = self.subjects
        if self.bounds is not None:
            row["all_leaked"], row["none_leaked"] = self.bounds
        return row

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        if self.low is None or self.high is None:
            return f"{whole_percent(self.value)}%"
        return f"{whole_percent(self.value)}% [{percent_ends(self.low, self.high)}]"


def bootstrap_rate(counts: Sequence[Count], *, seed: int = 0) -> Rate:
    """Return hits over total, with an interval from resampling whole documents.

    Documents, not single facts, are resampled: facts of one text stand and fall together. Resamples show no spread
    when every document says 0 or every one says 1, and too little when few documents say otherwise. So the interval
    is Wilson's with the number of documents where none does, the resampled one where `ENOUGH` do, and in between it
    moves from one to the other in equal steps: ten flawless documents do not pass for certainty, nor do ten with one
    slip. One document only gets Wilson's. A single fact that turns out otherwise moves an end away from the border by
    less than 0.07 + 2 / facts.

    Example:
        >>> bootstrap_rate([Count(1, 2), Count(3, 4)]).value
        0.6666666666666666
    """
    return bootstrap_rates({"rate": counts}, seed=seed)["rate"]


def bootstrap_rates(table: Mapping[str, Sequence[Count]], *, seed: int = 0) -> dict[str, Rate]:
    """Return several rates over the same documents, all from the same resamples.

    Args:
        table: For each rate one count a document, in the same order of documents.
        seed: Seed of the resamples.
    """
    return {name: _settled(rate, counts) for (name, counts), rate in zip(table.items(), _raw(table, seed), strict=True)}


def bootstrap_difference(counts: Sequence[Count], *, seed: int = 0) -> Rate:
    """Return a mean difference with its paired interval.

    Args:
        counts: For each document the sum of differences, which may be negative, and how many there are.
        seed: Seed of the resamples; the same number of documents always gets the same resamples.
    """
    rate = _raw({"difference": counts}, seed)[0]
    if sum(count.out_of > 0 for count in counts) > 1:
        return rate
    return Rate(rate.value, None, None, rate.numerator, rate.denominator)


def bootstrap_quantile(groups: Sequence[Sequence[float]], share: float, *, seed: int = 0) -> Rate:
    """Return the value that a share of all items does not exceed, with an interval from resampling groups.

    Args:
        groups: The items of each document.
        share: The share, such as 0.05; the smallest value with at least that share at or below it is returned.
        seed: Seed of the resamples.
    """
    import numpy as np

    items = np.array([value for group in groups for value in group], dtype=np.float64)
    if not items.size:
        return Rate(None, None, None, 0, 0)
    owner = np.array([number for number, group in enumerate(groups) for _ in group])
    order = np.argsort(items, kind="stable")
    items, owner = items[order], owner[order]

    def of(weights: "Floats") -> "Floats":
        reached = weights[:, owner].cumsum(axis=1)
        total = reached[:, -1]
        place = (reached < np.maximum(share * total - _ROUNDING, 1)[:, None]).sum(axis=1)
        return np.where(total > 0, items[np.minimum(place, items.size - 1)], np.nan)

    value = float(of(np.ones((1, len(groups))))[0])
    values = np.concatenate([of(weights) for weights in resampling_weights(len(groups), seed, width=items.size)])
    low, high = _ends(values, value)
    return Rate(value, low, high, float((items <= value).sum()), float(items.size))


def _raw(table: Mapping[str, Sequence[Count]], seed: int) -> list[Rate]:
    """Return plain percentile intervals; all rates share their resamples, so they may be compared pair by pair."""
    import numpy as np

    sums = [(math.fsum(c.hits for c in counts), math.fsum(c.out_of for c in counts)) for counts in table.values()]
    documents = max((len(counts) for counts in table.values()), default=0)
    if not any(total for _, total in sums):
        return [Rate(None, None, None, hits, total) for hits, total in sums]
    columns = np.array([[c for count in counts for c in count] for counts in table.values()], dtype=np.float64)
    columns = columns.reshape(len(sums), documents, 2).transpose(1, 0, 2).reshape(documents, -1)
    resampled = np.concatenate([weights @ columns for weights in resampling_weights(documents, seed)])
    rates = []
    for number, (hits, total) in enumerate(sums):
        out_of = resampled[:, 2 * number + 1]
        ratios = np.divide(resampled[:, 2 * number], out_of, out=np.full_like(out_of, np.nan), where=out_of > 0)
        value = hits / total if total else None
        low, high = (None, None) if value is None else _ends(ratios, value)
        rates.append(Rate(value, low, high, hits, total))
    return rates


def resampling_weights(documents: int, seed: int, *, width: int = 0) -> "Iterator[Floats]":
    """Yield how often each document is drawn, a row a resample, in blocks that fit the memory."""
    import numpy as np

    draw = np.random.default_rng(seed)
    block = max(1, _CELLS // max(documents, width))
    for first in range(0, RESAMPLES, block):
        rows = min(block, RESAMPLES - first)
        picked = draw.integers(0, documents, size=(rows, documents)) + documents * np.arange(rows)[:, None]
        yield np.bincount(picked.ravel(), minlength=rows * documents).reshape(rows, documents).astype(np.float64)


def _ends(values: "Floats", value: float) -> tuple[float, float]:
    import numpy as np

    known = values[~np.isnan(values)]
    if not known.size:
        return value, value
    low, high = np.quantile(known, (TAIL, 1 - TAIL))
    return min(float(low), value), max(float(high), value)


def _settled(rate: Rate, counts: Sequence[Count]) -> Rate:
    """Return a share with an interval that is wide enough where few documents show any spread."""
    told = [count for count in counts if count.out_of > 0]
    if rate.value is None or rate.low is None or rate.high is None:
        return rate
    spread = min(effective([c.hits for c in told]), effective([c.out_of - c.hits for c in told]))
    trust = 0.0 if len(told) == 1 else min(1.0, spread / ENOUGH)
    low, high = wilson(rate.value, len(told))
    low, high = low + trust * (rate.low - low), high + trust * (rate.high - high)
    return Rate(rate.value, min(low, rate.value), max(high, rate.value), rate.numerator, rate.denominator)


def effective(parts: Sequence[float]) -> float:
    """Return how many equal parts would make up the same sum (Kish 1965); nothing has none."""
    squares = math.fsum(part**2 for part in parts)
    return math.fsum(parts) ** 2 / squares if squares else 0.0


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's score interval (Wilson 1927)."""
    middle = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    reach = Z_95 / (1 + Z_95**2 / n) * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n**2))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
