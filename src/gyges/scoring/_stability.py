"""What holds over seeds: means with their spread, and differences paired over documents and in every pair of seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from gyges.records import JsonValue
from gyges.scoring._rate import Count, Rate, bootstrap_difference, bootstrap_rate

__all__ = ["Difference", "SeededCounts", "difference_over_seeds", "stability"]

SeededCounts: TypeAlias = Mapping[int | None, Mapping[str, Count]]
"""What each document adds to a figure, by seed and document; a method without chance has the seed None alone."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of one figure between two methods.

    Attributes:
        mean: First less second, over all documents and pairs of seeds; the interval is paired over documents.
        by_seeds: The same for each pair of seeds alone.
        documents: How many documents both have.
    """

    mean: Rate
    by_seeds: tuple[float, ...]
    documents: int

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
    """One figure over seeds.

    Attributes:
        mean: Over all seeds, with the interval over documents; totals are those of one run on average.
        by_seeds: The figure of each seed that has one.
        documents: How many documents count with every seed.
    """

    mean: Rate
    by_seeds: tuple[float, ...]
    documents: int

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
    """Return the mean of a figure over seeds and how far it moves with them.

    Args:
        runs: What each document adds, by seed and document.
    """
    ids = dict.fromkeys(id_ for run in runs.values() for id_ in run)
    nothing = Count(0, 0)
    rows = {id_: [run.get(id_, nothing) for run in runs.values()] for id_ in ids}
    means = [Count(sum(c.hits for c in row) / len(row), sum(c.out_of for c in row) / len(row)) for row in rows.values()]
    totals = [(sum(c.hits for c in run.values()), sum(c.out_of for c in run.values())) for run in runs.values()]
    alone = tuple(hits / out_of for hits, out_of in totals if out_of)
    return Spread(bootstrap_rate(means), alone, sum(all(count.out_of for count in row) for row in rows.values()))


def stability(measured: Mapping[str, Mapping[str, SeededCounts]]) -> dict[str, JsonValue]:
    """Return every figure over seeds, and the differences between every two that have the same figure.

    Args:
        measured: By what was measured and figure: what each document adds, by seed and document.
    """
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

    Args:
        one: What each document adds for the first method.
        two: The same for the second.
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
