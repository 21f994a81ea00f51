"""Krippendorff's alpha: how far raters agree beyond chance, with any number of raters and with gaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from gyges.records import JsonValue
from gyges.scoring._rate import TAIL, resampling_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Reliability", "Scale", "krippendorff_alpha", "reliability"]

Scale: TypeAlias = Literal["nominal", "ordinal", "interval"]
"""What differences of values mean: nothing but being different, an order, or distances."""

_FEWEST_UNITS = 2


@dataclass(frozen=True, slots=True)
class Reliability:
    """Agreement of raters beyond chance.

    Attributes:
        value: Krippendorff's alpha: 1 all agree, 0 as good as chance; None where nothing varies or no unit was rated
            twice.
        low: Lower end of the 95 % interval, from resampling units; None where there are too few.
        high: Upper end.
        units: Things that at least two raters rated.
        values: Their ratings.
    """

    value: float | None
    low: float | None
    high: float | None
    units: int
    values: int

    def to_json(self) -> dict[str, JsonValue]:
        """Return it for machines."""
        return {name: getattr(self, name) for name in ("value", "low", "high", "units", "values")}


def krippendorff_alpha(units: Sequence[Sequence[float]], scale: Scale = "ordinal") -> float | None:
    """Return alpha for the ratings of each unit (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    Args:
        units: The ratings of each thing rated, by as many raters as there were; those with fewer than two do not count.
        scale: What differences of values mean.

    Returns:
        None where nothing can be said: no unit was rated twice, or all ratings are the same.

    Example:
        >>> krippendorff_alpha([[1, 1], [2, 2], [3, 3]])
        1.0
    """
    return reliability(units, scale).value


def reliability(units: Sequence[Sequence[float]], scale: Scale = "ordinal", *, seed: int = 0) -> Reliability:
    """Return alpha with an interval from resampling units; arguments as for `krippendorff_alpha`."""
    import numpy as np

    rated = [unit for unit in units if len(unit) > 1]
    held = sum(map(len, rated))
    if not rated:
        return Reliability(None, None, None, 0, 0)
    values = np.array(sorted({value for unit in rated for value in unit}), dtype=np.float64)
    tables = np.stack([_coincidences(unit, values) for unit in rated])
    alpha = _alphas(tables.sum(axis=0)[None], values, scale)[0]
    if np.isnan(alpha):
        return Reliability(None, None, None, len(rated), held)
    if len(rated) < _FEWEST_UNITS:
        return Reliability(float(alpha), None, None, len(rated), held)
    flat = tables.reshape(len(rated), -1)
    sums = np.concatenate([weights @ flat for weights in resampling_weights(len(rated), seed, width=flat.shape[1])])
    resampled = _alphas(sums.reshape(-1, len(values), len(values)), values, scale)
    known = resampled[~np.isnan(resampled)]
    low, high = np.quantile(known, (TAIL, 1 - TAIL)) if known.size else (alpha, alpha)
    return Reliability(float(alpha), float(min(low, alpha)), float(max(high, alpha)), len(rated), held)


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
