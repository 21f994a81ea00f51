"""The gate before every route: right host, own pages only, somebody we know, nothing too big; safe headers after."""

import asyncio
import http
import json
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gyges.errors import OtherNameError, SignInError, StudioError
from gyges.studio._auth import Sessions

OWN_HEADER = "x-gyges-studio"
"""Set by our pages on everything that changes something: other sites cannot set it without asking us first."""

NAME_HEADER = "x-gyges-name"
"""The name that a page shows, percent-encoded: the cookie is of the whole browser, and another window may change it."""

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
    """ASGI middleware; `scope["state"]["name"]` says afterwards who asks."""

    app: ASGIApp  # what lies behind
    sessions: Sessions  # who may pass
    hosts: frozenset[str]  # what the Host header may say, with the port
    scheme: str  # ``http``, or ``https`` where there is a certificate
    cookie: str  # the name of our cookie
    patience: float = _PATIENCE_SECONDS  # seconds that the next piece of a body may take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] != "http":  # there are no websockets; start and stop pass
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        name = self.sessions.name_in(cookie_parser(headers.get("cookie", "")).get(self.cookie, ""))
        most = _MOST_BYTES if name is not None else _MOST_BYTES_OF_STRANGERS
        body = _Body(receive, most, self.patience)
        guarded = _guarded_send(send, body)
        refused = self._refused(scope["method"], headers, most)
        if refused is None and name is None and scope["path"] not in _OPEN_PATHS:
            refused = (http.HTTPStatus.UNAUTHORIZED, self._stranger())
        if refused is None and name is not None:
            refused = _other_name(headers, name)
        if refused is not None:
            body.cut = refused[0] is http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            await _answer(guarded, *refused)
            return
        scope.setdefault("state", {})["name"] = name
        await self.app(scope, body.next, guarded)

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


def _other_name(headers: Mapping[str, str], name: str) -> tuple[http.HTTPStatus, StudioError] | None:
    """Refuse a page that shows another name than the one everything would be written under."""
    shown = urllib.parse.unquote(headers.get(NAME_HEADER, ""))
    if shown in ("", name):
        return None
    error = OtherNameError(
        f"this page was opened as '{shown}', but this browser works as '{name}' now",
        f"reload this page to work as '{name}', or take the name '{shown}' again in the other window",
    )
    return http.HTTPStatus.CONFLICT, error


def problem_json(error: Exception) -> dict[str, str]:
    """Return an error as every route answers it."""
    code, problem, remedy = (getattr(error, name, "") for name in ("code", "problem", "remedy"))
    return {"code": code, "problem": problem or str(error), "remedy": remedy}


@dataclass
class _Body:
    """What comes in: counted, as a body without a length may have no end; too much or too slow is cut off."""

    receive: Receive  # where it comes from
    most: int  # bytes that it may have
    patience: float  # seconds that the next piece may take
    whole: bool = False  # whether all of it has come
    cut: bool = False  # whether we stopped listening
    seen: int = 0

    async def next(self) -> Message:
        """Return the next piece; once it was cut off, the caller has gone as far as the app can tell."""
        try:
            message = await asyncio.wait_for(self.receive(), None if self.whole else self.patience)
        except TimeoutError:
            self.cut = True
            return {"type": "http.disconnect"}
        self.seen += len(message.get("body", b""))
        self.whole = self.whole or not message.get("more_body", False)
        self.cut = self.cut or self.seen > self.most
        return {"type": "http.disconnect"} if self.cut else message


def _guarded_send(send: Send, body: _Body) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if body.cut:  # else the server would go on listening to the rest
                headers["connection"] = "close"
        await send(message)

    return guarded


async def _answer(send: Send, status: http.HTTPStatus, error: StudioError) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem_json(error)).encode()})
