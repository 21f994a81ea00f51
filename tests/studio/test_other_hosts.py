"""A studio that other machines may ask: a certificate, users with passwords, and no other way in."""

import datetime
import json
import os
import pty
import select
import signal
import ssl
import sys
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import Browser, expect

from gyges.errors import InputError, SignInError, SignInPausedError
from gyges.studio import open_project
from gyges.studio._auth import Sessions, SignIns
from studio.conftest import OWN, RunGyges, RunningStudio, studios
from studio.test_every_page import CHECKS

PASSWORD = "four words nobody else says"  # noqa: S105


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for this machine that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    files[1].write_bytes(pem)
    return files


@pytest.fixture(scope="module")
def open_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningStudio, ssl.SSLContext]]:
    """A studio on every address of this machine, with two users."""
    below = tmp_path_factory.mktemp("open")
    project = open_project(below / "project")
    for name in ("ana", "bo"):
        project.add_user(name, f"{PASSWORD} {name}", "me")
    cert, key = certificate(below)
    options = ("--host", "0.0.0.0", "--known-as", "localhost", "--tls-cert", str(cert), "--tls-key", str(key))  # noqa: S104
    with studios(below) as start:
        running = start([{"id": "one", "text": "Ana Reis is a nurse."}], None, *options)
        yield running, ssl.create_default_context(cafile=str(cert))


def _client(studio: tuple[RunningStudio, ssl.SSLContext]) -> httpx.Client:
    return httpx.Client(base_url=studio[0].address.rstrip("/"), verify=studio[1], headers=OWN, timeout=60)


def _sign_in(client: httpx.Client, name: str, password: str | None = None) -> httpx.Response:
    said = {"name": name, "password": password or f"{PASSWORD} {name}"}
    return client.post("/api/sign-in", json=said)


def test_the_certificate_is_used_and_no_link_with_a_token_is_printed(
    open_studio: tuple[RunningStudio, ssl.SSLContext],
) -> None:
    assert open_studio[0].link.startswith("https://localhost:")
    assert "token" not in open_studio[0].link
    with _client(open_studio) as client:
        assert client.get("/").status_code == 200
        for token in ("", "x"):
            assert client.get("/open", params={"token": token, "name": "ana"}).status_code == 401
    with pytest.raises(httpx.TransportError):
        httpx.get(open_studio[0].address.replace("https", "http") + "/")


