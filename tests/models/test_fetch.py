"""Weights are brought from an address or a file, and only if they are the right ones."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.stores import web_server
from gyges.errors import InputError, UnknownNameError
from gyges.models import WEIGHTS, fetch_weights, weights_named, weights_path

CONTENT = b"weights" * 1000
BASE = WEIGHTS[0]
SOME = replace(BASE, sha256=hashlib.sha256(CONTENT).hexdigest())


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "weights.gguf"
    path.write_bytes(CONTENT)
    return path


def test_a_file_is_copied_into_the_cache(plain: Path) -> None:
    path = fetch_weights(SOME, str(plain))
    assert path == weights_path(SOME)
    assert path.read_bytes() == CONTENT
    assert [other.name for other in path.parent.iterdir()] == [SOME.file]


def test_other_weights_are_refused_and_nothing_is_left(plain: Path) -> None:
    with pytest.raises(InputError, match="has the hash"):
        fetch_weights(BASE, str(plain))
    assert not weights_path(BASE).exists()
    assert not list(weights_path(BASE).parent.iterdir())


def test_what_is_there_is_not_fetched_again_unless_told(plain: Path) -> None:
    fetch_weights(SOME, str(plain))
    assert fetch_weights(SOME, "no/such/file") == weights_path(SOME)
    with pytest.raises(InputError, match="cannot be read"):
        fetch_weights(SOME, "no/such/file", force=True)


@pytest.fixture
def address() -> Iterator[str]:
    with web_server({"/weights.gguf": CONTENT}) as host:
        yield f"http://{host}"


@pytest.mark.parametrize("named", [True, False])
def test_an_address_is_downloaded(address: str, named: bool) -> None:
    published = replace(SOME, address=f"{address}/weights.gguf")
    path = fetch_weights(SOME, published.address) if named else fetch_weights(published)
    assert path.read_bytes() == CONTENT


def test_an_address_without_a_file_is_said_to_be_so_and_leaves_a_way_out(address: str) -> None:
    with pytest.raises(InputError, match="cannot be downloaded") as caught:
        fetch_weights(SOME, f"{address}/missing.gguf")
    assert "--from" in caught.value.remedy


def test_unknown_weights_are_named() -> None:
    assert weights_named(BASE.name) is BASE
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
