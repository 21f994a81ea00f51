"""A rating study: several people rate the same texts on a scale; the figures of one question about one set of texts."""

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.records import JsonValue
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring.agreement._alpha import Reliability, Scale, reliability

__all__ = ["RatingFigures", "rating_figures"]


@dataclass(frozen=True, slots=True)
class RatingFigures:
    """What raters said to one question about a set of texts.

    Attributes:
        items: Texts that were rated.
        ratings: Ratings of them.
        median: The median of the medians of the texts, on the scale.
        mean: The mean rating, as a share of the scale: 0 its lowest end, 1 its highest.
        mean_of_medians: The mean of the medians of the texts, as a share of the scale (Staab et al. 2025, Table 1).
        deviation: The mean standard deviation of the ratings of a text, as a share of the scale (the same, Table 4);
            None where no text was rated twice.
        counts: How often each rating was given.
        agreement: How far raters agree beyond chance.
    """

    items: int
    ratings: int
    median: float | None
    mean: Rate
    mean_of_medians: Rate
    deviation: float | None
    counts: Mapping[int, int]
    agreement: Reliability

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
    """Return the figures of one question.

    Args:
        items: The ratings of each text; one that nobody rated counts nowhere.
        low: The lowest rating there is.
        high: The highest.
        scale: What differences of ratings mean.
    """
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