def test_somebody_signs_in_works_under_that_name_only_and_signs_out(
    open_studio: tuple[RunningStudio, ssl.SSLContext],
) -> None:
    with _client(open_studio) as client:
        assert client.get("/api/sign-in").json() == {"password": True}
        assert client.get("/api/project").json()["remedy"] == "sign in"
        signed = _sign_in(client, "ana")
        assert signed.status_code == 200
        cookie = signed.headers["set-cookie"]
        assert cookie.startswith("__Host-gyges_")
        assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=strict"))
        assert client.get("/api/project").json()["me"] == "ana"
        assert client.post("/api/me", json={"name": "bo"}).status_code == 400
        assert client.get("/api/project").json()["me"] == "ana"
        kept = {"cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
        assert client.post("/api/sign-out").status_code == 204
        assert client.get("/api/project").status_code == 401
        assert client.get("/api/project", headers=kept).status_code == 401


def test_a_cookie_of_the_link_is_none_of_a_user_and_a_new_password_ends_what_was_open(tmp_path: Path) -> None:
    project = open_project(tmp_path / "project")
    project.add_user("ana", PASSWORD, "me")
    by_link, by_password = Sessions(project.secret()), Sessions(project.secret(), project.users)
    assert by_password.name_in(by_link.cookie("ana")) is None
    assert by_link.name_in(by_password.cookie("ana")) is None
    open_before = by_password.cookie("ana")
    assert by_password.name_in(open_before) == "ana"
    project.add_user("ana", PASSWORD + " anew", "me")
    assert by_password.name_in(open_before) is None
    again = by_password.cookie("ana")
    project.users.remove("ana", "me")
    assert by_password.name_in(again) is None
    assert by_password.name_in(by_password.cookie("nobody")) is None


def test_failed_sign_ins_are_alike_counted_told_and_slowed_down(
    open_studio: tuple[RunningStudio, ssl.SSLContext],
) -> None:
    with _client(open_studio) as client:
        wrong = [_sign_in(client, name, "a password that is wrong") for name in ("bo", "nobody", "bo")]
        assert {answer.status_code for answer in wrong} == {401}
        assert len({answer.text for answer in wrong}) == 1
        assert _sign_in(client, "bo").json() == {"name": "bo", "failed": 2}
        client.cookies.clear()
        slowed = [_sign_in(client, "bo", "a password that is wrong").status_code for _ in range(6)]
        assert slowed == [401, 401, 401, 401, 401, 429]
        assert _sign_in(client, "bo").status_code == 429, "the right password waits too, or guesses could be told apart"
        time.sleep(2.1)
        assert _sign_in(client, "bo").json() == {"name": "bo", "failed": 5}
        project = open_project(open_studio[0].folder)
        told = [row.what for row in project.trail.rows("sign-in") if row.who == "bo"]
        assert told == ["refused"] * 2 + ["signed in"] + ["refused"] * 5 + ["signed in"]


def test_the_wait_doubles_up_to_a_minute_by_address_and_by_name(tmp_path: Path) -> None:
    project = open_project(tmp_path / "project")
    project.add_user("ana", PASSWORD, "me")
    seconds = [0.0]
    sign_ins = SignIns(project.users, clock=lambda: seconds[0])
    waits = []
    for _ in range(12):
        began = seconds[0]
        while True:
            try:
                sign_ins.check("ana", "wrong", "192.0.2.1")
            except SignInPausedError:
                seconds[0] += 1
            except SignInError:
                break
        waits.append(seconds[0] - began)
    assert waits == [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60, 60]
    with pytest.raises(SignInPausedError):  # the address, whoever it asks for
        sign_ins.check("nobody", "wrong", "192.0.2.1")
    with pytest.raises(SignInPausedError):  # the name, wherever it comes from
        sign_ins.check("ana", PASSWORD, "192.0.2.2")
    seconds[0] += 61
    assert sign_ins.check("ana", PASSWORD, "192.0.2.2") == 12


@pytest.mark.parametrize("password", ["", "short", "x" * 1001])
def test_a_password_that_is_easily_guessed_is_refused(tmp_path: Path, password: str) -> None:
    with pytest.raises(InputError, match="15 to 1,000"):
        open_project(tmp_path / "project").add_user("ana", password, "me")


def test_another_host_without_certificate_or_users_is_one_clear_line(tmp_path: Path, run_gyges: RunGyges) -> None:
    cert, key = map(str, certificate(tmp_path))
    project = str(tmp_path / "project")
    open_to_all = ("--no-browser", "--host", "0.0.0.0")  # noqa: S104
    for options, said in (
        (open_to_all, "give --tls-cert and --tls-key"),
        ((*open_to_all, "--tls-cert", cert), "belong together"),
        ((*open_to_all, "--tls-cert", cert, "--tls-key", key), "nobody could sign in"),
        (("--no-browser", "--tls-cert", key, "--tls-key", key), "no certificate and key"),
        (("--add-user", "ana"), "terminal"),
    ):
        made = run_gyges("studio", project, *options)
        assert made.status == 2
        assert said in made.err
        assert len(made.err.splitlines()) == 1


def test_a_password_is_asked_for_on_the_terminal_and_never_shown(tmp_path: Path, run_gyges: RunGyges) -> None:
    """A real terminal: what is typed does not come back on it."""
    project = tmp_path / "project"
    pid, line = pty.fork()
    if pid == 0:  # pragma: no cover - the other process
        os.execv(sys.executable, [sys.executable, "-m", "gyges", "studio", str(project), "--add-user", "ana"])  # noqa: S606
    shown, typed = b"", 0
    while True:
        if not select.select([line], [], [], 120)[0]:
            os.kill(pid, signal.SIGKILL)  # or the test would wait for it without end
            break
        try:
            piece = os.read(line, 4096)
        except OSError:  # it has ended
            break
        if not piece:
            break
        shown += piece
        if shown.endswith(b": ") and typed < 2 and shown.count(b": ") > typed:  # the space comes once nothing is echoed
            os.write(line, f"{PASSWORD}\n".encode())
            typed += 1
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown
    assert PASSWORD.encode() not in shown
    made = open_project(project)
    assert made.users.names() == ["ana"]
    assert SignIns(made.users).check("ana", PASSWORD, "") == 0
    assert PASSWORD.encode() not in b"".join(path.read_bytes() for path in project.iterdir())
    assert run_gyges("studio", project, "--remove-user", "ana").status == 0
    assert made.users.names() == []


def test_the_host_header_of_an_open_studio_must_be_one_it_is_known_by(
    open_studio: tuple[RunningStudio, ssl.SSLContext],
) -> None:
    port = urllib.parse.urlsplit(open_studio[0].address).port
    with _client(open_studio) as client:
        assert client.get("/", headers={"host": f"evil.example:{port}"}).status_code == 421
        assert client.get("/", headers={"host": f"LocalHost:{port}"}).status_code == 200


@pytest.mark.slow
def test_the_page_signs_in_and_out_and_a_wrong_password_is_told(
    open_studio: tuple[RunningStudio, ssl.SSLContext], browser: Browser
) -> None:
    context = browser.new_context(ignore_https_errors=True, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(open_studio[0].address)
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Password").fill("a password that is wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not fit")
    assert page.evaluate(CHECKS) == []
    page.get_by_label("Password").fill(f"{PASSWORD} ana")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("A sign-in under your name failed")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".row")).to_have_count(1)
    assert page.evaluate("document.cookie") == ""
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Password")).to_be_visible()
    context.close()


def test_who_signs_in_cannot_write_for_a_colleague_by_a_file(
    open_studio: tuple[RunningStudio, ssl.SSLContext],
) -> None:
    row = {"kind": "people", "id": "one", "author": "ana", "done": True, "body": {"subjects": []}}
    with _client(open_studio) as client:
        assert _sign_in(client, "bo").status_code == 200
        answer = client.post("/api/files", json={"kind": "sheets", "text": json.dumps(row)})
        assert answer.status_code == 400
        assert "'ana'" in answer.json()["problem"]
        assert client.get("/api/agreement").json()["annotators"] == []


def test_who_signs_out_ends_that_session_and_no_other(tmp_path: Path) -> None:
    project = open_project(tmp_path / "project")
    project.add_user("ana", PASSWORD, "me")
    here, elsewhere = (Sessions(project.secret(), project.users) for _ in range(2))
    one, two = here.cookie("ana"), here.cookie("ana")
    here.end(one)
    here.end("nonsense")
    assert [elsewhere.name_in(cookie) for cookie in (one, two)] == [None, "ana"]
