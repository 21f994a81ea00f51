"""Scores of all records for one query."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoundedRow", "Counts", "Places", "Row", "Scorer"]

Row: TypeAlias = NDArray[np.float64]
"""A score for each record in ascending order of ids; 0 means nothing in common, and none is below 0."""

Places: TypeAlias = NDArray[np.intp]
"""Positions in a row, ascending."""

Counts: TypeAlias = NDArray[np.intp]
"""A whole number for each record."""


class Scorer(Protocol):
    """Compares texts with all records."""

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records in ascending order of their ids."""
        ...

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield for each text its scores."""
        ...


@dataclass(frozen=True, slots=True)
class BoundedRow:
    """Scores that are expensive, and what they are at most.

    Attributes:
        bounds: What no score is above, in units; 0 where and only where it is 0.
        unit: What one is worth.
        at: Says the scores of the records at some places.
    """

    bounds: Counts
    unit: float
    at: Callable[[Places], Row]
