"""A number that is known only roughly: its value and the ends it may reach."""

from collections.abc import Iterable
from dataclasses import dataclass

from gyges.records import JsonValue

__all__ = ["Range"]


@dataclass(frozen=True, slots=True)
class Range:
    """A rough number.

    Attributes:
        value: The best guess.
        low: The least it may be.
        high: The most it may be.
    """

    value: float
    low: float
    high: float

    def __mul__(self, other: "Range") -> "Range":
        """Multiply, every end with its own: both may be off in the same direction."""
        return Range(self.value * other.value, self.low * other.low, self.high * other.high)

    def at_most(self, limit: float) -> "Range":
        """Return the number with nothing above a limit."""
        return Range(min(self.value, limit), min(self.low, limit), min(self.high, limit))

    def at_least(self, limit: float) -> "Range":
        """Return the number with nothing below a limit."""
        return Range(max(self.value, limit), max(self.low, limit), max(self.high, limit))

    @staticmethod
    def about(value: float, low: float, high: float) -> "Range":
        """Return a number that may be as small as `low` times and as large as `high` times its value."""
        return Range(value, value * low, value * high)

    @staticmethod
    def total(parts: Iterable["Range"]) -> "Range":
        """Return the sum, every end with its own."""
        values = list(parts)
        return Range(sum(p.value for p in values), sum(p.low for p in values), sum(p.high for p in values))

    def to_json(self) -> dict[str, JsonValue]:
        """Return the number as results files hold it."""
        return {"value": self.value, "low": self.low, "high": self.high}
