"""What holds over seeds, and whether attackers rank methods alike."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from gyges.records import JsonValue
from gyges.scoring._rate import Z_95, Count, Rate, bootstrap_difference, bootstrap_rate

FEWEST_METHODS = 3
"""With fewer methods a rank correlation says nothing."""


def spearman(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Return Spearman's correlation of two lists; None when one of them is constant or they are too short."""
    if len(one) != len(two) or len(one) < FEWEST_METHODS:
        return None
    ranks_one, ranks_two = _ranks(one), _ranks(two)
    mean = (len(one) + 1) / 2
    covariance = sum((a - mean) * (b - mean) for a, b in zip(ranks_one, ranks_two, strict=True))
    spread = sum((a - mean) ** 2 for a in ranks_one) * sum((b - mean) ** 2 for b in ranks_two)
    return covariance / spread**0.5 if spread else None


def spearman_interval(rho: float, methods: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a rank correlation by Fisher's z with the spread of Bonett and Wright (2000)."""
    if methods <= FEWEST_METHODS or abs(rho) >= 1:
        return None
    reach = Z_95 * math.sqrt((1 + rho**2 / 2) / (methods - 3))
    return math.tanh(math.atanh(rho) - reach), math.tanh(math.atanh(rho) + reach)


def rank_agreement(figures: Mapping[str, Mapping[str, float | None]]) -> dict[str, float | None]:
    """Return the correlation of each pair of attackers over the methods that both have a figure for."""
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


SeededCounts: TypeAlias = Mapping[int | None, Mapping[str, Count]]
"""What each document adds to a figure, by seed and document; a method without chance has the seed None alone."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of one figure between two methods."""

    mean: Rate  # first less second, over all documents and pairs of seeds; the interval is paired over documents
    by_seeds: tuple[float, ...]  # the same for each pair of seeds alone
    documents: int  # how many documents both have

    @property
    def survives(self) -> bool:
        """Whether its sign is the same at both ends of the interval and in every pair of seeds."""
        low, high = self.mean.low, self.mean.high
        if low is None or high is None or not self.by_seeds:
            return False
        above = low > 0 and min(self.by_seeds) > 0
        return above or (high < 0 and max(self.by_seeds) < 0)

    def to_json(self) -> dict[str, JsonValue]:
        """Return the difference as files hold it."""
        return {
            **self.mean.to_json(),
            "documents": self.documents,
            "pairs_of_seeds": len(self.by_seeds),
            "least": min(self.by_seeds, default=None),
            "most": max(self.by_seeds, default=None),
            "survives": self.survives,
        }


@dataclass(frozen=True, slots=True)
class Spread:
    """One figure over seeds."""

    mean: Rate  # over all seeds, with the interval over documents; totals are those of one run on average
    by_seeds: tuple[float, ...]  # the figure of each seed that has one
    documents: int  # how many documents count with every seed

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figure as files hold it."""
        return {
            **self.mean.to_json(),
            "documents": self.documents,
            "by_seeds": list(self.by_seeds),
            "least": min(self.by_seeds, default=None),
            "most": max(self.by_seeds, default=None),
        }


def spread_over_seeds(runs: SeededCounts) -> Spread:
    """Return the mean of a figure over seeds and how far it moves with them."""
    ids = dict.fromkeys(id_ for run in runs.values() for id_ in run)
    nothing = Count(0, 0)
    rows = {id_: [run.get(id_, nothing) for run in runs.values()] for id_ in ids}
    means = [Count(sum(c.hits for c in row) / len(row), sum(c.out_of for c in row) / len(row)) for row in rows.values()]
    totals = [(sum(c.hits for c in run.values()), sum(c.out_of for c in run.values())) for run in runs.values()]
    alone = tuple(hits / out_of for hits, out_of in totals if out_of)
    return Spread(bootstrap_rate(means), alone, sum(all(count.out_of for count in row) for row in rows.values()))


def stability(measured: Mapping[str, Mapping[str, SeededCounts]]) -> dict[str, JsonValue]:
    """Return every figure over seeds, and the differences between every two that have the same figure."""
    figures: list[JsonValue] = [
        {"who": who, "figure": figure, **spread_over_seeds(runs).to_json()}
        for who, found in measured.items()
        for figure, runs in found.items()
    ]
    differences: list[JsonValue] = [
        {
            "one": one,
            "two": two,
            "figure": figure,
            **difference_over_seeds(measured[one][figure], measured[two][figure]).to_json(),
        }
        for one, two in combinations(measured, 2)
        for figure in measured[one]
        if figure in measured[two]
    ]
    return {"figures": figures, "differences": differences}


def difference_over_seeds(one: SeededCounts, two: SeededCounts) -> Difference:
    """Compare two methods on the documents both have.

    The same seeds are compared with each other, as their draws may have things in common; where the seeds differ, or
    one method has none, every run of the one meets every run of the other.
    """
    pairs = [(one[seed], two[seed]) for seed in one if seed in two] if set(one) == set(two) else []
    pairs = pairs or [(first, second) for first in one.values() for second in two.values()]
    shared = [id_ for id_ in _everywhere(one, two) if all(_counts(a, b, id_) for a, b in pairs)]
    by_document = [
        Count(sum(_less(a[id_], b[id_]) for a, b in pairs), sum(a[id_].out_of for a, _ in pairs)) for id_ in shared
    ]
    alone = [_mean([(a[id_], b[id_]) for id_ in shared]) for a, b in pairs] if shared else []
    return Difference(bootstrap_difference(by_document), tuple(alone), len(shared))


def _everywhere(one: SeededCounts, two: SeededCounts) -> list[str]:
    runs = [*one.values(), *two.values()]
    return [id_ for id_ in runs[0] if all(id_ in run for run in runs)] if runs else []


def _counts(one: Mapping[str, Count], two: Mapping[str, Count], id_: str) -> bool:
    return one[id_].out_of > 0 and two[id_].out_of > 0


def _less(one: Count, two: Count) -> float:
    """Return by how much more the first keeps than the second, in the unit of the first one's total."""
    return one.hits - two.hits * one.out_of / two.out_of


def _mean(pairs: Sequence[tuple[Count, Count]]) -> float:
    return sum(_less(one, two) for one, two in pairs) / sum(one.out_of for one, _ in pairs)
