"""Things by id that are made from others when somebody asks for them."""

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from typing import Generic, TypeVar

from gyges.corpus import ItemsInOrder, ValuesInOrder
from gyges.records import Unread
from gyges.runs._in_step import InStep, unread

__all__ = ["MadeFrom"]

_Old = TypeVar("_Old")
_New = TypeVar("_New")


class MadeFrom(Mapping[str, _New], Generic[_Old, _New]):
    """Things by id, each made from another one of that id when somebody asks.

    Args:
        others: What they are made from.
        make: Makes one; a function that pickle can name.
    """

    def __init__(self, others: Mapping[str, _Old], make: Callable[[_Old], _New]) -> None:
        self._others = others
        self._make = make

    def __getitem__(self, id_: str) -> _New:
        return self._make(self._others[id_])

    def __contains__(self, id_: object) -> bool:
        return id_ in self._others

    def __iter__(self) -> Iterator[str]:
        return iter(self._others)

    def __len__(self) -> int:
        return len(self._others)

    def unread(self) -> Iterator[tuple[str, Unread[_New]]]:
        """Yield ids and things in order, the things not made yet."""
        walk = InStep(self._others)
        for id_ in self._others:
            kept = walk.get(id_)
            if kept is not None:
                yield id_, kept.then(self._make)

    def unread_at(self, id_: str) -> Unread[_New]:
        """Return a thing that is not made yet.

        Raises:
            KeyError: There is none.
        """
        return unread(self._others, id_).then(self._make)

    def items(self) -> ItemsView[str, _New]:
        """Return ids and things, made in order."""
        return ItemsInOrder(self, lambda: ((id_, self._make(other)) for id_, other in self._others.items()))

    def values(self) -> ValuesView[_New]:
        """Return the things, made in order."""
        return ValuesInOrder(self, lambda: map(self._make, self._others.values()))
