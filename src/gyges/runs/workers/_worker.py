"""A worker: a process that does what a run sends it, one piece of work after the other."""

import asyncio
from collections.abc import Awaitable, Callable, MutableSequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from gyges import __version__
from gyges._collector import collect_seldom
from gyges.records import PartUnderWay, pack, unpack
from gyges.runs.workers._watch import Clock, ticking

Remote: TypeAlias = Callable[[], Callable[[Any], Awaitable[Any]]]
"""Makes work in another process, once for each: a function of a module, or a partial of one, that pickle can name."""

WARM = "gyges.runs.workers._warm"
"""What loads all tables when it is imported."""

NOTE = 4
"""Numbers in the note of a worker on what goes on: which order, its seconds, the number of its part, of how many."""


@dataclass(frozen=True, slots=True)
class Order:
    """One piece of work."""

    number: int  # of the work, among those that the worker was sent
    remote: Remote | None  # makes that work; None where the worker has it already
    argument: Any  # what the work is given
    limit: float | None  # seconds it may compute; None for no limit
    what: str  # what is done, in words


class Worker:
    """Does orders in the main thread of a process; it may write on a note that somebody else can see."""

    def __init__(self, note: MutableSequence[float] | None = None) -> None:
        collect_seldom()
        import_module(WARM)  # once for each worker, before its first text
        self._note = note
        self._works: dict[int, Callable[[Any], Awaitable[Any]]] = {}
        self._open = ExitStack()  # as long as the process lives
        self._open.enter_context(ticking())
        self._runner = self._open.enter_context(asyncio.Runner())

    def version(self) -> str:
        """Return which version of Gyges works here."""
        return __version__

    def answer(self, orders: list[bytes]) -> list[bytes]:
        """Do pieces of work; what goes wrong with one is its answer."""
        return self._runner.run(_answer_all(orders, self._works, self._note))


async def _answer_all(
    orders: list[bytes], works: dict[int, Callable[[Any], Awaitable[Any]]], note: MutableSequence[float] | None
) -> list[bytes]:
    """Answer in one run of the loop; no method, as Ray would take a class with such methods for another kind."""
    return [await _answer(place, order, works, note) for place, order in enumerate(orders)]


async def _answer(
    place: int, data: bytes, works: dict[int, Callable[[Any], Awaitable[Any]]], note: MutableSequence[float] | None
) -> bytes:
    try:
        order: Order = unpack(data)
        if order.remote is not None and order.number not in works:
            works[order.number] = order.remote()
        work = works[order.number](order.argument)
        still = None if note is None else partial(_write, note, place)
        value = await (work if order.limit is None else Clock(order.limit, order.what, still).time(work))
        return pack((value, None))
    except Exception as error:  # noqa: BLE001 - work is anybody's code; the run is told, and goes on
        return pack((None, _sendable(error)))


def _write(note: MutableSequence[float], place: int, seconds: float, limit: float, part: PartUnderWay | None) -> None:
    del limit
    note[:] = (place, seconds, 0, 0) if part is None else (place, seconds, part.number, part.of)


def _sendable(error: Exception) -> Exception:
    """Return an error that arrives as what it is, or says so in words."""
    try:
        if str(unpack(pack(error))) == str(error):
            return error
    except Exception:  # noqa: BLE001, S110 - an error of anybody's may do anything when it is copied
        pass
    return RuntimeError(f"{type(error).__name__}: {error}")
