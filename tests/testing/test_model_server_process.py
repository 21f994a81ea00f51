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


def test_a_signal_ends_the_process_while_clients_wait() -> None:
    with running("--latency", "30") as (process, url), httpx.Client() as client:
        with pytest.raises(httpx.ReadTimeout):
            client.post(f"{url}/chat/completions", json=CHAT, timeout=0.2)
        process.send_signal(signal.SIGTERM)
        _, error = process.communicate(timeout=10)
        assert (process.returncode, error) == (0, "")


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


def test_two_processes_with_the_same_seed_commit_the_same_faults(tmp_path: Path) -> None:
    runs = []
    for name in ("one", "two"):
        log = tmp_path / name
        faults = ("--faults", "0.5", "--kinds", "rate_limit,garbage", "--seed", "7", "--log", str(log))
        with running(*faults) as (_, url), httpx.Client() as client:
            for number in range(20):
                client.post(f"{url}/chat/completions", json={**CHAT, "user": str(number)})
            runs.append([json.loads(line)["outcome"] for line in log.read_text().splitlines()])
    assert runs[0] == runs[1]
    assert set(runs[0]) == {"answered", "rate_limit", "garbage"}


def test_slots_keys_and_latency_ranges_can_be_set() -> None:
    with running("--slots", "1", "--api-key", "k", "--latency", "0.01:0.02") as (_, url):
        statuses = [
            httpx.post(f"{url}/chat/completions", json=CHAT, headers=headers).status_code
            for headers in ({}, {"authorization": "Bearer k"})
        ]
    assert statuses == [401, 200]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--faults", "2"), "the fault rate is 2.0"),
        (("--slots", "0"), "0 slots"),
        (("--kinds", "nonsense"), "nonsense"),
        (("--latency", "fast"), "fast"),
        (("--log", "/nonexistent/log"), "/nonexistent/log"),
    ],
)
def test_bad_arguments_end_with_status_2_and_the_reason(arguments: tuple[str, ...], words: str) -> None:
    command = [sys.executable, "-m", "gyges.testing", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
