"""A worker: a process that works on texts, one at a time, for the run that started it."""

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from gyges._collector import collect_seldom
from gyges.anonymizers import PartUnderWay
from gyges.records import pack, unpack
from gyges.runs.workers._crew import StillHeard
from gyges.runs.workers._messages import Order, WorkDone, WorkFailed, WorkGoesOn
from gyges.runs.workers._watch import Clock, ticking

__all__ = ["answer", "serve"]


def serve(connection: Connection) -> None:
    """Do what comes through a connection until nobody is at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the run ends us
    collect_seldom()
    works: dict[int, Callable[[Any], Awaitable[Any]]] = {}
    orders: SimpleQueue[bytes | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, orders), daemon=True, name="gyges orders").start()

    def still(seconds: float, limit: float, part: PartUnderWay | None) -> None:
        connection.send_bytes(pack(WorkGoesOn(seconds, limit, part)))

    async def work() -> None:  # one run of the loop for all orders: to begin one for each costs a tenth of a short text
        while (order := orders.get()) is not None:
            connection.send_bytes(await answer(order, works, still))

    with suppress(OSError), asyncio.Runner() as runner, ticking():
        runner.run(work())


def _listen(connection: Connection, orders: "SimpleQueue[bytes | None]") -> None:
    """Take in orders as they come, then None.

    The run hands over orders while it does not listen. If they were left where they are while an answer is sent, run
    and worker would wait for each other as soon as both are longer than what the connection holds.
    """
    with suppress(EOFError, OSError):
        while True:
            for order in unpack(connection.recv_bytes()):
                orders.put(order)
    orders.put(None)


async def answer(
    data: bytes, works: dict[int, Callable[[Any], Awaitable[Any]]], still: StillHeard | None = None
) -> bytes:
    """Do a piece of work, and return what came of it.

    Args:
        data: The order.
        works: The works that were made here before, by number; a new one is added.
        still: Told every few seconds of computing.
    """
    try:
        order: Order = unpack(data)
        if order.remote is not None and order.number not in works:
            works[order.number] = order.remote()
        work = works[order.number](order.argument)
        value = await (work if order.limit is None else Clock(order.limit, order.what, still).time(work))
        return pack(WorkDone(value))
    except Exception as error:  # noqa: BLE001 - work is anybody's code; the run is told, and goes on
        return pack(WorkFailed(_sendable(error)))


def _sendable(error: Exception) -> Exception:
    """Return an error that arrives as what it is, or says so in words."""
    try:
        if str(unpack(pack(error))) == str(error):
            return error
    except Exception:  # noqa: BLE001, S110 - an error of anybody's may do anything when it is copied
        pass
    return RuntimeError(f"{type(error).__name__}: {error}")
