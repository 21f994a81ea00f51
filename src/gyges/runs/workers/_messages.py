"""What a run and its workers say to each other."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from gyges.anonymizers import PartUnderWay

__all__ = ["Order", "Remote", "WorkDone", "WorkFailed", "WorkGoesOn"]

Remote: TypeAlias = Callable[[], Callable[[Any], Awaitable[Any]]]
"""Makes work in another process, once for each: a function of a module, or a partial of one, that pickle can name."""


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
    """The work goes on: the seconds it computed, how many there may be, and on which part of a long text."""

    seconds: float
    limit: float
    part: PartUnderWay | None


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The work has ended with a value."""

    value: Any


@dataclass(frozen=True, slots=True)
class WorkFailed:
    """The work has ended with an error."""

    error: Exception
