"""Rough numbers for many countries at once."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Self

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
    def of(cls, ranges: Mapping[str, Range]) -> Self:
        """Return the numbers of some countries in columns."""
        rows = ranges.values()
        columns = ([one.value for one in rows], [one.low for one in rows], [one.high for one in rows])
        return cls(tuple(ranges), *(array("d", column) for column in columns))

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

    def total(self) -> Range:
        """Return the sum over the countries, every end with its own."""
        return Range(sum(self.values), sum(self.lows), sum(self.highs))
