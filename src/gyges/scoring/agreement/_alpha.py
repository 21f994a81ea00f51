"""Krippendorff's alpha and Fleiss' kappa, and agreement of ratings by them."""

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from gyges.records import JsonValue
from gyges.scoring._rate import TAIL, Count, Rate, bootstrap_rates, resampling_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Scale: TypeAlias = Literal["nominal", "ordinal", "interval"]
"""What differences of values mean: nothing but being different, an order, or distances."""

_FEWEST_UNITS = 2


@dataclass(frozen=True, slots=True)
class Reliability:
    """Agreement of raters beyond chance."""

    value: float | None
    low: float | None  # lower end of the 95 % interval, from resampling units; None where there are too few
    high: float | None  # upper end
    units: int  # things that at least two raters rated
    values: int  # their ratings
    kappa: float | None = None  # Fleiss' kappa of the same; it knows no order, and takes as many raters as a unit has

    def to_json(self) -> dict[str, JsonValue]:
        """Return it for machines."""
        return {name: getattr(self, name) for name in ("value", "low", "high", "units", "values", "kappa")}


def reliability(units: Sequence[Sequence[float]], scale: Scale = "ordinal") -> Reliability:
    """Return alpha (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability") with an interval over units."""
    import numpy as np

    rated = [unit for unit in units if len(unit) > 1]
    held = sum(map(len, rated))
    if not rated:
        return Reliability(None, None, None, 0, 0)
    values = np.array(sorted({value for unit in rated for value in unit}), dtype=np.float64)
    tables = np.stack([_coincidences(unit, values) for unit in rated])
    alpha, kappa = _alphas(tables.sum(axis=0)[None], values, scale)[0], _fleiss(rated)
    if np.isnan(alpha):
        return Reliability(None, None, None, len(rated), held)
    if len(rated) < _FEWEST_UNITS:
        return Reliability(float(alpha), None, None, len(rated), held, kappa)
    flat = tables.reshape(len(rated), -1)
    sums = np.concatenate([weights @ flat for weights in resampling_weights(len(rated), width=flat.shape[1])])
    resampled = _alphas(sums.reshape(-1, len(values), len(values)), values, scale)
    known = resampled[~np.isnan(resampled)]
    low, high = np.quantile(known, (TAIL, 1 - TAIL)) if known.size else (alpha, alpha)
    return Reliability(float(alpha), float(min(low, alpha)), float(max(high, alpha)), len(rated), held, kappa)


def _fleiss(units: Sequence[Sequence[float]]) -> float | None:
    """Return kappa (Fleiss 1971); None where only one value was given."""
    counts = [Counter(unit) for unit in units]
    given, total = sum(counts, Counter[float]()), sum(map(len, units))
    seen = statistics.fmean(
        (sum(n * n for n in count.values()) - len(unit)) / (len(unit) * (len(unit) - 1))
        for unit, count in zip(units, counts, strict=True)
    )
    by_chance = sum((n / total) ** 2 for n in given.values())
    return (seen - by_chance) / (1 - by_chance) if by_chance < 1 else None


def _coincidences(unit: Sequence[float], values: "Floats") -> "Floats":
    """Return how often each two values stand together in a unit, each value of it counting once in all."""
    import numpy as np

    counts = (np.asarray(unit)[:, None] == values[None]).sum(axis=0).astype(np.float64)
    table: Floats = (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)
    return table


def _alphas(tables: "Floats", values: "Floats", scale: Scale) -> "Floats":
    """Return alpha for each table of coincidences; NaN where nothing varies."""
    import numpy as np

    given = tables.sum(axis=2)
    total = given.sum(axis=1)
    distances = _distances(given, values, scale)
    seen = (tables * distances).sum(axis=(1, 2))
    pairs = given[:, :, None] * given[:, None, :]
    by_chance = (pairs * distances).sum(axis=(1, 2)) / np.maximum(total - 1, 1)
    nothing = np.full_like(seen, np.nan)
    alphas: Floats = 1 - np.divide(seen, by_chance, out=nothing, where=by_chance > 0)
    return alphas


def _distances(given: "Floats", values: "Floats", scale: Scale) -> "Floats":
    """Return the squared distance of each two values; on an ordinal scale it is how many ratings lie between."""
    import numpy as np

    if scale == "nominal":
        return np.broadcast_to(1.0 - np.eye(len(values)), (len(given), len(values), len(values)))
    if scale == "interval":
        return np.broadcast_to((values[:, None] - values[None]) ** 2, (len(given), len(values), len(values)))
    middles = given.cumsum(axis=1) - given / 2
    distances: Floats = (middles[:, :, None] - middles[:, None, :]) ** 2
    return distances


@dataclass(frozen=True, slots=True)
class RatingFigures:
    """What raters said to one question about a set of texts."""

    items: int  # texts that were rated
    ratings: int  # ratings of them
    median: float | None  # the median of the medians of the texts, on the scale
    mean: Rate  # the mean rating, as a share of the scale: 0 its lowest end, 1 its highest
    mean_of_medians: Rate  # the mean of the medians of the texts, as a share of the scale (Staab et al. 2025, Table 1)
    deviation: float | None
    counts: Mapping[int, int]  # how often each rating was given
    agreement: Reliability  # how far raters agree beyond chance

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures for machines."""
        return {
            **{name: getattr(self, name) for name in ("items", "ratings", "median", "deviation")},
            "mean": self.mean.to_json(),
            "mean_of_medians": self.mean_of_medians.to_json(),
            "counts": {str(value): number for value, number in self.counts.items()},
            "agreement": self.agreement.to_json(),
        }


def rating_figures(items: Sequence[Sequence[int]], low: int, high: int, scale: Scale = "ordinal") -> RatingFigures:
    """Return the figures of one question."""
    rated = [ratings for ratings in items if ratings]
    medians = [statistics.median(ratings) for ratings in rated]
    rates = bootstrap_rates(
        {
            "mean": [Count(sum(_share(value, low, high) for value in ratings), len(ratings)) for ratings in rated],
            "mean_of_medians": [Count(_share(median, low, high), 1) for median in medians],
        }
    )
    spreads = [statistics.pstdev(ratings) / (high - low) for ratings in rated if len(ratings) > 1]
    given = Counter(value for ratings in rated for value in ratings)
    return RatingFigures(
        items=len(rated),
        ratings=sum(map(len, rated)),
        median=statistics.median(medians) if medians else None,
        mean=rates["mean"],
        mean_of_medians=rates["mean_of_medians"],
        deviation=statistics.fmean(spreads) if spreads else None,
        counts={value: given[value] for value in range(low, high + 1)},
        agreement=reliability(rated, scale),
    )


def _share(value: float, low: int, high: int) -> float:
    return (value - low) / (high - low)
