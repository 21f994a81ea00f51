"""The line to a worker: what is handed ahead, what nobody waits for any more, and how it ends."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from functools import partial
from multiprocessing import connection, forkserver
from multiprocessing.connection import Connection
from pathlib import Path

import anyio
import pytest

from gyges.records import Document
from gyges.runs import Task
from gyges.runs.workers import Workers
from gyges.runs.workers._process import STARTING
from runs.workers import remote_works

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sockets and signals as POSIX has them")


def narrow_pipe(duplex: bool = True) -> tuple[Connection, Connection]:
    """Return a connection whose buffers hold as little as the system allows."""
    ends = socket.socketpair()
    for end in ends:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    return Connection(ends[0].detach()), Connection(ends[1].detach())


def test_neither_side_waits_for_the_other_however_little_a_connection_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "Pipe", narrow_pipe)
    remote = partial(remote_works.grown, 30_000)
    lengths: list[int] = []

    async def main() -> None:
        with anyio.fail_after(60):
            async with Workers(1) as workers, anyio.create_task_group() as group:

                async def one() -> None:
                    lengths.append(len(await workers.do(remote, "x" * 6000, "growing")))

                for _ in range(20):
                    group.start_soon(one)

    anyio.run(main)
    assert lengths == [30_000] * 20


def test_what_nobody_waits_for_any_more_is_not_done_again_when_its_worker_is_ended(tmp_path: Path) -> None:
    remote = partial(remote_works.logged, tmp_path)

    def begun() -> list[str]:
        log = tmp_path / "log"
        return [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []

    async def main() -> None:
        async with Workers(1) as workers:

            async def one(id_: str, text: str) -> None:
                await workers.do(remote, Task(Document(id_, text), {}), "it")

            with anyio.move_on_after(60):
                async with anyio.create_task_group() as group:
                    for number in range(4):
                        group.start_soon(one, f"left{number}", "spin")
                    while not begun():
                        await anyio.sleep(0.05)
                    group.cancel_scope.cancel()
            with anyio.fail_after(60):
                await one("wanted", "fine")

    anyio.run(main)
    assert begun() == ["left0", "wanted"]


def test_workers_end_at_once_also_while_one_is_being_started() -> None:
    seconds = []

    async def main() -> None:
        async with Workers(1) as workers:
            await workers.do(remote_works.doubled, 1, "doubling")  # the server runs
        server = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
        os.kill(server, signal.SIGSTOP)
        thaw = threading.Timer(20, os.kill, (server, signal.SIGCONT))
        thaw.start()
        try:
            async with Workers(1) as workers:
                with anyio.move_on_after(0.5):
                    await workers.do(remote_works.doubled, 1, "doubling")
                begin = time.monotonic()
            seconds.append(time.monotonic() - begin)
        finally:
            thaw.cancel()
            os.kill(server, signal.SIGCONT)

    anyio.run(main)
    assert seconds[0] < 10
    end = time.monotonic() + 30
    while STARTING.locked() and time.monotonic() < end:
        time.sleep(0.05)
    while multiprocessing.active_children() and time.monotonic() < end:
        time.sleep(0.05)
    assert not multiprocessing.active_children(), "who starts a worker that nobody needs any more ends it"
