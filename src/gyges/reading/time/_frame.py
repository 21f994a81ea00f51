"""Ages that words tell, and the way from the day a text was written to the day ages are asked for."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from gyges.reading.time._dates import Date

__all__ = ["AgeCue", "AgeKind", "Frame"]

AgeKind = Literal["stated", "birth_year", "birth_date", "school", "retired", "life_event", "decade"]


@dataclass(frozen=True, slots=True)
class AgeCue:
    """Words that tell somebody's age.

    Attributes:
        start: First code point.
        end: One past the last code point.
        low: Least age on the reference date.
        high: Greatest age on the reference date.
        certainty: 1-5.
        kind: What gave it away.
    """

    start: int
    end: int
    low: int
    high: int
    certainty: int
    kind: AgeKind


class Frame(NamedTuple):
    """The day the text was written, and the day ages are asked for."""

    written: date | None
    reference: date

    def moved(self, low: int, high: int) -> tuple[int, int]:
        """Ages on the reference date of somebody between low and high on the written date."""
        if self.written is None:
            return low, high
        days = (self.reference - self.written).days
        if abs(days) < 45:
            return low, high
        years = days // 365
        return max(0, low + years), max(0, high + years + 1)

    def whole(self, low: int, high: int) -> tuple[int, int]:
        """As `moved`, in whole years and without widening: for spans of ages such as those of a school year."""
        years = round((self.reference - self.written).days / 365) if self.written else 0
        return max(0, low + years), max(0, high + years)

    def since(self, year: int, low: int, high: int) -> tuple[int, int]:
        """Ages on the reference date of somebody between low and high in a year."""
        gap = self.reference.year - year
        return gap + low, gap + high

    def born(self, item: Date) -> tuple[int, int]:
        """Ages on the reference date of somebody born on a date."""
        age = self.reference.year - item.year
        if item.month is None:
            return age - 1, age
        had = (item.month, item.day or 0) <= (self.reference.month, self.reference.day)
        if item.day is None and item.month == self.reference.month:
            return age - 1, age
        return (age, age) if had else (age - 1, age - 1)

    def stated(self, start: int, end: int, value: int, certainty: int = 4) -> AgeCue:
        """Words for an age on the written date."""
        return AgeCue(start, end, *self.moved(value, value), certainty, "stated")
