"""Which part of a long text is being worked on: a method tells, and whoever reports on a run may ask."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PartUnderWay:
    """A part of a text: which, from 1, of how many."""

    number: int
    of: int


_NOW: ContextVar[PartUnderWay | None] = ContextVar("_NOW", default=None)


@contextmanager
def in_parts(count: int) -> Iterator[Callable[[int], None]]:
    """Work on a text part by part; yield what to call with the number of each as it begins."""

    def begin(number: int) -> None:
        _NOW.set(PartUnderWay(number, count))

    try:
        yield begin
    finally:
        _NOW.set(None)


def part_under_way() -> PartUnderWay | None:
    """Return the part that this task is working on; None where its text is worked on as one."""
    return _NOW.get()
