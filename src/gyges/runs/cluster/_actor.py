"""What runs on the machines of a cluster: one process for each CPU, in which texts are worked on one at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from gyges import __version__
from gyges.runs.workers._watch import ticking
from gyges.runs.workers._worker import answer

__all__ = ["RayWorker"]

_WARM = "gyges.runs.workers._warm"


class RayWorker:
    """A worker; Ray makes an actor of it, whose methods run in the main thread of a process, one after the other."""

    def __init__(self) -> None:
        import_module(_WARM)  # loads the tables: once for each worker, before its first text
        self._works: dict[int, Callable[[Any], Awaitable[Any]]] = {}
        self._open = ExitStack()  # as long as the process lives
        self._open.enter_context(ticking())
        self._runner = self._open.enter_context(asyncio.Runner())

    def version(self) -> str:
        """Return which version of Gyges works here."""
        return __version__

    def answer(self, orders: list[bytes]) -> list[bytes]:
        """Do pieces of work, one after the other; what goes wrong with one is its answer."""
        return [self._runner.run(answer(order, self._works)) for order in orders]
