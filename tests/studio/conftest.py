"""A real studio in a process of its own, and a real browser to look at it."""

import json
import re
import shutil
import subprocess
import sys
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from gyges.cli import main

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
OWN = {"x-gyges-studio": "1"}


@dataclass
class RunningStudio:
    """A studio that runs."""

    process: subprocess.Popen[str]
    link: str
    folder: Path
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where its pages are, without a slash at the end."""
        return self.link.split("/open")[0]

    def link_for(self, name: str) -> str:
        """Return the link for somebody."""
        parts = urllib.parse.urlsplit(self.link)
        query = urllib.parse.parse_qs(parts.query) | {"name": [name]}
        return parts._replace(query=urllib.parse.urlencode(query, doseq=True)).geturl()

    def client(self, name: str = "ana") -> httpx.Client:
        """Return somebody who has opened the link and asks without a browser."""
        client = httpx.Client(base_url=self.address, headers=OWN, timeout=60)
        self.clients.append(client)
        assert client.get(self.link_for(name)).status_code == 303
        return client


StartStudio = Callable[..., RunningStudio]


@contextmanager
def studios(below: Path) -> Iterator[StartStudio]:
    """Start a studio on documents (rows of JSONL) and sets of releases; all are stopped in the end."""
    running: list[RunningStudio] = []

    def start(
        documents: Sequence[dict[str, Any]] = (),
        releases: dict[str, Sequence[dict[str, Any]]] | None = None,
        *options: str,
    ) -> RunningStudio:
        folder = below / "project"
        given: list[str] = []
        if documents:
            given += ["--documents", str(_jsonl(below / "documents.jsonl", documents))]
        for name, rows in (releases or {}).items():
            given += ["--releases", str(_jsonl(below / f"{name}.jsonl", rows))]
        command = [sys.executable, "-m", "gyges", "studio", str(folder), "--no-browser", *given, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            found = re.search(r"https?://\S+", line)
            if found:
                running.append(RunningStudio(process, found.group(), folder))
                return running[-1]
        raise AssertionError(f"the studio did not start: {said}")

    yield start
    for studio in running:
        for client in studio.clients:
            client.close()
        studio.process.kill()
        studio.process.communicate()


@pytest.fixture
def start_studio(tmp_path: Path) -> Iterator[StartStudio]:
    """Start studios of one test."""
    with studios(tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def shared_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    """A studio that all tests of a module ask, as none of them changes what others look at."""
    with studios(tmp_path_factory.mktemp("shared")) as start:
        yield start([{"id": f"letter-{number}", "text": f"Letter {number} of Ana Reis."} for number in range(3)])


@dataclass(frozen=True)
class Ended:
    """What a command ended with and said."""

    status: object
    out: str
    err: str


RunGyges = Callable[..., Ended]


@pytest.fixture
def run_gyges(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunGyges:
    """Run the command ``gyges`` in this process, which takes a tenth of the time of one of its own."""

    def run(*words: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["gyges", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        return Ended(end.value.code or 0, *capsys.readouterr())

    return run


def _jsonl(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")  # while it runs its loop is in this thread, and no other one can be
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or any Chrome that is there."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a studio as somebody, in a window of their own; nothing may go wrong unseen in any of them."""
    wrong: list[str] = []
    contexts = []

    def open_(studio: RunningStudio, name: str = "ana", **window: Any) -> Page:
        context = browser.new_context(**window)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(studio.link_for(name))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not wrong
