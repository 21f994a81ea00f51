"""What the model server does with a request, apart from sockets: check, queue, wait, answer or fail, remember."""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from gyges.errors import ConfigError
from gyges.records import JsonValue
from gyges.testing._answers import PLAIN_ANSWER, Answer, schema_answer
from gyges.testing._faults import NO_FAULTS, Attempt, Fault, FaultKind, Faults
from gyges.testing._protocol import (
    FULL_CAPABILITIES,
    Capabilities,
    ChatRequest,
    Dialect,
    HttpReply,
    RefusedError,
    answer_reply,
    error_reply,
    models_reply,
    read_chat,
)
from gyges.testing._schema import wrong_value

_MODELS = "/v1/models"
_GARBAGE = HttpReply(200, b"<html><body>It works!</body></html>", (("content-type", "text/html"),))


class ServedOutcome(StrEnum):
    """What became of a request that met no fault."""

    WAITING = "waiting"
    ANSWERED = "answered"
    REFUSED = "refused"
    ANSWER_FAILED = "answer_failed"
    """The answer function raised."""
    ABANDONED = "abandoned"
    """The client left, or the server stopped, before the answer."""


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request that reached the server.

    Attributes:
        number: Position among all requests, from 1.
        path: The path, without a query.
        body: The body, or None if it was empty or not JSON.
        outcome: What became of it: an `ServedOutcome` or the fault it met.
        started: When it was read completely, by `time.monotonic`.
        finished: When the answer was complete; None while it is not, and for good if the client left before.
    """

    number: int
    path: str
    body: JsonValue
    outcome: ServedOutcome | FaultKind
    started: float
    finished: float | None = None


Observer: TypeAlias = Callable[[ServedRequest, str], None]
"""Told of each request, with the SHA-256 of its body, when it comes and again when it ends."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What kind of server to be; see `ModelServer`."""

    answer: Answer = schema_answer
    latency: float | tuple[float, float] = 0.0
    slots: int | None = None
    faults: Faults = NO_FAULTS
    api_key: str | None = None
    capabilities: Capabilities = FULL_CAPABILITIES
    seed: int = 0

    def __post_init__(self) -> None:
        low, high = self.range
        if not 0 <= low <= high:
            raise ConfigError(f"the latency is {self.latency}", "use seconds, or a (low, high) range of them")
        if self.slots is not None and self.slots < 1:
            raise ConfigError(f"the server has {self.slots} slots", "use 1 or more, or None for no limit")

    @property
    def range(self) -> tuple[float, float]:
        """The least and the most latency."""
        return self.latency if isinstance(self.latency, tuple) else (self.latency, self.latency)


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request as it came over the wire; `body` is None if it was over the limit."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None


class Peer(Protocol):
    """The connection that a request came from."""

    @property
    def gone(self) -> bool:
        """Whether nobody would read a response any more."""
        ...

    def send(self, reply: HttpReply) -> None:
        """Write a response."""
        ...


