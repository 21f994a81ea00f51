"""The line to a worker: what is handed ahead, what nobody waits for any more, and how it ends."""

import socket
import sys
from functools import partial
from multiprocessing import connection
from multiprocessing.connection import Connection

import anyio
import pytest

from gyges.runs.workers import Workers
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
