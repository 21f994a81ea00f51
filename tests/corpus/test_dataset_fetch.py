"""Fetching, from a real server on this machine."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from gyges._home import data_home
from gyges.corpus import Dataset, dataset, load_dataset
from gyges.corpus._datasets import _load
from gyges.corpus._datasets._fetch import fetch_dataset
from gyges.corpus._datasets._registry import PublishedFile
from gyges.errors import DatasetUnavailableError

ROW = {"metadata": {"data_id": "TAB-00001"}, "text": "Hi, I am Ana", "subjects": []}
CONTENT = (json.dumps(ROW) + "\n").encode()
SPANS = (json.dumps({"metadata": {"data_id": "TAB-00001"}, "text": ROW["text"], "entities": []}) + "\n").encode()


class _Server(ThreadingHTTPServer):
    requests: list[str]


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder, with a few ways to misbehave."""

    server: _Server

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        if self.path == "/moved.jsonl":
            self.send_response(302)
            self.send_header("Location", "/subjects.jsonl")
            self.end_headers()
        elif self.path == "/cut.jsonl":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(CONTENT)
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Server]:
    monkeypatch.setenv("NO_PROXY", "*")
    site = tmp_path / "site"
    site.mkdir()
    (site / "subjects.jsonl").write_bytes(CONTENT)
    (site / "spans.jsonl").write_bytes(SPANS)
    (site / "login.html").write_text("<html>Please log in</html>", encoding="utf-8")
    running = _Server(("127.0.0.1", 0), partial(_Handler, directory=str(site)))
    running.requests = []
    thread = Thread(target=running.serve_forever, args=(0.01,))
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


def _address(server: _Server, name: str) -> str:
    return f"http://127.0.0.1:{server.server_port}/{name}"


def _one_file(server: _Server, name: str = "subjects.jsonl", sha256: str = "") -> Dataset:
    file = PublishedFile("spia_tab_144.jsonl", _address(server, name), sha256=sha256)
    return replace(dataset("spia-tab"), files=(file,))


def test_a_dataset_is_fetched_into_the_data_folder(server: _Server) -> None:
    (path,) = fetch_dataset(_one_file(server))
    assert path == data_home() / "spia-tab" / "spia_tab_144.jsonl"
    assert path.read_bytes() == CONTENT
    assert list(path.parent.iterdir()) == [path]


def test_what_is_there_is_not_fetched_again_unless_told(server: _Server) -> None:
    wanted = _one_file(server)
    (path,) = fetch_dataset(wanted)
    path.write_bytes(b"mine")
    fetch_dataset(wanted)
    assert path.read_bytes() == b"mine"
    assert len(server.requests) == 1
    fetch_dataset(wanted, force=True)
    assert path.read_bytes() == CONTENT


def _refusal(wanted: Dataset) -> DatasetUnavailableError:
    with pytest.raises(DatasetUnavailableError) as caught:
        fetch_dataset(wanted)
    folder = data_home() / wanted.name
    assert not folder.exists() or list(folder.iterdir()) == [], "nothing half or wrong is kept"
    return caught.value


def test_the_wrong_checksum_is_refused_and_the_file_not_kept(server: _Server) -> None:
    error = _refusal(_one_file(server, sha256="0" * 64))
    assert f"its SHA-256 is {hashlib.sha256(CONTENT).hexdigest()}, not {'0' * 64}" in error.problem


def test_a_wrong_download_does_not_touch_the_file_that_was_there(server: _Server) -> None:
    (path,) = fetch_dataset(_one_file(server))
    with pytest.raises(DatasetUnavailableError, match="SHA-256"):
        fetch_dataset(_one_file(server, "spans.jsonl", sha256="0" * 64), force=True)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.jsonl", "the server answered 404"),
        ("login.html", "a web page instead of data"),
        ("cut.jsonl", "closed connection"),
    ],
)
def test_a_bad_answer_says_what_to_download_by_hand(server: _Server, name: str, words: str) -> None:
    error = _refusal(_one_file(server, name))
    assert words in error.problem
    target = data_home() / "spia-tab" / "spia_tab_144.jsonl"
    assert error.remedy == f"download {_address(server, name)} and save it as {target}"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x.jsonl", "http://no-such-host.invalid/x.jsonl", "http://[/x"])
def test_no_network_says_what_to_download_by_hand(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    wanted = replace(dataset("spia-tab"), files=(PublishedFile("spia_tab_144.jsonl", url),))
    error = _refusal(wanted)
    assert "spia_tab_144.jsonl of the dataset 'spia-tab' could not be fetched (" in error.problem
    assert f"download {url} and save it as " in error.remedy


def _register(monkeypatch: pytest.MonkeyPatch, server: _Server) -> Dataset:
    subjects, spans = dataset("spia-tab").files
    files = (
        replace(subjects, url=_address(server, "subjects.jsonl")),
        replace(spans, url=_address(server, "spans.jsonl")),
    )
    wanted = replace(dataset("spia-tab"), files=files)
    monkeypatch.setattr(_load, "dataset", lambda name: wanted)
    return wanted


def test_loading_by_name_never_goes_to_the_network(server: _Server, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = _register(monkeypatch, server)
    with pytest.raises(DatasetUnavailableError, match="not on this machine; run: gyges datasets get spia-tab"):
        load_dataset("spia-tab")
    assert server.requests == []
    fetch_dataset(wanted)
    assert sorted(server.requests) == ["/spans.jsonl", "/subjects.jsonl"]
    (document,) = load_dataset("spia-tab")
    assert document.mentions == ()
    (data_home() / "spia-tab" / "entity_tab_144.jsonl").unlink()
    (again,) = load_dataset("spia-tab")
    assert again.mentions is None
    assert len(server.requests) == 2


def test_proxies_of_the_environment_are_not_used_and_a_named_one_is(
    server: _Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert len(fetch_dataset(_one_file(server))) == 1
    with pytest.raises(DatasetUnavailableError, match="could not be fetched"):
        fetch_dataset(_one_file(server), force=True, proxy="http://127.0.0.1:9")


def test_a_file_whose_address_nobody_knows_names_the_page_that_leads_to_it(tmp_path: Path) -> None:
    with pytest.raises(DatasetUnavailableError) as caught:
        fetch_dataset(dataset("rat-bench"), tmp_path)
    assert "its address is not known" in caught.value.problem
    assert "download it from https://arxiv.org/abs/2602.12806 and save it as " in caught.value.remedy