class Service:
    """Answers requests; lives in one event loop."""

    def __init__(self, settings: Settings, observe: Observer) -> None:
        self._settings = settings
        self._observe = observe
        self._slots = asyncio.Semaphore(settings.slots) if settings.slots else nullcontext()
        self._requests = 0
        self._chats = 0
        self._bodies: Counter[str] = Counter()

    async def serve(self, http: HttpRequest, peer: Peer) -> None:
        """Answer one request, unless this is cancelled because the client left."""
        self._requests += 1
        digest = hashlib.sha256(http.body or b"").hexdigest()
        body, problem = _parse(http.body)
        served = ServedRequest(self._requests, http.path, body, ServedOutcome.WAITING, time.monotonic())
        self._observe(served, digest)
        dialect = Dialect.ANTHROPIC if http.path == Dialect.ANTHROPIC else Dialect.OPENAI
        outcome: ServedOutcome | FaultKind = ServedOutcome.ANSWERED
        try:
            _admit(http, dialect, self._settings.api_key)
            if http.path == _MODELS:
                reply = models_reply()
            elif problem:
                raise RefusedError(400, problem)
            else:
                chat = read_chat(dialect, body, self._settings.capabilities)
                attempt = self._attempt(digest)
                fault = self._settings.faults.fault(attempt)
                if fault is not None:
                    outcome = fault.kind
                    served = replace(served, outcome=outcome)
                    self._observe(served, digest)
                reply = await self._reply(dialect, chat, attempt, fault)
        except RefusedError as error:
            outcome = ServedOutcome.REFUSED
            allow = (("allow", "GET" if http.path == _MODELS else "POST"),) if error.status == 405 else ()
            reply = error_reply(dialect, error, *allow)
        except asyncio.CancelledError:
            self._observe(_abandoned(served), digest)
            raise
        except Exception as error:  # noqa: BLE001 - the user's answer function may raise anything
            outcome = ServedOutcome.ANSWER_FAILED
            reply = error_reply(dialect, RefusedError(400, f"{type(error).__name__}: {error}", code=outcome))
        if peer.gone:
            self._observe(_abandoned(served), digest)
            return
        # Noted before it is sent: a client that has the answer finds it noted.
        self._observe(replace(served, outcome=outcome, finished=time.monotonic()), digest)
        peer.send(reply)

    def _attempt(self, digest: str) -> Attempt:
        self._chats += 1
        self._bodies[digest] += 1
        return Attempt(self._chats, digest, self._bodies[digest] - 1, self._settings.seed)

    async def _reply(self, dialect: Dialect, chat: ChatRequest, attempt: Attempt, fault: Fault | None) -> HttpReply:
        kind = fault.kind if fault else None
        if fault is not None and kind is FaultKind.RATE_LIMIT:
            error = RefusedError(429, "rate limit reached", code="rate_limit_exceeded")
            return error_reply(dialect, error, ("retry-after", f"{fault.retry_after:g}"))
        if kind is FaultKind.HANG:
            await asyncio.get_running_loop().create_future()
        async with self._slots:
            low, high = self._settings.range
            ready = time.monotonic() + low + (high - low) * attempt.draw("latency") if high else 0.0
            reply = self._compose(dialect, chat, attempt, kind)  # while the time runs, as a real model does
            if (remaining := ready - time.monotonic()) > 0:
                await asyncio.sleep(remaining)
            return reply

    def _compose(self, dialect: Dialect, chat: ChatRequest, attempt: Attempt, kind: FaultKind | None) -> HttpReply:
        if kind is FaultKind.SERVER_ERROR:
            overload = 529 if dialect is Dialect.ANTHROPIC else 503
            status = overload if attempt.draw("status") < 0.5 else 500
            return error_reply(dialect, RefusedError(status, "the server had an error, on purpose"))
        if kind is FaultKind.GARBAGE:
            return _GARBAGE
        text = self._settings.answer(chat) if kind is None else _faulty_text(kind, chat)
        id_ = f"{attempt.digest[:16]}{attempt.repeat:08x}"
        usage, truncated = self._settings.capabilities.usage, kind is FaultKind.TRUNCATED
        reply = answer_reply(dialect, chat, text, id_=id_, usage=usage, truncated=truncated)
        return replace(reply, cut=True) if kind is FaultKind.DISCONNECT else reply


def _abandoned(served: ServedRequest) -> ServedRequest:
    return replace(served, outcome=ServedOutcome.ABANDONED) if served.outcome is ServedOutcome.WAITING else served


def _parse(body: bytes | None) -> tuple[JsonValue, str | None]:
    try:
        return (json.loads(body), None) if body else (None, "the body is empty")
    except (ValueError, RecursionError) as error:
        return None, f"the body is not valid JSON: {error}"


def _admit(http: HttpRequest, dialect: Dialect, key: str | None) -> None:
    if http.path not in (_MODELS, *Dialect):
        raise RefusedError(404, f"unknown path: {http.path}")
    if http.method != ("GET" if http.path == _MODELS else "POST"):
        raise RefusedError(405, f"method {http.method} is not allowed for {http.path}")
    if key is not None and not _has_key(http, key):
        raise RefusedError(401, "the API key is missing or wrong", code="invalid_api_key")
    if http.body is None:
        raise RefusedError(413, "the body is too large")
    if dialect is Dialect.ANTHROPIC and "anthropic-version" not in http.headers:
        raise RefusedError(400, "anthropic-version: header is required")


def _has_key(http: HttpRequest, key: str) -> bool:
    bearer = http.headers.get("authorization") == f"Bearer {key}"
    plain = http.headers.get("x-api-key") == key
    if http.path == _MODELS:
        return bearer or plain
    return plain if http.path == Dialect.ANTHROPIC else bearer


def _faulty_text(kind: FaultKind, chat: ChatRequest) -> str:
    """Make up the text of a fault; the answer function is not asked, so that no scripted answer is lost."""
    if kind is FaultKind.SCHEMA_VIOLATION:
        return json.dumps(wrong_value(chat.schema))
    try:
        text = schema_answer(chat)
    except ConfigError:
        text = PLAIN_ANSWER
    return text[: 2 * len(text) // 3].rstrip('}]" ') + " <oops" if kind is FaultKind.MALFORMED else text
