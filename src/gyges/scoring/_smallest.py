"""The first of very many, without all of them at once."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

__all__ = ["Smallest"]

_Item = TypeVar("_Item")


class Smallest(Generic[_Item]):
    """The items with the smallest keys, in order; of equal ones the earlier stands first, as in a sorted list.

    Args:
        most: How many are kept; None for all.
        key: What they are ordered by.

    Example:
        >>> kept = Smallest(2, len)
        >>> kept.extend(["ccc", "b", "aa", "a"])
        >>> list(kept), kept.seen
        (['b', 'a'], 4)
    """

    def __init__(self, most: int | None, key: Callable[[_Item], Any]) -> None:
        self._most = most
        self._key = key
        self._items: list[_Item] = []
        self.seen = 0

    def extend(self, items: Iterable[_Item]) -> None:
        """Add items."""
        for item in items:
            self._items.append(item)
            self.seen += 1
            if self._most is not None and len(self._items) >= 2 * self._most:
                self._settle()

    def __iter__(self) -> Iterator[_Item]:
        self._settle()
        return iter(self._items)

    def _settle(self) -> None:
        self._items.sort(key=self._key)  # stable: what came earlier stays before its equals
        if self._most is not None:
            del self._items[self._most :]
