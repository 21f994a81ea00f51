"""One worker as the run sees it: a process, the connection to it, and how it is started."""

import multiprocessing
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any, Literal

from gyges.runs.workers._worker import serve

__all__ = ["STARTING", "StartMethod", "WorkerProcess", "best_start"]

_WARM = "gyges.runs.workers._warm"

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
        with _undisturbed():
            self._process.start()
        theirs.close()
        self._ears = _ears(self._connection.fileno(), self._process.sentinel)

    def send(self, order: bytes) -> None:
        """Hand over an order.

        Raises:
            OSError: The process died.
        """
        self._connection.send_bytes(order)

    def hear(self) -> bytes:
        """Wait for what the process says next.

        Raises:
            EOFError: It died.
            OSError: It died.
        """
        if not self._says_something():
            raise EOFError
        return self._connection.recv_bytes()

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
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def _context(start: StartMethod) -> ForkServerContext | SpawnContext:
    if start == "spawn":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_WARM])
    return context


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start processes that neither hear Ctrl-C nor run the user's script.

    A signal that is blocked here is blocked there from the first moment; this process hears it afterwards. And the
    script of a user who did not guard it by its name would otherwise be run again by every worker.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    blocked: set[Any] = set()
    try:
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # it would unblock the signal
            blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        sys.modules["__main__"] = main
