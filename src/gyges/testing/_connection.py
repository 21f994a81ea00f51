"""Sockets: HTTP/1.1 with keep-alive over asyncio and h11."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import h11

from gyges.testing._protocol import HttpReply
from gyges.testing._service import HttpRequest, Service

BODY_LIMIT = 64 * 2**20
"""Bytes of the largest body that is accepted."""

_BACKLOG = 1024


class _Connection(asyncio.Protocol):
    """One client; a callback protocol, not a stream, because only that hears of a client leaving while it waits."""

    def __init__(self, service: Service, opened: set["_Connection"]) -> None:
        self._service = service
        self._opened = opened
        self._http = h11.Connection(h11.SERVER)
        self._request: h11.Request | None = None
        self._body: list[bytes] = []
        self._size = 0
        self.task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._opened.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._opened.discard(self)
        if self.task is not None:
            self.task.cancel()

    def data_received(self, data: bytes) -> None:
        self._http.receive_data(data)
        self._read()

    @property
    def gone(self) -> bool:
        return self.transport.is_closing()

    def send(self, reply: HttpReply) -> None:
        length = ("content-length", str(len(reply.body)))
        data = self._http.send(h11.Response(status_code=reply.status, headers=[*reply.headers, length])) or b""
        data += self._http.send(h11.Data(data=reply.body[: len(reply.body) // 2] if reply.cut else reply.body)) or b""
        if not reply.cut:
            data += self._http.send(h11.EndOfMessage()) or b""
        self.transport.write(data)
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
            self._read()
        else:
            self.transport.close()

    def _read(self) -> None:
        try:
            while not self.gone:
                event = self._http.next_event()
                if isinstance(event, h11.Request):
                    self._request, self._body, self._size = event, [], 0
                    if self._http.they_are_waiting_for_100_continue:
                        go_on = h11.InformationalResponse(status_code=100, headers=[])
                        self.transport.write(self._http.send(go_on) or b"")
                elif isinstance(event, h11.Data):
                    self._take(bytes(event.data))
                elif isinstance(event, h11.EndOfMessage) and self._request is not None:
                    self._start(self._request)
                else:
                    break
        except h11.RemoteProtocolError as error:
            self._reject(error)

    def _take(self, data: bytes) -> None:
        self._size += len(data)
        if self._size <= BODY_LIMIT:
            self._body.append(data)
        else:
            self._body.clear()  # read on to the end: a client that is still writing would miss the answer

    def _start(self, request: h11.Request) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
        path = request.target.decode("latin-1").partition("?")[0]
        body = b"".join(self._body) if self._size <= BODY_LIMIT else None
        self._body = []
        http = HttpRequest(request.method.decode("latin-1"), path, headers, body)
        self.task = asyncio.get_running_loop().create_task(self._service.serve(http, self))

    def _reject(self, error: h11.RemoteProtocolError) -> None:
        if self._http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            status = error.error_status_hint
            self.transport.write(self._http.send(h11.Response(status_code=status, headers=[("connection", "close")])))
        self.transport.close()


@asynccontextmanager
async def listening(service: Service, host: str, port: int) -> AsyncIterator[int]:
    """Serve on a port, and drop all clients at the end; yields the port, which is a free one if 0 was given."""
    opened: set[_Connection] = set()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Connection(service, opened), host, port, backlog=_BACKLOG)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.sleep(0)  # those accepted a moment ago become connections
        tasks = [connection.task for connection in opened if connection.task is not None]
        for connection in list(opened):
            connection.transport.abort()
            if connection.task is not None:
                connection.task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()
        await asyncio.sleep(0)
