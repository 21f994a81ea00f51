"""Things that are made from others when somebody asks for them: memory does not grow with their number."""

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from typing import Generic, TypeVar

from gyges.corpus import ItemsInOrder, ValuesInOrder
from gyges.records import Unread

_Old = TypeVar("_Old")
_New = TypeVar("_New")


def unread(things: Mapping[str, _New], id_: str) -> Unread[_New]:
    """Return the thing of an id as it is put aside, unread where it is on disk."""
    look = getattr(things, "unread_at", None)
    kept: Unread[_New] = Unread.of(things[id_]) if look is None else look(id_)
    return kept


def unread_or_none(things: Mapping[str, _New], id_: str) -> Unread[_New] | None:
    """Return the same; None where there is no such thing."""
    try:
        return unread(things, id_)
    except KeyError:
        return None


class Again(Generic[_New]):
    """Things in order that can be gone through again and again, each made when its turn comes."""

    def __init__(self, count: int, begin: Callable[[], Iterator[_New]]) -> None:
        self._count = count
        self._begin = begin

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[_New]:
        return self._begin()


class MadeFrom(Mapping[str, _New], Generic[_Old, _New]):
    """Things by id, each made from another one of that id when somebody asks."""

    def __init__(self, others: Mapping[str, _Old], make: Callable[[_Old], _New]) -> None:
        self._others = others
        self._make = make

    @property
    def others(self) -> Mapping[str, _Old]:
        """What they are made from."""
        return self._others

    def __getitem__(self, id_: str) -> _New:
        return self._make(self._others[id_])

    def __contains__(self, id_: object) -> bool:
        return id_ in self._others

    def __iter__(self) -> Iterator[str]:
        return iter(self._others)

    def __len__(self) -> int:
        return len(self._others)

    def unread_at(self, id_: str) -> Unread[_New]:
        """Return a thing that is not made yet."""
        return unread(self._others, id_).then(self._make)

    def items(self) -> ItemsView[str, _New]:
        """Return ids and things, made in order."""
        return ItemsInOrder(self, lambda: ((id_, self._make(other)) for id_, other in self._others.items()))

    def values(self) -> ValuesView[_New]:
        """Return the things, made in order."""
        return ValuesInOrder(self, lambda: map(self._make, self._others.values()))
