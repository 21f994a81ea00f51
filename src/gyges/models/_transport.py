"""HTTP with a guard at the door: nothing leaves for a host that is neither this machine nor named by the user."""

import json
import ssl
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import anyio
import httpx
from pydantic import SecretStr

from gyges.errors import AccessDeniedError, AnswerTooLargeError, EgressRefusedError, ModelError, RequestRefusedError
from gyges.models._exchange import Trouble
from gyges.models._spec import is_loopback
from gyges.records import JsonValue

_CONNECT_SECONDS = 10.0
_SHOWN_CHARACTERS = 300
_SHORTEST_SECRET = 12  # characters; servers that want no key are given words like EMPTY, which answers may hold too
_FIRST_SERVER_ERROR = 500
_HTTPS_PORT = 443


def is_allowed(host: str, port: int | None, allow_hosts: Iterable[str]) -> bool:
    """Whether texts may go to a host: this machine always, others when named as HOST or HOST:PORT."""
    if is_loopback(host):
        return True
    return any(_names(name.strip(), host, port) for name in allow_hosts)


def _names(name: str, host: str, port: int | None) -> bool:
    if name.strip("[]").lower() == host.strip("[]").lower():
        return True
    try:
        parts = httpx.URL(f"https://{name}")
    except httpx.InvalidURL:
        return False
    wanted = parts.port or _HTTPS_PORT
    return ":" in name and parts.host.lower() == host.strip("[]").lower() and wanted == (port or _HTTPS_PORT)


