"""One worker as the run sees it: a process, the connection to it, and how it is started."""

import multiprocessing
import select
import threading
from collections.abc import Sequence
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Literal

from gyges._fork_server import WARM, has_fork_server, undisturbed
from gyges.records import pack
from gyges.runs.workers._worker import serve

__all__ = ["STARTING", "StartMethod", "WorkerProcess", "best_start"]

STARTING = threading.Lock()
"""Held while a process is started: what that needs is changed for the whole program."""

StartMethod = Literal["forkserver", "spawn"]
"""Ways to start a worker: forked from a server that has all tables loaded, or from nothing."""


class WorkerProcess:
    """One process and the connection to it; to be made while `STARTING` is held."""

    def __init__(self, start: StartMethod) -> None:
        context = _context(start)
        self.known: set[int] = set()
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=serve, args=(theirs,), daemon=True, name="gyges worker")
        with undisturbed():
            self._process.start()
        theirs.close()
        self._ears = _ears(self._connection.fileno(), self._process.sentinel)

    def send(self, orders: Sequence[bytes]) -> None:
        """Hand over orders.

        Raises:
            OSError: The process died.
        """
        self._connection.send_bytes(pack(orders))

    def hear(self) -> bytes:
        """Wait for what the process says next.

        Raises:
            EOFError: It died.
            OSError: It died.
        """
        if not self._says_something():
            raise EOFError
        return self._connection.recv_bytes()

    def has_said_more(self) -> bool:
        """Whether there is something to hear without waiting."""
        return self._connection.poll()

    def _says_something(self) -> bool:
        if self._ears is None:
            wait([self._connection, self._process.sentinel])
            return self._connection.poll()
        return self._connection.fileno() in dict(self._ears.poll())

    def kill(self) -> None:
        """End the process, whatever it does; whoever waits for its answer hears that it died."""
        self._process.kill()

    def end(self) -> None:
        """End the process and wait until it is gone."""
        self._process.kill()
        self._process.join()


def _ears(*files: int) -> "select.poll | None":
    """Return what waits for any of several; None on Windows. `wait` makes one anew each time, which costs more."""
    if not hasattr(select, "poll"):
        return None
    ears = select.poll()
    for file in files:
        ears.register(file, select.POLLIN)
    return ears


def best_start() -> StartMethod:
    """Return the better way that this system has."""
    return "forkserver" if has_fork_server() else "spawn"


def _context(start: StartMethod) -> ForkServerContext | SpawnContext:
    if start == "spawn":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([WARM])
    return context
