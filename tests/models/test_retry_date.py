"""An endpoint may name the moment from which on it may be asked again; clocks need not agree."""

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from gyges.models import ModelPool, ReplyCache
from models.questions import question

pytestmark = pytest.mark.anyio


class _Busy(ThreadingHTTPServer):
    ahead = timedelta()
    asked = 0
    daemon_threads = True


class _BusyOnce(BaseHTTPRequestHandler):
    """Asks the first client for a second of patience, by a clock of its own."""

    server: _Busy

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.server.asked += 1
        now = datetime.now(UTC) + self.server.ahead
        message = {"role": "assistant", "content": '{"people": []}'}
        body = json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()
        self.send_response_only(429 if self.server.asked == 1 else 200)
        self.send_header("Date", format_datetime(now, usegmt=True))
        self.send_header("Retry-After", format_datetime(now + timedelta(seconds=1), usegmt=True))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def busy() -> Iterator[_Busy]:
    with _Busy(("127.0.0.1", 0), _BusyOnce) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("days", [0, 7000, -7000], ids=["same clock", "ours is behind", "ours is ahead"])
async def test_patience_is_counted_by_the_clock_of_the_endpoint(busy: _Busy, days: int) -> None:
    busy.ahead = timedelta(days=days)
    async with ModelPool(cache=ReplyCache()) as pool:
        answer = await pool.model(f"http://127.0.0.1:{busy.server_port}/v1#m").ask(question())
    assert answer.people == []
    assert busy.asked == 2
