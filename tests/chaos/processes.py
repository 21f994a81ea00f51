"""Commands as real processes, forked from one that is warm."""

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

Hear = Callable[[float], str]

LONGEST = 120.0
"""Seconds after which a command counts as hung."""

_SETTLE_SECONDS = 10.0

_OF_PYTHON = re.compile(
    r'Traceback \(most recent call last\):\n  File "[^"\n]*resource_tracker\.py", line \d+, in main\n'
    r"(?:    .*\n)*KeyError: .*\n"
    r"|.*resource_tracker: process died unexpectedly, relaunching\..*\n(?:  .*\n)?"
)
"""What Python's tracker of semaphores says once it was killed: the next one knows none of the names that are given
back. Nothing is lost with it, and nobody but it writes this."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command to run."""

    command: tuple[str, ...]
    folder: str
    environment: dict[str, str] = field(repr=False)
    out: str
    err: str
    clock: tuple[float, int] | None = None
    hurry: float = 0.02


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit status (minus the signal that ended it) and what it said."""

    status: int
    out: str
    err: str
    seconds: float
    left: bool = False
    """Whether processes of it were still there a while later."""


class Warm:
    """A warm process; one command at a time."""

    def __init__(self, commands: Sequence[Sequence[str]], folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("zygote.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=folder,
            env={**os.environ, "GYGES_HOME": str(folder / "home"), "OMP_NUM_THREADS": "1"},
        )
        self._heard = b""
        self._say(json.dumps([list(command) for command in commands]))
        self._hear(LONGEST)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def start(self, order: Order) -> "Running":
        """Start a command."""
        self._say(json.dumps(asdict(order)))
        return Running(int(self._hear(LONGEST)), order, self._hear)

    def run(self, order: Order) -> Ended:
        """Run a command to its end."""
        return self.start(order).wait()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _hear(self, seconds: float) -> str:
        assert self._process.stdout is not None
        end = time.monotonic() + seconds
        while b"\n" not in self._heard:
            if not select.select([self._process.stdout], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError
            piece = os.read(self._process.stdout.fileno(), 1024)
            if not piece:
                raise EOFError("the warm process ended")
            self._heard += piece
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode()


class Running:
    """A command under way."""

    def __init__(self, pid: int, order: Order, hear: Hear) -> None:
        self.pid = pid
        self._order = order
        self._hear = hear
        self._began = time.monotonic()
        self._status: int | None = None

    def ended(self, seconds: float) -> bool:
        """Wait some time; whether it has ended."""
        if self._status is None:
            with contextlib.suppress(TimeoutError):
                self._status = int(self._hear(seconds))
        return self._status is not None

    def signal(self, number: signal.Signals, *, group: bool = False) -> None:
        """Send a signal to it, or to all its processes."""
        with contextlib.suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.pid, number)

    def wait(self) -> Ended:
        """Wait until it has ended; one that hangs is ended."""
        if not self.ended(LONGEST):
            self.signal(signal.SIGKILL, group=True)
            self.ended(LONGEST)
        seconds = time.monotonic() - self._began
        left = not self._is_empty()
        self.signal(signal.SIGKILL, group=True)
        out, err = (Path(name).read_text("utf-8", errors="replace") for name in (self._order.out, self._order.err))
        err = _OF_PYTHON.sub("", err)
        return Ended(self._status if self._status is not None else -signal.SIGKILL, out, err, seconds, left)

    def _is_empty(self) -> bool:
        end = time.monotonic() + _SETTLE_SECONDS
        while members(self.pid):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True


def members(group: int) -> list[int]:
    """Return the processes of a group that live."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, of = place.read_text().rpartition(")")[2].split()[:3]
            if int(of) == group and state not in "ZX":
                found.append(int(place.parent.name))
    return found
