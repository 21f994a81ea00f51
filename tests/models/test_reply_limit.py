"""A server may send without end, or pack gigabytes into little: the answer is one error, and memory stays bounded."""

import threading
import tracemalloc
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from gyges.errors import AnswerTooLargeError
from gyges.models import ModelPool
from gyges.models._transport import LARGEST_REPLY
from models.questions import question

pytestmark = pytest.mark.anyio
MEBIBYTE = 2**20


class _Server(ThreadingHTTPServer):
    sent = 0
    requests = 0
    daemon_threads = True

    @property
    def spec(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{{way}}/v1#m"


class _Flood(BaseHTTPRequestHandler):
    """Sends more than anybody wants, packed or not, with or without an end in sight."""

    server: _Server

    def do_POST(self) -> None:
        self.server.requests += 1
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(500 if "failing" in self.path else 200)
        if "packed" in self.path:
            self.send_header("Content-Encoding", "gzip")
        if "strange" in self.path:
            self.send_header("Content-Encoding", "br")
        self.end_headers()
        packer = zlib.compressobj(wbits=31)
        try:
            for _ in range(1024):
                part = b" " * MEBIBYTE
                part = packer.compress(part) if "packed" in self.path else part
                self.wfile.write(part)
                self.server.sent += len(part)
        except OSError:
            pass

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""


@pytest.fixture
def flood() -> Iterator[_Server]:
    server = _Server(("127.0.0.1", 0), _Flood)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("way", ["/plain", "/packed", "/failing", "/strange"])
async def test_a_flood_ends_in_one_error_with_memory_bounded(way: str, flood: _Server) -> None:
    async with ModelPool() as pool:
        model = pool.model(flood.spec.format(way=way))
        tracemalloc.start()
        with pytest.raises(AnswerTooLargeError, match="packed as 'br'" if way == "/strange" else "more than 8 MiB"):
            await model.ask(question())
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert flood.requests == 1  # no second gigabyte
    assert peak < 6 * LARGEST_REPLY
