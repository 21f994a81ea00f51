"""Rates as the pages get them: never without their denominator and interval."""

from pydantic import BaseModel

from gyges.scoring import Rate

__all__ = ["RateShown", "shown_rate"]


class RateShown(BaseModel):
    """A rate with its 95 % interval; no value where there is nothing to divide by."""

    value: float | None
    low: float | None
    high: float | None
    numerator: float
    denominator: float


def shown_rate(rate: Rate) -> RateShown:
    """Return a rate as the pages get it."""
    names = ("value", "low", "high", "numerator", "denominator")
    return RateShown(**{name: getattr(rate, name) for name in names})
