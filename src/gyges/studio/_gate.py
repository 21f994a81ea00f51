"""The gate before every route: right host, own pages only, somebody we know, nothing too big; safe headers after."""

import http
import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gyges.errors import SignInError, StudioError
from gyges.studio._sessions import Sessions

__all__ = ["OWN_HEADER", "Gate", "problem_json"]

OWN_HEADER = "x-gyges-studio"
"""Set by our pages on everything that changes something: other sites cannot set it without asking us first."""

_SAFE_METHODS = frozenset({"GET", "HEAD"})
_OPEN_PATHS = frozenset({"/", "/open", "/app.js", "/app.css", "/favicon.svg", "/api/sign-in"})
_MOST_BYTES = 64 * 2**20
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


@dataclass(frozen=True)
class Gate:
    """ASGI middleware; `scope["state"]["name"]` says afterwards who asks.

    Attributes:
        app: What lies behind.
        sessions: Who may pass.
        hosts: What the Host header may say, with the port.
        scheme: ``http``, or ``https`` where there is a certificate.
        cookie: The name of our cookie.
    """

    app: ASGIApp
    sessions: Sessions
    hosts: frozenset[str]
    scheme: str
    cookie: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] != "http":  # there are no websockets; start and stop pass
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guarded = _guarded_send(send)
        refused = self._refused(scope["method"], headers)
        name = self.sessions.name_in(cookie_parser(headers.get("cookie", "")).get(self.cookie, ""))
        if refused is None and name is None and scope["path"] not in _OPEN_PATHS:
            error = SignInError("this page was not opened by its link", "open the link that 'gyges studio' printed")
            refused = (http.HTTPStatus.UNAUTHORIZED, error)
        if refused is not None:
            await _answer(guarded, *refused)
            return
        scope.setdefault("state", {})["name"] = name
        await self.app(scope, _limited(receive), guarded)

    def _refused(self, method: str, headers: Mapping[str, str]) -> tuple[http.HTTPStatus, StudioError] | None:
        if headers.get("host", "") not in self.hosts:
            error = StudioError("this host name is not ours", "use the address that 'gyges studio' printed")
            return http.HTTPStatus.MISDIRECTED_REQUEST, error
        origin = headers.get("origin")
        foreign = origin is not None and origin not in {f"{self.scheme}://{host}" for host in self.hosts}
        if foreign or (method not in _SAFE_METHODS and OWN_HEADER not in headers):
            error = StudioError("another site asked for this", "use the pages of the studio")
            return http.HTTPStatus.FORBIDDEN, error
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > _MOST_BYTES:
            error = StudioError(f"this is over {_MOST_BYTES // 2**20} MB", "add it from the command line")
            return http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, error
        return None


def problem_json(error: Exception) -> dict[str, str]:
    """Return an error as every route answers it."""
    code, problem, remedy = (getattr(error, name, "") for name in ("code", "problem", "remedy"))
    return {"code": code, "problem": problem or str(error), "remedy": remedy}


def _limited(receive: Receive) -> Receive:
    """Count what comes, as a body without a length may have no end; too much looks like a caller who went away."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= _MOST_BYTES else {"type": "http.disconnect"}

    return counted


def _guarded_send(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return guarded


async def _answer(send: Send, status: http.HTTPStatus, error: StudioError) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem_json(error)).encode()})
