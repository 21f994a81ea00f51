"""A process that has loaded everything once, and forks a process for every command: most of a short run is loading.

It reads one request a line (`Order` as JSON) and answers with two lines: the number of the process, and how it ended.
Run by `Warm`, never by hand.
"""

import json
import os
import random
import signal
import sys
import threading
import time
import traceback
from typing import Any

_TEXT = "Dr. Ana Kowalska, 42, a nurse from Graz, called her brother Tom on 3 May 2021. He lives in Ohio."


def warm(commands: list[list[str]]) -> None:
    """Do everything once, so that what is loaded late is loaded too."""
    from typer.testing import CliRunner

    from gyges.cli._app import app
    from gyges.reading import find_spans, read_text

    find_spans(_TEXT)
    read_text(_TEXT)
    for command in commands:
        CliRunner().invoke(app, command)
    if threading.active_count() > 1:
        time.sleep(1)


def shift_clock(seconds: float, after: int) -> None:
    """Let the clock of this process jump by some seconds, once it was read some times."""
    true, reads = time.time, 0

    def shifted() -> float:
        nonlocal reads
        reads += 1
        return true() + (seconds if reads > after else 0.0)

    time.time = shifted
    time.time_ns = lambda: int(shifted() * 1e9)


def hurry(factor: float) -> None:
    """Shorten the waits between attempts, and the pauses of an endpoint that keeps failing."""
    from gyges.models import _gate

    _gate.FIRST_DELAY *= factor
    _gate.FIRST_PAUSE *= factor
    _gate.CircuitBreaker.__init__.__kwdefaults__["first_pause"] *= factor  # type: ignore[index]


def become(order: dict[str, Any]) -> None:
    """Be the command, and never return."""
    status = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        random.seed()
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["environment"])
        for number, name, flags in ((0, os.devnull, os.O_RDONLY), (1, order["out"], _NEW), (2, order["err"], _NEW)):
            os.dup2(os.open(name, flags, 0o600), number)
        if order["clock"]:
            shift_clock(*order["clock"])
        hurry(order["hurry"])
        sys.argv = ["gyges", *order["command"]]
        from gyges.cli import main

        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter does at the end of a program
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = 120  # as the interpreter says it
    os._exit(status)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def serve() -> None:
    """Fork a process for each order, and say how it ended."""
    orders, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm(json.loads(orders.readline()))
    print("warm", file=answers, flush=True)
    for line in orders:
        pid = os.fork()
        if not pid:
            become(json.loads(line))
        print(pid, file=answers, flush=True)
        _, how = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(how), file=answers, flush=True)


if __name__ == "__main__":
    serve()
