"""Law 4 at the transport: whatever the layers above do, nothing leaves for a host that was not named."""

import httpx
import pytest

from gyges.errors import EgressRefusedError
from gyges.models._transport import GuardedTransport, HttpEndpoint
from gyges.testing import ModelServer

pytestmark = pytest.mark.anyio


class Recorder(httpx.AsyncBaseTransport):
    def __init__(self) -> None:
        self.hosts: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.hosts.append(request.url.host)
        return httpx.Response(200, json={})


async def _send(url: str, *allowed: str) -> list[str]:
    recorder = Recorder()
    await GuardedTransport(allowed, recorder).handle_async_request(httpx.Request("POST", url))
    return recorder.hosts


@pytest.mark.parametrize(
    "url",
    [
        "https://api.openai.com/v1", "http://10.0.0.4/v1", "http://127.0.0.1.evil.example/v1",
        "http://localhost.evil.example/v1", "http://[2001:db8::1]/v1", "http://[::2]/v1", "http://192.168.1.4/v1",
        "http://0.0.0.0/v1", "http://2130706433/v1", "http://evil.example#@127.0.0.1/",
    ],
)  # fmt: skip
async def test_a_host_that_was_not_named_is_refused(url: str) -> None:
    with pytest.raises((EgressRefusedError, httpx.InvalidURL)):
        await _send(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000/v1",
        "http://127.8.9.1/v1",
        "http://LOCALHOST/v1",
        "http://[::1]:8/v1",
        "http://[::ffff:127.0.0.1]/v1",
    ],
)
async def test_this_machine_is_always_allowed(url: str) -> None:
    assert len(await _send(url)) == 1


async def test_a_named_host_is_allowed_and_no_other() -> None:
    assert await _send("https://api.openai.com/v1", "api.openai.com") == ["api.openai.com"]
    assert await _send("https://gpu.example:8443/v1", "gpu.example:8443") == ["gpu.example"]
    for url in ("https://gpu.example:9/v1", "https://sub.api.openai.com/v1"):
        with pytest.raises(EgressRefusedError):
            await _send(url, "gpu.example:8443", "api.openai.com")


async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.9:3128")
    with ModelServer() as server:
        endpoint = HttpEndpoint(server.url, None, "", {}, (), 5.0)
        data = await endpoint.post("/chat/completions", {"model": "m", "messages": [{"role": "user", "content": "x"}]})
        await endpoint.aclose()
    assert "choices" in data


async def test_a_redirect_is_not_followed() -> None:
    class Redirecting(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(307, headers={"location": "https://evil.example/v1"}, stream=httpx.ByteStream(b""))

    endpoint = HttpEndpoint("http://127.0.0.1:9/v1", None, "", {}, (), 5.0)
    endpoint._idle.append(GuardedTransport((), Redirecting()))
    with pytest.raises(Exception, match="307"):
        await endpoint.post("/chat/completions", {})
