"""Semantic distance of a release: what is left of what the attacker did not know before, and how it is spread."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pydantic import BaseModel

from gyges.records import DecidedBy, JsonValue
from gyges.scoring._rate import Count, Rate, bootstrap_rates

SAME, SIMILAR, UNSUPPORTED = 1, 2, 3
"""Xin et al. 2024, section 2: the record says the same, something similar, or nothing that supports the claim."""


@dataclass(frozen=True, slots=True)
class ClaimRating:
    """One claim about a person against one record."""

    claim: str  # the claim in words
    rating: int | None  # 1 same, 2 similar, 3 unsupported; None if nobody could tell
    decided_by: DecidedBy  # who rated: ``rule``, ``judge``, or ``failed``
    samples: tuple[int, ...] = ()  # all ratings given, where a model was asked several times

    @property
    def distance(self) -> float | None:
        """The rating on a scale from 0, all is said, to 1, nothing is; None if nobody could tell."""
        return None if self.rating is None else (self.rating - SAME) / (UNSUPPORTED - SAME)

    @property
    def leaked(self) -> bool:
        """Whether the record says the claim or something similar."""
        return self.rating is not None and self.rating <= SIMILAR


UNLINKED = "no record was linked"
NOTHING_LEFT = "the attacker knew every claim beforehand"
UNJUDGED = "no remaining claim could be judged"


@dataclass(frozen=True, slots=True)
class RatedRecord:
    """What one linked record gives away about one person."""

    id: str  # the original record
    ratings: tuple[ClaimRating, ...]  # all its claims, rated against the linked record; empty if nothing was linked
    known: frozenset[int]  # indices of the claims the attacker knew, which do not count
    linked: bool = True  # whether there is a linked record

    @property
    def remaining(self) -> list[ClaimRating]:
        """The claims the attacker did not know."""
        return [rating for number, rating in enumerate(self.ratings) if number not in self.known]

    @property
    def distance(self) -> float | None:
        """The mean distance of the claims the attacker did not know; None where there is none."""
        known = [row.distance for row in self.remaining if row.distance is not None] if self.linked else []
        return fmean(known) if known else None

    @property
    def left_out(self) -> str | None:
        """Why the record has no distance, None if it has one."""
        if not self.linked:
            return UNLINKED
        if not self.remaining:
            return NOTHING_LEFT
        return None if any(row.rating is not None for row in self.remaining) else UNJUDGED


@dataclass(frozen=True, slots=True)
class SemanticRates:
    """Semantic leakage of a release."""

    distance: Rate  # mean over records of the mean distance of claims the attacker did not know: 0 all is given away
    with_known: Rate  # the same over all claims
    leaked: Rate  # share of unknown claims that the record says, at least in similar words
    judged: Rate  # share of claims that could be judged; what could not be judged counts nowhere else
    left_out: Mapping[str, int]  # how many records have no distance, by reason

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures as results files hold them."""
        rates = {name: getattr(self, name).to_json() for name in ("distance", "with_known", "leaked", "judged")}
        return {**rates, "left_out": dict(self.left_out)}


def semantic_distance(records: Sequence[RatedRecord], *, lost: int = 0) -> SemanticRates:
    """Return the semantic leakage of rated records, with 95 % intervals over records.

    Records that were not linked, or of which the attacker knew everything, have no distance; they are counted in
    `SemanticRates.left_out`, never as private.
    """
    gone = [Count(0, 1)] * lost
    reasons = Counter(record.left_out for record in records if record.left_out is not None)
    rates = bootstrap_rates(
        {
            "distance": [_mean(record.remaining if record.linked else ()) for record in records] + gone,
            "with_known": [_mean(record.ratings if record.linked else ()) for record in records] + gone,
            "leaked": [_leaked(record.remaining) for record in records],
            "judged": [_judged(record.remaining) for record in records],
        }
    )
    return SemanticRates(rates["distance"], rates["with_known"], rates["leaked"], rates["judged"], dict(reasons))


def _mean(ratings: Iterable[ClaimRating]) -> Count:
    known = [rating.distance for rating in ratings if rating.distance is not None]
    return Count(fmean(known), 1) if known else Count(0, 0)


def _leaked(ratings: Sequence[ClaimRating]) -> Count:
    known = [rating for rating in ratings if rating.rating is not None]
    return Count(sum(rating.leaked for rating in known), len(known))


def _judged(ratings: Sequence[ClaimRating]) -> Count:
    return Count(sum(rating.rating is not None for rating in ratings), len(ratings))


BINS = 10


class DistanceBin(BaseModel, frozen=True):
    """One bar of the histogram; the last one holds the distance 1 too."""

    low: float  # where it begins
    high: float  # where it ends
    right: int = 0  # records whose own release was linked
    wrong: int = 0  # records for which another release was linked: their distance is high because the link failed
    unknown: int = 0  # records that have no release of their own

    @property
    def records(self) -> int:
        """All records of the bar."""
        return self.right + self.wrong + self.unknown


def distance_histogram(rows: Iterable[tuple[float | None, bool | None]]) -> list[DistanceBin]:
    """Count records by distance and by whether the link was right; those without a distance are in no bar."""
    counts = [{"right": 0, "wrong": 0, "unknown": 0} for _ in range(BINS)]
    for distance, correct in rows:
        if distance is not None:
            kind = "unknown" if correct is None else "right" if correct else "wrong"
            counts[min(int(distance * BINS + _ROUNDING), BINS - 1)][kind] += 1
    return [DistanceBin(low=n / BINS, high=(n + 1) / BINS, **found) for n, found in enumerate(counts)]


_ROUNDING = 1e-9  # 0.7 is the beginning of a bar, whatever binary fractions make of it
