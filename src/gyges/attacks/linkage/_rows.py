"""Scores of all records for one query."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["BoundedRow", "OpenRow", "Places", "Row", "Scorer"]

Row: TypeAlias = NDArray[np.float64]
"""A score for each record in ascending order of ids; 0 means nothing in common, and none is below 0."""

Places: TypeAlias = NDArray[np.intp]
"""Positions in a row, ascending."""


class Scorer(Protocol):
    """Compares texts with all records."""

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records in ascending order of their ids."""
        ...

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield for each text its scores."""
        ...


def _nothing(places: Places) -> Row:
    return np.zeros(places.size)


@dataclass(frozen=True, slots=True)
class OpenRow:
    """Scores of which a part may be left for later, as only records near the top need it.

    Attributes:
        row: What is added up so far.
        missing: The most that any record may still get.
        rest: Says what the records at some places still get.
        near: Different records, some of them probably among the best.
    """

    row: Row
    missing: float = 0.0
    rest: Callable[[Places], Row] = _nothing
    near: Places = field(default_factory=lambda: np.empty(0, np.intp))

    @property
    def whole(self) -> bool:
        """Whether nothing is left for later, and nobody said where the best records are."""
        return not self.missing and not self.near.size

    def at(self, places: Places) -> Row:
        """Return the whole scores of some records."""
        return self.row[places] + self.rest(places) if self.missing else self.row[places]

    def closed(self) -> "OpenRow":
        """Return the whole scores of all records."""
        return OpenRow(self.row + self.rest(np.arange(self.row.size)) if self.missing else self.row)


@dataclass(frozen=True, slots=True)
class BoundedRow:
    """Scores that are expensive, and what they are at most.

    Attributes:
        bounds: What no score is above; 0 where it is 0.
        at: Says the scores of the records at some places.
    """

    bounds: Row
    at: Callable[[Places], Row]
