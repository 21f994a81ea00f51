"""What strangers, other sites and odd callers get: real requests to a real server."""

import asyncio
import contextlib
import json
import socket
import sqlite3
import time
import urllib.parse
from collections.abc import Iterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from gyges.studio import PROJECT_FILE
from gyges.studio._auth import COOKIE_SECONDS, Sessions
from gyges.studio._gate import NAME_HEADER, OWN_HEADER, Gate
from studio.conftest import OWN, RunningStudio

_SAFE_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}


def _port(studio: RunningStudio) -> int:
    return urllib.parse.urlsplit(studio.address).port or 0


def _key(studio: RunningStudio) -> bytes:
    with contextlib.closing(sqlite3.connect(studio.folder / PROJECT_FILE)) as database:
        return bytes.fromhex(database.execute("select value from settings where name = 'secret'").fetchone()[0])


def _raw(studio: RunningStudio, sent: bytes, seconds: float = 20.0) -> bytes:
    """Send bytes as they are; return what comes back until the other side closes or says no more for a second."""
    with socket.create_connection(("127.0.0.1", _port(studio)), timeout=seconds) as line:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(sent)
        got = b""
        with contextlib.suppress(TimeoutError, ConnectionResetError):
            while piece := line.recv(65536):
                got += piece
                line.settimeout(1)
        return got


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil:{port}"]
)
def test_a_name_that_was_bound_to_this_machine_by_others_gets_nothing(shared_studio: RunningStudio, host: str) -> None:
    said = host.format(port=_port(shared_studio))
    with httpx.Client(headers={"host": said}) as client:
        for path in ("/", "/api/project", "/open?token=x", "/app.js"):
            assert client.get(shared_studio.address + path).status_code in (400, 421)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_the_names_of_this_machine_are_ours(shared_studio: RunningStudio, host: str) -> None:
    with httpx.Client(headers={"host": f"{host}:{_port(shared_studio)}"}) as client:
        assert client.get(shared_studio.address + "/").status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_another_site_can_neither_look_nor_change(shared_studio: RunningStudio, origin: str) -> None:
    client = shared_studio.client()
    foreign = {"origin": origin}
    assert client.get("/api/project", headers=foreign).status_code == 403
    assert client.post("/api/me", json={"name": "x"}, headers=foreign).status_code == 403


def test_a_change_needs_our_own_header_which_forms_of_other_sites_cannot_set(shared_studio: RunningStudio) -> None:
    client = shared_studio.client()
    del client.headers["x-gyges-studio"]
    assert client.get("/api/project").status_code == 200
    for method, path in (("POST", "/api/me"), ("PUT", "/api/sheets/people/1"), ("DELETE", "/api/releases/1/signature")):
        assert client.request(method, path, json={"name": "x"}).status_code == 403


def test_nobody_looks_without_a_cookie_of_this_project(shared_studio: RunningStudio) -> None:
    key, name = _key(shared_studio), f"gyges_{_port(shared_studio)}"
    good = Sessions(key).cookie("ana")
    said, _, signature = good.partition(".")
    other = Sessions(bytes(32)).cookie("ana")
    old = Sessions(key)
    real, time.time = time.time, lambda: real() - COOKIE_SECONDS - 1
    try:
        expired = old.cookie("ana")
    finally:
        time.time = real
    changed = Sessions(key).cookie("eve").partition(".")[0] + "." + signature
    bad = ["", good[:-1], f"{said}.", f".{signature}", "...", "é", other, expired, changed, good * 200]
    with httpx.Client(base_url=shared_studio.address, headers=OWN) as client:
        assert client.get("/api/project", headers={"cookie": f"{name}={good}"}).status_code == 200
        for cookie in bad:
            got = client.get("/api/project", headers={b"cookie": f"{name}={cookie}".encode("latin-1")})
            assert got.status_code == 401, cookie
            assert got.json()["code"] == "GY603"
        assert client.get("/api/project").status_code == 401
        assert client.get("/openapi.json").status_code == 401
        assert client.get("/nothing").status_code == 401


def test_a_wrong_token_opens_nothing_and_the_right_one_leaves_the_address(shared_studio: RunningStudio) -> None:
    with httpx.Client(base_url=shared_studio.address) as client:
        for token in ("", "x", "é", "🙂", "a" * 10_000):
            assert client.get("/open", params={"token": token}).status_code == 401
        got = client.get(shared_studio.link)
        assert (got.status_code, got.headers["location"]) == (303, "/")
        cookie = got.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert client.get(shared_studio.link_for("a:b")).status_code == 422
        assert client.get(shared_studio.link_for("n" * 61)).status_code == 422


