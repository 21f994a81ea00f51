"""What runs on the machines of a cluster: one process for each CPU, in which texts are worked on one at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from gyges import __version__
from gyges._collector import collect_seldom
from gyges._fork_server import WARM
from gyges.runs.workers._watch import ticking
from gyges.runs.workers._worker import answer

__all__ = ["RayWorker"]


class RayWorker:
    """A worker; Ray makes an actor of it, whose methods run in the main thread of a process, one after the other."""

    def __init__(self) -> None:
        collect_seldom()
        import_module(WARM)  # loads the tables: once for each worker, before its first text
        self._works: dict[int, Callable[[Any], Awaitable[Any]]] = {}
        self._open = ExitStack()  # as long as the process lives
        self._open.enter_context(ticking())
        self._runner = self._open.enter_context(asyncio.Runner())

    def version(self) -> str:
        """Return which version of Gyges works here."""
        return __version__

    def answer(self, orders: list[bytes]) -> list[bytes]:
        """Do pieces of work, one after the other; what goes wrong with one is its answer."""
        return self._runner.run(_answer_all(orders, self._works))


async def _answer_all(orders: list[bytes], works: dict[int, Callable[[Any], Awaitable[Any]]]) -> list[bytes]:
    """Answer in one run of the loop; no method, as Ray would take a class with such methods for another kind."""
    return [await answer(order, works) for order in orders]
