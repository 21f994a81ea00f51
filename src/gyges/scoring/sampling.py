"""A few documents read by a strong reader, all of them predicted, one figure with a valid interval.

Which documents are read is drawn, never chosen: `draw_sample`. What was read and what was predicted for all is put
together by prediction-powered inference: `confirmed_rate`. docs/design/strong_reader.md says how it was checked.

Angelopoulos et al. 2023 (PPI) and 2023 (PPI++, power tuning), here for a ratio over documents of known size in a
stratified sample of a finite corpus. With what was read y, what was predicted p and the size f of a document, and
totals over the sample weighed up to the corpus, the share is

    weight * sum(p) / sum(f) + (Y - weight * P) / F

where the first part is known for all and the second comes from the sample. The weight is the one with the least
variance, from 0 (the sample alone) to 1. The variance comes from leaving out one document after another (stratified
jackknife), the weight tuned anew each time, so that tuning is paid for.
"""

import hashlib
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gyges.errors import ConfigError
from gyges.scoring._rate import ENOUGH, TAIL, Count, Rate, effective, wilson

__all__ = [
    "ConfirmedRate",
    "Sample",
    "SamplingUnit",
    "Stratum",
    "confirmed_rate",
    "draw_sample",
    "expected_width",
    "more_to_halve",
]

_DRAWN_EACH = 10
"""Documents drawn of each group, about: with more groups fewer degrees of freedom are left than they are worth."""
_BANDS = 3  # of the estimated leak


@dataclass(frozen=True, slots=True)
class SamplingUnit:
    """A document that may be drawn."""

    id: str  # the id of the document
    digest: str  # the hash of the text that would be read; it decides, with the seed, whether the document is drawn
    genre: str  # what kind of text it is
    length: int  # its characters
    leak: float  # the share of its facts that is expected to leak


@dataclass(frozen=True, slots=True)
class Stratum:
    """Documents that are alike, and those of them that are read; both are ids."""

    members: tuple[str, ...]
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A drawn sample: groups that together hold every document, and the seed of the draw."""

    strata: tuple[Stratum, ...]
    seed: int

    @property
    def documents(self) -> int:
        """How many documents it speaks for."""
        return sum(len(stratum.members) for stratum in self.strata)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The ids of the documents that are read, group by group."""
        return tuple(id_ for stratum in self.strata for id_ in stratum.drawn)


def draw_sample(candidates: Sequence[SamplingUnit], size: int, *, seed: int = 0) -> Sample:
    """Draw documents at random, spread over genres, estimated leak and length.

    The same texts and seed give the same sample, whatever the order, and a text that was changed is drawn anew. A
    sample as large as the corpus is the corpus.
    """
    size = min(size, len(candidates))
    if size < 2 and size < len(candidates):
        raise ConfigError(f"no interval follows from reading {size} of {len(candidates)} documents", "read 2 or more")
    groups = _groups(candidates, max(1, size // _DRAWN_EACH))
    strata = []
    for group, count in zip(groups, _shared_out(size, [len(group) for group in groups]), strict=True):
        drawn = sorted(group, key=lambda one: _lot(one, seed))[:count]
        strata.append(Stratum(tuple(one.id for one in group), tuple(one.id for one in drawn)))
    return Sample(tuple(strata), seed)


def _lot(candidate: SamplingUnit, seed: int) -> str:
    """Return the lot of a document; the id tells documents of the same text apart."""
    return hashlib.sha256(f"sample:{seed}:{candidate.digest}:{candidate.id}".encode()).hexdigest()


def _groups(candidates: Sequence[SamplingUnit], count: int) -> list[list[SamplingUnit]]:
    """Cut the documents, in order of genre, estimated leak and length, into groups of nearly the same size."""
    by_leak = sorted(candidates, key=lambda one: (one.leak, one.id))
    band = {one.id: place * _BANDS // len(by_leak) for place, one in enumerate(by_leak)}
    ordered = sorted(candidates, key=lambda one: (one.genre, band[one.id], one.length, one.id))
    ends = [round(len(ordered) * number / count) for number in range(count + 1)]
    return [ordered[start:end] for start, end in itertools.pairwise(ends)]


def _shared_out(size: int, sizes: Sequence[int]) -> list[int]:
    """Return how many are drawn of each group: in proportion, what is left over to the largest remainders."""
    total = max(1, sum(sizes))
    whole = [size * one // total for one in sizes]
    rest = sorted(range(len(sizes)), key=lambda place: -(size * sizes[place] % total))[: size - sum(whole)]
    return [count + (place in rest) for place, count in enumerate(whole)]


_HALVINGS = 200


def student_95(freedom: int) -> float:
    """Return how many standard errors a 95 % interval reaches to each side."""
    low, high = 0.0, 100.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < 1 - 2 * TAIL else (low, middle)
    return (low + high) / 2


def _inside(reach: float, freedom: int) -> float:
    """Return the chance of a value within the reach (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    angle = math.atan(reach / math.sqrt(freedom))
    square, odd = math.cos(angle) ** 2, freedom % 2
    term, total = math.cos(angle) if odd else 1.0, 0.0
    for number in range(2 if odd else 1, freedom, 2):
        total += term
        term *= square * number / (number + 1)
    inside = math.sin(angle) * total
    return 2 / math.pi * (angle + inside) if odd else inside


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TUNED_FROM = 10
"""Documents from which on the weight is tuned; below, predictions count in full, as in plain PPI."""
_READ, _TOLD, _SIZE = range(3)
_NONE = Count(0.0, 0.0)
_FLAT = 1e-12  # a spread that is nothing but rounding


@dataclass(frozen=True, slots=True)
class ConfirmedRate:
    """A share for all documents, of which some were read."""

    rate: Rate  # the share with its 95 % interval: how far reading every document may be from it
    weight: float  # how much the predictions count, from 0, not at all, to 1


def confirmed_rate(
    sample: Sample, read: Mapping[str, Count], told: Mapping[str, Count], lost: Count = _NONE
) -> ConfirmedRate:
    """Return the share that reading every document would give, with its interval.

    Where few of the documents read hold any hit, or any miss, the interval is widened towards Wilson's, as everywhere.
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


SPREAD: Mapping[str, float] = {"cpr": 0.075, "ipr": 0.09}
"""How far what is read of one document is from what was predicted, one standard deviation of its share; medians over
the methods of benchmarks/sample.py."""


def expected_width(figure: str, sizes: Sequence[float], drawn: int) -> float:
    """Return about how wide the interval of a figure will be."""
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
    """
    return math.ceil(4 * drawn * documents / (documents + 3 * drawn)) - drawn if drawn else documents
