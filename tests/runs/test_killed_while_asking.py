"""Law 6 with real parts: a real server, a real process, real SIGKILLs."""

import contextlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from gyges.models import DocumentText, Request
from gyges.records import Document
from gyges.runs import Journal
from gyges.testing import ModelServer, ServedRequest
from runs.ask_worker import DOCUMENTS, IN_FLIGHT, TakeNote, documents

KILLS = 20
WORKER = Path(__file__).parent / "ask_worker.py"


def _start(server: ModelServer, home: Path) -> "subprocess.Popen[str]":
    files = (home / "run", home / "cache.sqlite", home / "out.jsonl")
    return subprocess.Popen([sys.executable, WORKER, server.url, *files], stdout=subprocess.PIPE, text=True)


def _finish(server: ModelServer, home: Path) -> bytes:
    with _start(server, home) as worker:
        assert worker.wait(timeout=60) == 0
    return (home / "out.jsonl").read_bytes()


def _document(request: ServedRequest) -> str:
    found = re.search(r"letter number (\d{3})", str(request.body))
    assert found is not None
    return f"doc-{found.group(1)}"


def _journaled(home: Path) -> set[str]:
    """Read a copy: opening the journal itself would repair what the next run must repair."""
    if not (home / "run" / "journal").exists():
        return set()
    copy = home / "copy"
    shutil.copy(home / "run" / "journal", copy)
    with Journal(copy) as journal:
        return {str(journal.get(key)["document"]) for key in list(journal.keys())}  # type: ignore[index, call-overload]


def _paid(home: Path) -> set[str]:
    """Return the documents whose reply is in the cache, whether or not their unit is in the journal."""
    if not (home / "cache.sqlite").exists():
        return set()
    with contextlib.closing(sqlite3.connect(home / "cache.sqlite")) as cache:
        kept = {key for (key,) in cache.execute("SELECT key FROM replies")}
    return {document.id for document in documents() if _key(document) in kept}


def _key(document: Document) -> str:
    prompt = TakeNote(DocumentText(document.text))
    request = Request(prompt.messages(), prompt.schema(), prompt.temperature, prompt.max_tokens)
    return request.digest(ENDPOINTS[0], "scripted")


ENDPOINTS: list[str] = []


@pytest.mark.slow
def test_killed_at_random_moments_a_run_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    moments = random.Random(7)
    undisturbed, disturbed = tmp_path / "undisturbed", tmp_path / "disturbed"
    undisturbed.mkdir()
    disturbed.mkdir()
    with ModelServer(latency=0.1) as server:
        ENDPOINTS[:] = [server.url]
        expected = _finish(server, undisturbed)
        before = len(server.requests)
        finished: set[str] = set()
        paid: set[str] = set()
        for _ in range(KILLS):
            with _start(server, disturbed) as worker:
                assert worker.stdout is not None
                assert worker.stdout.readline() == "started\n"
                time.sleep(moments.uniform(0, 0.25))
                worker.kill()
            time.sleep(0.15)  # let the server finish what was under way
            asked = [_document(request) for request in server.requests[before:]]
            assert not (finished | paid) & set(asked)
            finished, paid = _journaled(disturbed), _paid(disturbed)
            before = len(server.requests)
        assert 0 < len(finished) < DOCUMENTS
        assert _finish(server, disturbed) == expected
        assert not (finished | paid) & {_document(request) for request in server.requests[before:]}
        calls = Counter(_document(request) for request in server.requests)
    # Each document once undisturbed and once disturbed; only what was in flight at a kill may be asked again.
    assert len(calls) == DOCUMENTS
    assert sum(calls.values()) <= 2 * DOCUMENTS + KILLS * IN_FLIGHT
