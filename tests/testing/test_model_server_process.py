"""``python -m gyges.testing``: the server as a process of its own."""

import hashlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

CHAT = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server, and yield it with its address."""
    command = [sys.executable, "-m", "gyges.testing", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("listening on http://127.0.0.1:")
            yield process, first.removeprefix("listening on ").strip()
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_process_serves_until_a_signal_and_ends_well(number: signal.Signals) -> None:
    with running("--port", "0") as (process, url):
        assert httpx.post(f"{url}/chat/completions", json=CHAT).status_code == 200
        process.send_signal(number)
        out, error = process.communicate(timeout=10)
        assert (process.returncode, out, error) == (0, "", "")


def test_the_log_has_a_line_for_each_answer_and_none_for_clients_that_left(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("a line from before\n")
    content = json.dumps(CHAT).encode()
    with running("--latency", "0.3", "--log", str(log)) as (process, url):
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{url}/chat/completions", json=CHAT, timeout=0.1)
        httpx.post(f"{url}/chat/completions", content=content)
        before, line = log.read_text().splitlines()
        process.terminate()
        process.communicate(timeout=10)
    entry = json.loads(line)
    assert before == "a line from before"
    assert (entry["number"], entry["path"], entry["outcome"]) == (2, "/v1/chat/completions", "answered")
    assert entry["sha256"] == hashlib.sha256(content).hexdigest()
    assert 0.3 <= entry["finished"] - entry["started"] < 2
    assert log.read_text().count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--faults", "2"), "the fault rate is 2.0"),
        (("--kinds", "nonsense"), "nonsense"),
        (("--log", "/nonexistent/log"), "/nonexistent/log"),
    ],
)
def test_bad_arguments_end_with_status_2_and_the_reason(arguments: tuple[str, ...], words: str) -> None:
    command = [sys.executable, "-m", "gyges.testing", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
