"""The gate before every route: right host, own pages only, somebody we know, nothing too big; safe headers after."""

import asyncio
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
_MOST_BYTES_OF_STRANGERS = 2**14
_PATIENCE_SECONDS = 30.0  # between two pieces of a body
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
        patience: Seconds that the next piece of a body may take.
    """

    app: ASGIApp
    sessions: Sessions
    hosts: frozenset[str]
    scheme: str
    cookie: str
    patience: float = _PATIENCE_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] != "http":  # there are no websockets; start and stop pass
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guarded = _guarded_send(send)
        name = self.sessions.name_in(cookie_parser(headers.get("cookie", "")).get(self.cookie, ""))
        most = _MOST_BYTES if name is not None else _MOST_BYTES_OF_STRANGERS
        refused = self._refused(scope["method"], headers, most)
        if refused is None and name is None and scope["path"] not in _OPEN_PATHS:
            refused = (http.HTTPStatus.UNAUTHORIZED, self._stranger())
        if refused is not None:
            await _answer(guarded, *refused)
            return
        scope.setdefault("state", {})["name"] = name
        await self.app(scope, _limited(receive, most, self.patience), guarded)

    def _stranger(self) -> SignInError:
        if self.sessions.users is not None:
            return SignInError("nobody is signed in here", "sign in")
        return SignInError("this page was not opened by its link", "open the link that 'gyges studio' printed")

    def _refused(
        self, method: str, headers: Mapping[str, str], most: int
    ) -> tuple[http.HTTPStatus, StudioError] | None:
        if headers.get("host", "").lower() not in self.hosts:
            error = StudioError("this host name is not ours", "use the address that 'gyges studio' printed")
            return http.HTTPStatus.MISDIRECTED_REQUEST, error
        origin = headers.get("origin")
        foreign = origin is not None and origin not in {f"{self.scheme}://{host}" for host in self.hosts}
        if foreign or (method not in _SAFE_METHODS and OWN_HEADER not in headers):
            error = StudioError("another site asked for this", "use the pages of the studio")
            return http.HTTPStatus.FORBIDDEN, error
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > most:
            error = StudioError(f"this is over {most // 2**10:,} kB", "add it from the command line")
            return http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, error
        return None


def problem_json(error: Exception) -> dict[str, str]:
    """Return an error as every route answers it."""
    code, problem, remedy = (getattr(error, name, "") for name in ("code", "problem", "remedy"))
    return {"code": code, "problem": problem or str(error), "remedy": remedy}


def _limited(receive: Receive, most: int, patience: float) -> Receive:
    """Count what comes, as a body without a length may have no end; too much or too slow is a caller who went away."""
    seen, whole = 0, False

    async def counted() -> Message:
        nonlocal seen, whole
        try:
            message = await asyncio.wait_for(receive(), None if whole else patience)
        except TimeoutError:
            return {"type": "http.disconnect"}
        seen += len(message.get("body", b""))
        whole = whole or not message.get("more_body", False)
        return message if seen <= most else {"type": "http.disconnect"}

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
