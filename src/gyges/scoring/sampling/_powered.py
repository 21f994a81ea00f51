"""Prediction-powered inference for a share: predictions for all documents, set right by the few that were read.

Angelopoulos et al. 2023 (PPI) and 2023 (PPI++, power tuning), here for a ratio over documents of known size in a
stratified sample of a finite corpus. With what was read y, what was predicted p and the size f of a document, and
totals over the sample weighed up to the corpus, the share is

    weight * sum(p) / sum(f) + (Y - weight * P) / F

where the first part is known for all and the second comes from the sample. The weight is the one with the least
variance, from 0 (the sample alone) to 1. The variance comes from leaving out one document after another (stratified
jackknife), the weight tuned anew each time, so that tuning is paid for.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gyges.scoring._rate import ENOUGH, Count, Rate, effective, wilson
from gyges.scoring.sampling._draw import Sample
from gyges.scoring.sampling._student import student_95

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["ConfirmedRate", "confirmed_rate"]

TUNED_FROM = 10
"""Documents from which on the weight is tuned; below, predictions count in full, as in plain PPI."""
_READ, _TOLD, _SIZE = range(3)
_NONE = Count(0.0, 0.0)
_FLAT = 1e-12  # a spread that is nothing but rounding


@dataclass(frozen=True, slots=True)
class ConfirmedRate:
    """A share for all documents, of which some were read.

    Attributes:
        rate: The share with its 95 % interval: how far reading every document may be from it.
        weight: How much the predictions count, from 0, not at all, to 1.
    """

    rate: Rate
    weight: float


def confirmed_rate(
    sample: Sample, read: Mapping[str, Count], told: Mapping[str, Count], lost: Count = _NONE
) -> ConfirmedRate:
    """Return the share that reading every document would give, with its interval.

    Where few of the documents read hold any hit, or any miss, the interval is widened towards Wilson's, as everywhere.

    Args:
        sample: Which documents were drawn; every one of them must have been read, or count as failed.
        read: What was counted in the drawn documents.
        told: What was predicted for every document, out of the same numbers.
        lost: Documents that nobody can read, and what counts of them.
    """
    size = math.fsum(told[id_].out_of for stratum in sample.strata for id_ in stratum.members)
    whole = size + lost.out_of
    if not whole:
        return ConfirmedRate(Rate(None, None, None, 0.0, 0.0), 0.0)
    counts = [read[id_] for id_ in sample.drawn]
    value, error, weight = _estimated(sample, read, told) if size else (0.0, 0.0, 0.0)
    low, high = _settled(value, error, counts, sample.documents)
    share, low, high = ((end * size + lost.hits) / whole for end in (min(1.0, max(0.0, value)), low, high))
    return ConfirmedRate(Rate(share, low, high, share * whole, whole), weight)


def _estimated(sample: Sample, read: Mapping[str, Count], told: Mapping[str, Count]) -> tuple[float, float, float]:
    """Return share, half of the interval by Student's t, and weight."""
    import numpy as np

    known = [told[id_] for stratum in sample.strata for id_ in stratum.members]
    predicted = math.fsum(one.hits for one in known) / math.fsum(one.out_of for one in known)
    groups = [
        _Group(np.array([(read[i].hits, told[i].hits, told[i].out_of) for i in one.drawn]), len(one.members))
        for one in sample.strata
        if one.drawn
    ]
    drawn = sum(len(group.rows) for group in groups)
    tuned = drawn >= TUNED_FROM
    totals = sum((group.total for group in groups), np.zeros(3))
    spread = sum((group.spread for group in groups), np.zeros((3, 3)))
    shares, weights = _shares(totals[None], spread[None], predicted, tuned=tuned)
    freedom = max(1, drawn - len(groups) - tuned)
    variance = 0.0
    for group in groups:
        if group.open:
            left_out = _shares(totals + group.shifts, spread - group.losses, predicted, tuned=tuned)[0]
            variance += group.open * (group.drawn - 1) / group.drawn * float(((left_out - shares[0]) ** 2).sum())
    return float(shares[0]), student_95(freedom) * math.sqrt(variance), float(weights[0])


@dataclass(frozen=True)
class _Group:
    """The documents read of one stratum: what was read, what was told and the size of each."""

    rows: "Floats"
    members: int

    @property
    def drawn(self) -> int:
        return len(self.rows)

    @property
    def open(self) -> float:
        """The share that was not read (finite population correction); nothing follows from a single document."""
        return 1 - self.drawn / self.members if self.drawn > 1 else 0.0

    @property
    def total(self) -> "Floats":
        total: Floats = self.members * self.rows.mean(axis=0)
        return total

    @property
    def _factor(self) -> float:
        return self.members**2 * self.open / (self.drawn * max(self.drawn - 1, 1))

    @property
    def _off(self) -> "Floats":
        off: Floats = self.rows - self.rows.mean(axis=0)
        return off

    @property
    def spread(self) -> "Floats":
        """What it adds to the covariances of the totals."""
        spread: Floats = self._factor * self._off.T @ self._off
        return spread

    @property
    def shifts(self) -> "Floats":
        """How the total changes without each document."""
        shifts: Floats = -self.members / (self.drawn - 1) * self._off
        return shifts

    @property
    def losses(self) -> "Floats":
        """What the covariances lose without each document."""
        scale = self._factor * self.drawn / (self.drawn - 1)
        losses: Floats = scale * self._off[:, :, None] * self._off[:, None, :]
        return losses


def _shares(totals: "Floats", spread: "Floats", predicted: float, *, tuned: bool) -> "tuple[Floats, Floats]":
    """Return shares and weights, one for each row of totals and covariances."""
    import numpy as np

    read, told = totals[:, _READ] / totals[:, _SIZE], totals[:, _TOLD] / totals[:, _SIZE]
    both = (
        spread[:, _READ, _TOLD]
        - told * spread[:, _READ, _SIZE]
        - read * spread[:, _TOLD, _SIZE]
        + read * told * spread[:, _SIZE, _SIZE]
    )
    alone = spread[:, _TOLD, _TOLD] - 2 * told * spread[:, _TOLD, _SIZE] + told**2 * spread[:, _SIZE, _SIZE]
    flat = alone <= _FLAT * np.maximum(totals[:, _SIZE] ** 2, 1.0)
    weights = np.where(flat, 0.0, np.clip(both / np.where(flat, 1.0, alone), 0.0, 1.0))
    weights = weights if tuned else np.ones_like(weights)
    return weights * predicted + read - weights * told, weights


def _settled(value: float, reach: float, counts: list[Count], documents: int) -> tuple[float, float]:
    """Return the ends of the interval, wide enough where few documents show any spread; none where all were read."""
    share = min(1.0, max(0.0, value))
    if len(counts) >= documents:
        return share, share
    told = [count for count in counts if count.out_of > 0]
    spread = min(effective([c.hits for c in told]), effective([c.out_of - c.hits for c in told]))
    trust = min(1.0, spread / ENOUGH)
    alike = len(told) / (1 - len(counts) / documents)  # so many of an endless corpus would say as much
    low, high = wilson(share, alike)
    low, high = low + trust * (value - reach - low), high + trust * (value + reach - high)
    return max(0.0, min(low, share)), min(1.0, max(high, share))
