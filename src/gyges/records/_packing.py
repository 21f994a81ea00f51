"""Records as bytes: what is put aside on disk, and what processes send each other."""

import copyreg
import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


class _Recipes(dict[type, Callable[[Any], Any]]):
    """How pickle takes records apart, by their class: into what they are made of. Others it knows itself.

    A frozen dataclass with slots has methods of its own for that, which look up its fields for every single record, and
    so has a named tuple.
    """

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        known = copyreg.dispatch_table.get(kind)  # such as that of compiled patterns; this table stands in its place
        if known is not None:
            return known
        if kind.__bases__ == (tuple,) and hasattr(kind, "_fields") and "__reduce__" not in kind.__dict__:
            self[kind] = recipe = lambda record: (kind, tuple(record))
            return recipe
        own = kind.__dict__.get("__getstate__")
        if not is_dataclass(kind) or getattr(own, "__module__", None) != "dataclasses":
            raise KeyError(kind)
        parts = fields(kind)
        if not parts or not all(part.init and not part.kw_only for part in parts):
            raise KeyError(kind)
        values = attrgetter(*(part.name for part in parts))
        alone = len(parts) == 1  # then it is no tuple
        self[kind] = recipe = lambda record: (kind, (values(record),) if alone else values(record))
        return recipe


_RECIPES = _Recipes()


def pack(value: object) -> bytes:
    """Return anything that pickle knows as bytes."""
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _RECIPES
    pickler.dump(value)
    return stream.getvalue()


def unpack(data: "bytes | memoryview") -> Any:
    """Return what `pack` was given."""
    return pickle.loads(data)  # noqa: S301 - our own bytes


class Unread(Generic[_Item]):
    """A thing as it is put aside: bytes, until somebody looks at it. So it goes to another process unread."""

    __slots__ = ("_data", "_open", "_thing")

    def __init__(self, data: bytes, open_: Callable[[bytes], _Item] = unpack) -> None:
        self._data: bytes | None = data
        self._open = open_

    @classmethod
    def of(cls, thing: _Item) -> "Unread[_Item]":
        """Return a thing that is at hand."""
        kept: Unread[_Item] = cls.__new__(cls)
        kept._data, kept._open, kept._thing = None, unpack, thing
        return kept

    @property
    def thing(self) -> _Item:
        """The thing itself; looked at again, it is the same one."""
        if not hasattr(self, "_thing"):
            self._thing = self._open(self.data)
        return self._thing

    def then(self, make: Callable[[_Item], _Made]) -> "Unread[_Made]":
        """Return what a function makes of it, unread too; the function must be one that pickle can name."""
        if hasattr(self, "_thing"):
            return Unread.of(make(self._thing))
        return Unread(self.data, _Then(self._open, make))

    @property
    def data(self) -> bytes:
        """It as bytes; those of a thing at hand are kept beside it, as it goes to several workers one after another."""
        if self._data is None:
            self._data = pack(self._thing)
        return self._data

    def __len__(self) -> int:
        """How many bytes it has."""
        return len(self.data)

    def __reduce__(self) -> tuple[object, ...]:
        return Unread, (self.data, self._open)


@dataclass(frozen=True, slots=True)
class _Then:
    first: Callable[[bytes], Any]
    make: Callable[[Any], Any]

    def __call__(self, data: bytes) -> Any:
        return self.make(self.first(data))
