"""The server from which workers are forked: started early, it loads their tables while the command still reads.

It lies below all rooms and imports none, so that a command can start it before it loads anything itself.
"""

import multiprocessing
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any

__all__ = ["WARM", "has_fork_server", "start_fork_server", "undisturbed"]

WARM = "gyges.runs.workers._warm"
"""What the server imports before it forks anybody."""


def has_fork_server() -> bool:
    """Whether this system has one."""
    return "forkserver" in multiprocessing.get_all_start_methods()


def start_fork_server() -> None:
    """Start it, if it does not run; this does not wait until it has loaded anything."""
    if not has_fork_server() or multiprocessing.current_process().daemon:  # such a process may start no workers
        return
    from multiprocessing import forkserver  # not every system has it

    multiprocessing.get_context("forkserver").set_forkserver_preload([WARM])
    with undisturbed():
        forkserver.ensure_running()


@contextmanager
def undisturbed() -> Iterator[None]:
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
