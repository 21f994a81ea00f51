"""How many signs two texts share at most in one order: as many as they share in any."""

from array import array
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["SignOverlap"]


class SignOverlap:
    """Counts what texts share with each of some records, every sign as often as both have it.

    The second *a* of a text is another thing than the first one, so that what is shared is counted by one list of
    records for each thing.

    Args:
        records: The records.
    """

    def __init__(self, records: Sequence[str]) -> None:
        self._size = len(records)
        self._numbers: dict[tuple[str, int], int] = {}
        flat, lengths = array("i"), []
        for record in records:
            flat.extend([self._numbers.setdefault(thing, len(self._numbers)) for thing in _things(record)])
            lengths.append(len(record))
        things = np.frombuffer(flat, np.int32) if flat else np.empty(0, np.int32)
        order = np.argsort(things, kind="stable")
        self._records = np.repeat(np.arange(self._size, dtype=np.int32), lengths)[order]
        self._starts: list[int] = np.concatenate(([0], np.cumsum(np.bincount(things)))).tolist()

    def counts(self, text: str) -> NDArray[np.intp]:
        """Return how many signs each record shares with a text."""
        found = [number for thing in _things(text) if (number := self._numbers.get(thing)) is not None]
        lists = [self._records[self._starts[number] : self._starts[number + 1]] for number in found]
        return np.bincount(np.concatenate([self._records[:0], *lists]), minlength=self._size)


def _things(text: str) -> Iterator[tuple[str, int]]:
    """Yield the signs of a text, each with how often it was there."""
    seen: dict[str, int] = {}
    for sign in text:
        seen[sign] = times = seen.get(sign, 0) + 1
        yield sign, times
