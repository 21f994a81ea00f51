"""Rough numbers for many countries at once."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Self

from gyges.scoring.anonymity._lands import Land, land_names, lands
from gyges.scoring.anonymity._range import Range

__all__ = ["LandRanges"]


@dataclass(frozen=True, slots=True)
class LandRanges:
    """A rough number for each of some countries; in columns, because about everybody all of them are multiplied.

    Attributes:
        lands: The names of the countries.
        values: The best guess for each.
        lows: The least each may be.
        highs: The most each may be.
    """

    lands: tuple[str, ...]
    values: Sequence[float]
    lows: Sequence[float]
    highs: Sequence[float]

    @classmethod
    def about(cls, value: Callable[[Land], float], low: float, high: float) -> Self:
        """Return a number of every country that may be as small as `low` times and as large as `high` times itself."""
        values = [value(one) for one in lands().values()]
        return cls(land_names(), values, [one * low for one in values], [one * high for one in values])

    @classmethod
    def everywhere(cls, of: Callable[[Land], Range]) -> Self:
        """Return the number of every country."""
        rows = [of(one) for one in lands().values()]
        return cls(land_names(), [one.value for one in rows], [one.low for one in rows], [one.high for one in rows])

    @classmethod
    def total_of(cls, parts: Sequence[Self]) -> Self:
        """Return the sums of numbers of the same countries, every end with its own."""
        columns = zip(*((one.values, one.lows, one.highs) for one in parts), strict=True)
        return cls(parts[0].lands, *([sum(row) for row in zip(*column, strict=True)] for column in columns))

    @classmethod
    def of(cls, ranges: Mapping[str, Range]) -> Self:
        """Return the numbers of some countries."""
        rows = ranges.values()
        return cls(tuple(ranges), [one.value for one in rows], [one.low for one in rows], [one.high for one in rows])

    def at(self, lands: tuple[str, ...]) -> Self:
        """Return the numbers of these countries only."""
        if lands == self.lands:
            return self
        places = [self.lands.index(name) for name in lands]
        columns = (self.values, self.lows, self.highs)
        return type(self)(lands, *([column[place] for place in places] for column in columns))

    def times(self, other: Self) -> Self:
        """Multiply those of each country, every end with its own."""
        return type(self)(
            self.lands,
            list(map(mul, self.values, other.values)),
            list(map(mul, self.lows, other.lows)),
            list(map(mul, self.highs, other.highs)),
        )

    def scaled(self, by: Range) -> Self:
        """Multiply all by one number, every end with its own."""
        columns = ((self.values, by.value), (self.lows, by.low), (self.highs, by.high))
        return type(self)(self.lands, *([one * factor for one in column] for column, factor in columns))

    def at_most(self, limit: float) -> Self:
        """Return the numbers with nothing above a limit, packed."""
        columns = (self.values, self.lows, self.highs)
        return type(self)(self.lands, *(array("d", [min(one, limit) for one in column]) for column in columns))

    def total(self) -> Range:
        """Return the sum over the countries, every end with its own."""
        return Range(sum(self.values), sum(self.lows), sum(self.highs))
