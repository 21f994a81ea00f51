"""Semantic distance of a release: what is left of what the attacker did not know before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from gyges.records import JsonValue
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring.semantic._ratings import ClaimRating

__all__ = ["RatedRecord", "SemanticRates", "semantic_distance"]

UNLINKED = "no record was linked"
NOTHING_LEFT = "the attacker knew every claim beforehand"
UNJUDGED = "no remaining claim could be judged"


@dataclass(frozen=True, slots=True)
class RatedRecord:
    """What one linked record gives away about one person.

    Attributes:
        id: The original record.
        ratings: All its claims, rated against the linked record; empty if nothing was linked.
        known: Indices of the claims the attacker knew, which do not count.
        linked: Whether there is a linked record.
    """

    id: str
    ratings: tuple[ClaimRating, ...]
    known: frozenset[int]
    linked: bool = True

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
    """Semantic leakage of a release.

    Attributes:
        distance: Mean over records of the mean distance of claims the attacker did not know: 0 all is given away.
        with_known: The same over all claims.
        leaked: Share of unknown claims that the record says, at least in similar words.
        judged: Share of claims that could be judged; what could not be judged counts nowhere else.
        left_out: How many records have no distance, by reason.
    """

    distance: Rate
    with_known: Rate
    leaked: Rate
    judged: Rate
    left_out: Mapping[str, int]

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures as results files hold them."""
        rates = {name: getattr(self, name).to_json() for name in ("distance", "with_known", "leaked", "judged")}
        return {**rates, "left_out": dict(self.left_out)}


def semantic_distance(records: Sequence[RatedRecord]) -> SemanticRates:
    """Return the semantic leakage of rated records, with 95 % intervals over records.

    Records that were not linked, or of which the attacker knew everything, have no distance; they are counted in
    `SemanticRates.left_out`, never as private.
    """
    reasons = Counter(record.left_out for record in records if record.left_out is not None)
    rates = bootstrap_rates(
        {
            "distance": [_mean(record.remaining if record.linked else ()) for record in records],
            "with_known": [_mean(record.ratings if record.linked else ()) for record in records],
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
