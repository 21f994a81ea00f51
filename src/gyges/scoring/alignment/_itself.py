"""Remembering by the very object: what is asked about the same records in a row is worked out once."""

from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Itself"]

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True, eq=False)
class Itself(Generic[_Record]):
    """A record as a key that equals only itself: comparing it costs nothing, and it need not be hashable.

    Attributes:
        record: The record; it must not be changed.
    """

    record: _Record

    def __hash__(self) -> int:
        return id(self.record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.record is other.record
