"""The server as a server: starting, stopping, waiting in line, clients that leave."""

import asyncio
import gc
import subprocess
import sys
import threading
import time
from typing import Any

import httpx
import pytest

from gyges.errors import ConfigError
from gyges.testing import ModelServer

CHAT: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}


def ask(server: ModelServer, **more: object) -> httpx.Response:
    return httpx.post(f"{server.url}/chat/completions", json={**CHAT, **more})


def ask_at_once(server: ModelServer, count: int) -> float:
    """Send requests all at once, and return how long they took together."""

    async def send() -> float:
        limits = httpx.Limits(max_connections=count)
        async with httpx.AsyncClient(limits=limits) as client:
            started = time.monotonic()
            posts = (client.post(f"{server.url}/chat/completions", json={**CHAT, "n": n}) for n in range(count))
            assert all(response.status_code == 200 for response in await asyncio.gather(*posts))
            return time.monotonic() - started

    return asyncio.run(send())


def test_requests_beyond_the_slots_wait_in_line() -> None:
    with ModelServer(latency=0.1, slots=4) as server:
        seconds = ask_at_once(server, 8)
        requests = server.requests
    assert 0.2 <= seconds < 0.7
    ends = sorted(request.finished for request in requests if request.finished)
    assert ends[4] - ends[0] >= 0.09


def test_the_spec_names_a_model_as_gyges_does() -> None:
    with ModelServer() as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert server.url.endswith("/v1")
        assert server.spec() == f"{server.url}#scripted"
        assert server.spec("other") == f"{server.url}#other"


def test_a_stopped_server_refuses_connections_and_keeps_its_notes() -> None:
    server = ModelServer().start()
    ask(server)
    server.stop()
    server.stop()
    with pytest.raises(httpx.ConnectError):
        ask(server)
    assert len(server.requests) == 1


def test_stopping_leaves_no_thread_and_no_open_socket() -> None:
    with httpx.Client() as client:
        with ModelServer() as server:
            client.get(f"{server.url}/models")
        gc.collect()
    assert not [thread for thread in threading.enumerate() if thread.name == "gyges-model-server"]


def test_a_taken_or_impossible_port_is_a_clear_error() -> None:
    with ModelServer() as server:
        for port in (httpx.URL(server.url).port or 0, 70_000):
            with pytest.raises(ConfigError, match="choose another port"):
                ModelServer(port=port).start()


@pytest.mark.parametrize("settings", [{"latency": -1.0}, {"latency": (0.2, 0.1)}, {"slots": 0}])
def test_impossible_settings_are_refused_at_once(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        ModelServer(**settings)


def test_the_package_needs_no_pytest() -> None:
    code = "import gyges.testing.__main__, sys; sys.exit('pytest' in sys.modules or 'hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