def test_every_answer_carries_the_headers_of_the_gate(shared_studio: RunningStudio) -> None:
    client = shared_studio.client()
    answers = [
        client.get(path) for path in ("/", "/app.js", "/app.css", "/api/project", "/api/documents/99", "/nothing")
    ]
    with httpx.Client() as stranger:
        answers += [stranger.get(f"{shared_studio.address}/api/project"), stranger.get(f"{shared_studio.address}/open")]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in _SAFE_HEADERS} == _SAFE_HEADERS
        assert "server" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/../studio.db", "/..%2f..%2fstudio.db", "/app.js/../studio.db", "/app.js/..%2f..%2fschema.sql",
        "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/..\\..\\studio.db", "/app.js%00", "/studio.db", "/web/app.js",
        "/api/files/..%2fstudio.db", "/api/files/%2e%2e", "/api/runs/1/reports/..%2f..", "/api/documents/1%2f..%2f2",
        "/api/documents/%31/../../project", "/api/../open",
    ],
)  # fmt: skip
def test_paths_lead_to_our_own_pages_and_nowhere_else(shared_studio: RunningStudio, path: str) -> None:
    cookie = f"gyges_{_port(shared_studio)}={Sessions(_key(shared_studio)).cookie('ana')}"
    head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{_port(shared_studio)}\r\nconnection: close\r\n"
    status = _raw(shared_studio, f"{head}cookie: {cookie}\r\n\r\n".encode()).split(b" ", 2)[1]
    assert status in (b"400", b"404", b"405", b"422", b"401"), (path, status)


def test_a_body_that_is_too_big_or_has_no_end_is_refused_and_others_are_served_on(shared_studio: RunningStudio) -> None:
    client = shared_studio.client()
    head = f"POST /api/files HTTP/1.1\r\nhost: 127.0.0.1:{_port(shared_studio)}\r\nx-gyges-studio: 1\r\n"
    assert b" 413 " in _raw(shared_studio, f"{head}content-length: {2**40}\r\n\r\n".encode())

    began = time.monotonic()

    def endless() -> Iterator[bytes]:
        yield b'{"kind": "documents", "text": "'
        while True:
            yield b"a" * 2**20

    try:
        status = client.post("/api/files", content=endless()).status_code
    except httpx.TransportError:  # it hung up on us, which is as good
        status = 400
    assert status == 400
    assert time.monotonic() - began < 30
    with httpx.Client(base_url=shared_studio.address, headers=OWN) as stranger:
        assert stranger.post("/api/sign-in", content=b"a" * 20_000).status_code == 413
    assert client.get("/api/project").status_code == 200


def test_half_characters_are_refused_with_one_line_wherever_they_come(shared_studio: RunningStudio) -> None:
    client = shared_studio.client()
    json_type = {"content-type": "application/json"}
    bodies = [b'"\\ud800"', b'"\xed\xa0\x80"']
    for half in bodies:
        for method, path, body in (
            ("POST", "/api/me", b'{"name": %s}' % half),
            ("POST", "/api/documents/1/places", b'{"quotes": [%s]}' % half),
            (
                "PUT",
                "/api/sheets/people/1",
                b'{"seen": 0, "body": {"subjects": [{"id": "1", "description": %s}]}}' % half,
            ),
            ("POST", "/api/files", b'{"kind": "documents", "text": %s}' % half),
        ):
            got = client.request(method, path, content=body, headers=json_type)
            assert (got.status_code, got.json()["code"]) == (400, "GY101"), (path, got.text)
            assert "half a character" in got.json()["problem"]
    rows = json.dumps({"kind": "documents", "text": json.dumps({"id": "\ud800", "text": "x"})})
    assert client.post("/api/files", content=rows, headers=json_type).status_code == 400
    whole = client.post("/api/documents/1/places", content=b'{"quotes": ["\\ud83d\\ude42"]}', headers=json_type)
    assert whole.json() == {"🙂": []}


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 200_000,
        b"{",
        b"",
        b"null",
        b"NaN",
        b"\xff\xfe",
        b'{"name": 1e999}',
        b'{"name": "a", "name": "b", "x": 1}',
    ],
)
def test_bodies_that_are_no_sheet_are_told_so(shared_studio: RunningStudio, body: bytes) -> None:
    got = shared_studio.client().post("/api/me", content=body, headers={"content-type": "application/json"})
    assert got.status_code in (400, 422)
    assert set(got.json()) == {"code", "problem", "remedy"}


def test_a_body_whose_next_piece_does_not_come_is_given_up() -> None:
    async def never() -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert await receive() == {"type": "http.disconnect"}
        await send({"type": "http.response.start", "status": 400, "headers": []})

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    key = bytes(32)
    cookie = f"c={Sessions(key).cookie('ana')}".encode()
    headers = [(b"host", b"here"), (OWN_HEADER.encode(), b"1"), (b"cookie", cookie)]
    scope = {"type": "http", "method": "POST", "path": "/api/me", "headers": headers}
    gate = Gate(app, Sessions(key), frozenset({"here"}), "http", "c", patience=0.05)
    asyncio.run(gate(scope, never, send))
    assert (b"connection", b"close") in sent[0]["headers"]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_a_page_that_shows_another_name_than_the_cookie_is_told_to_reload(
    shared_studio: RunningStudio, method: str
) -> None:
    client = shared_studio.client("zoë")
    got = client.request(method, "/api/project", headers={NAME_HEADER: "ana"})
    assert (got.status_code, got.json()["code"]) == (409, "GY606")
    assert "opened as 'ana'" in got.json()["problem"]
    assert "zoë" in got.json()["problem"]
    assert client.get("/api/project", headers={NAME_HEADER: urllib.parse.quote("zoë")}).status_code == 200
    assert client.get("/api/project").status_code == 200