class GuardedTransport(httpx.AsyncBaseTransport):
    """The only way out. Wraps the real transport and refuses hosts that were not named."""

    def __init__(self, allow_hosts: Iterable[str], inner: httpx.AsyncBaseTransport) -> None:
        self._allow_hosts = tuple(allow_hosts)
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request if its host is allowed."""
        host = request.url.host
        if not is_allowed(host, request.url.port, self._allow_hosts):
            raise EgressRefusedError(
                f"texts would go to {host}, which was not named", f"pass --allow-host {host} if that is what you want"
            )
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


class HttpEndpoint:
    """Posts JSON to one endpoint and tells passing trouble from final refusals."""

    def __init__(
        self,
        url: str,
        key: SecretStr | None,
        key_name: str,
        headers: dict[str, str],
        allow_hosts: Iterable[str],
        timeout: float,
        proxy: str | None = None,
    ) -> None:
        self.url = url
        self._key = key
        self._key_name = key_name
        self._headers = {
            "content-type": "application/json",
            "accept": "application/json",
            "accept-encoding": "identity",
        }
        self._headers |= headers
        self._allow_hosts = tuple(allow_hosts)
        self._timeout = timeout
        self._proxy = proxy
        self._certificates: ssl.SSLContext | None = None
        # One transport a connection: the pool of a shared one takes time in the square of its connections.
        self._idle: list[GuardedTransport] = []
        self._lines: list[GuardedTransport] = []

    async def post(self, path: str, body: object) -> dict[str, JsonValue]:
        """Post a body and return the JSON object that comes back."""
        content = json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=dict).encode("utf-8")
        try:
            with anyio.fail_after(self._timeout):
                response = await self._send(
                    httpx.Request("POST", self.url + path, headers=self._headers, content=content)
                )
        except (TimeoutError, httpx.TimeoutException) as error:
            raise Trouble(f"{self.url} did not answer in {self._timeout:g} s") from error
        except httpx.RequestError as error:
            raise Trouble(
                f"{self.url} cannot be reached ({type(error).__name__}: {self._without_key(str(error))})"
            ) from None
        if response.status_code != httpx.codes.OK:
            raise self._refusal(response)
        try:
            data = response.json()
        except (ValueError, RecursionError) as error:
            raise Trouble(f"{self.url} sent something that is not JSON") from error
        if not isinstance(data, dict):
            raise Trouble(f"{self.url} sent a {type(data).__name__} where an object belongs")
        return {name: self._blotted(value) for name, value in data.items()}

    async def aclose(self) -> None:
        """Close the connections."""
        for line in self._lines:
            await line.aclose()

    async def _send(self, request: httpx.Request) -> httpx.Response:
        # Straight through the transport: the client layer of httpx (cookies, redirects) is not wanted here and slow.
        seconds = {"connect": min(_CONNECT_SECONDS, self._timeout), "read": self._timeout, "write": self._timeout}
        request.extensions["timeout"] = {**seconds, "pool": None}
        line = self._idle.pop() if self._idle else self._new_line()
        try:
            response = await line.handle_async_request(request)
            try:
                return await read_limited(response, self.url)
            finally:
                await response.aclose()
        finally:
            self._idle.append(line)

    def _new_line(self) -> GuardedTransport:
        self._certificates = self._certificates or httpx.create_ssl_context()  # takes 20 ms, so made once
        proxy = None if is_loopback(httpx.URL(self.url).host) else self._proxy
        inner = httpx.AsyncHTTPTransport(verify=self._certificates, trust_env=False, proxy=proxy)
        line = GuardedTransport(self._allow_hosts, inner)
        self._lines.append(line)
        return line

    def _refusal(self, response: httpx.Response) -> Trouble | ModelError:
        status, words = response.status_code, self._without_key(response.text)
        if status >= _FIRST_SERVER_ERROR or status in (httpx.codes.TOO_MANY_REQUESTS, httpx.codes.REQUEST_TIMEOUT):
            full = "it is there, but takes no more questions for now: wait, or raise the limit where the key is from"
            remedy = full if status == httpx.codes.TOO_MANY_REQUESTS else "it is there, but in trouble: try again later"
            return Trouble(f"{self.url} says {status}: {words}", retry_after=_retry_after(response), remedy=remedy)
        if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            given = "refused the key" if self._key else "wants a key"
            return AccessDeniedError(f"{self.url} {given} ({status}: {words})", f"set {self._key_name}")
        return RequestRefusedError(f"{self.url} says {status}: {words}", "check the model's name and the address")

    def _without_key(self, words: str) -> str:
        """Take the key out before anything is cut: part of a key is part of a secret."""
        secret = self._key.get_secret_value() if self._key else ""
        words = words.replace(secret, "***") if secret else words
        return " ".join(words.split())[:_SHOWN_CHARACTERS]

    def _blotted(self, value: JsonValue) -> JsonValue:
        """Take the key out of an answer too: a model that was told it may repeat it, and answers are stored."""
        secret = self._key.get_secret_value() if self._key else ""
        if len(secret) < _SHORTEST_SECRET:
            return value
        if isinstance(value, str):
            return value.replace(secret, "***")
        if isinstance(value, dict):
            return {name: self._blotted(item) for name, item in value.items()}
        return [self._blotted(item) for item in value] if isinstance(value, list) else value


def _retry_after(response: httpx.Response) -> float | None:
    """Return the seconds a Retry-After header asks for, as a number or until a date."""
    asked = response.headers.get("retry-after", "")
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    until = _moment(asked)
    # By the clock of the endpoint where it tells it: ours may be wrong, or be set while we wait.
    now = _moment(response.headers.get("date", "")) or datetime.now(UTC)
    return None if until is None else max(0.0, (until - now).total_seconds())


def _moment(words: str) -> datetime | None:
    """Return the moment that a header names; None where it names none."""
    try:
        moment = parsedate_to_datetime(words)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


LARGEST_REPLY = 8 * 2**20
"""Bytes, unpacked. An answer of 128,000 tokens takes less than half of it, with every letter escaped (``\\u00e9``)."""

_PACKED = ("gzip", "x-gzip", "deflate")
_EITHER_HEADER = 32 + zlib.MAX_WBITS  # zlib finds out by itself whether it is gzip or deflate


async def read_limited(response: httpx.Response, url: str) -> httpx.Response:
    """Return a response with its whole body, unpacked."""
    packing = response.headers.get("content-encoding", "").strip().lower()
    if packing not in ("", "identity", *_PACKED):
        raise AnswerTooLargeError(f"{url} sent a reply packed as '{packing[:20]}'", "have the server send it unpacked")
    unpacker = zlib.decompressobj(_EITHER_HEADER) if packing in _PACKED else None
    body = bytearray()
    async for chunk in response.aiter_raw():
        try:
            body += unpacker.decompress(chunk, LARGEST_REPLY + 1 - len(body)) if unpacker else chunk
        except zlib.error as error:
            raise httpx.DecodingError("the reply cannot be unpacked") from error
        if len(body) > LARGEST_REPLY:
            raise AnswerTooLargeError(
                f"{url} sent a reply of more than {LARGEST_REPLY // 2**20} MiB", "check what answers at this address"
            )
    headers = {name: value for name, value in response.headers.items() if name != "content-encoding"}
    return httpx.Response(response.status_code, headers=headers, content=bytes(body))
