"""Things by id, for whoever asks for them in the order in which they lie: one pass instead of a search for each."""

from collections.abc import Iterator, Mapping
from typing import Generic, Protocol, TypeVar, runtime_checkable

from gyges.records import Unread

__all__ = ["InStep", "unread"]

_Item = TypeVar("_Item")
_Thing = TypeVar("_Thing")


@runtime_checkable
class _KeepsUnread(Protocol[_Thing]):
    """Things that are put aside, and can be had unread."""

    def unread(self) -> Iterator[tuple[str, Unread[_Thing]]]: ...
    def unread_at(self, id_: str, /) -> Unread[_Thing]: ...


class InStep(Generic[_Item]):
    """Things by id, unread.

    Args:
        things: The things. Those that are asked for out of their order are searched for.

    Example:
        >>> walk = InStep({"a": 1, "b": 2})
        >>> walk.get("b").thing, walk.get("c")
        (2, None)
    """

    def __init__(self, things: Mapping[str, _Item]) -> None:
        self._things = things
        self._rest = things.unread() if isinstance(things, _KeepsUnread) else iter(())
        self._next: tuple[str, Unread[_Item]] | None = next(self._rest, None)

    def get(self, id_: str) -> Unread[_Item] | None:
        """Return the thing of an id; None where there is none."""
        if self._next is not None and self._next[0] == id_:
            kept = self._next[1]
            self._next = next(self._rest, None)
            return kept
        try:
            return unread(self._things, id_)
        except KeyError:
            return None


def unread(things: Mapping[str, _Item], id_: str) -> Unread[_Item]:
    """Return the thing of an id as it is put aside.

    Raises:
        KeyError: There is none.
    """
    look = getattr(things, "unread_at", None)  # to ask for the protocol takes longer than the look
    kept: Unread[_Item] = Unread.of(things[id_]) if look is None else look(id_)
    return kept
