"""What a run and its workers say to each other; what a worker was sent goes back by its number, not as a copy."""

import io
import pickle
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

__all__ = ["Order", "Remote", "WorkDone", "WorkFailed", "WorkGoesOn", "pack", "shared_by", "unpack"]

Remote: TypeAlias = Callable[[], Callable[[Any], Awaitable[Any]]]
"""Makes work in another process, once for each: a function of a module, or a partial of one, that pickle can name."""


@runtime_checkable
class Sharing(Protocol):
    """Something to work on, parts of which may come back."""

    def shared(self) -> Sequence[object]:
        """Return these parts, in the same order on both sides."""


@dataclass(frozen=True, slots=True)
class Order:
    """One piece of work.

    Attributes:
        number: Of the work, among those that the worker was sent.
        remote: Makes that work; None where the worker has it already.
        argument: What the work is given.
        limit: Seconds it may compute; None for no limit.
        what: What is done, in words.
    """

    number: int
    remote: Remote | None
    argument: Any
    limit: float | None
    what: str


@dataclass(frozen=True, slots=True)
class WorkGoesOn:
    """The work goes on: the seconds it computed, and how many there may be."""

    seconds: float
    limit: float


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The work has ended with a value."""

    value: Any


@dataclass(frozen=True, slots=True)
class WorkFailed:
    """The work has ended with an error."""

    error: Exception


def shared_by(argument: object) -> Sequence[object]:
    """Return the parts of an argument that may come back."""
    return argument.shared() if isinstance(argument, Sharing) else ()


def pack(value: object, shared: Sequence[object] = ()) -> bytes:
    """Return a value as bytes, with numbers in the place of shared parts."""
    stream = io.BytesIO()
    pickler = _Pickler(stream, shared) if shared else pickle.Pickler(stream, pickle.HIGHEST_PROTOCOL)
    pickler.dump(value)
    return stream.getvalue()


def unpack(data: bytes, shared: Sequence[object] = ()) -> Any:
    """Return the value that `pack` was given."""
    return _Unpickler(data, shared).load()


class _Pickler(pickle.Pickler):
    def __init__(self, stream: io.BytesIO, shared: Sequence[object]) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._numbers = {id(part): number for number, part in enumerate(shared)}

    def persistent_id(self, part: object) -> int | None:
        return self._numbers.get(id(part))


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, shared: Sequence[object]) -> None:
        super().__init__(io.BytesIO(data))
        self._shared = shared

    def persistent_load(self, number: int) -> object:
        return self._shared[number]
