"""A model that Ray Serve serves is asked like any other, also by a run that computes on the same cluster."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gyges.corpus import bundled_corpus, write_documents
from gyges.testing import ModelServer

pytestmark = pytest.mark.slow
TEXTS = "texts.jsonl"
DOCUMENTS = bundled_corpus()[:2]


@dataclass(frozen=True)
class ServedOnCluster:
    """A model behind Ray Serve, the cluster it is on, and the environment that reaches both."""

    model: str
    cluster: str
    environment: Mapping[str, str]


@pytest.fixture(scope="module")
def served() -> Iterator[ServedOnCluster]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(Path(__file__).with_name("served_model.py")), str(port)]
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"}
    there |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "of-this-test-alone"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=there) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, process.wait()
        yield ServedOnCluster(f"http://127.0.0.1:{port}/v1#local", address, there)
        process.stdin.close()
        process.wait(120)


def _audit(environment: Mapping[str, str], model: str, *more: str) -> dict[str, Any]:
    command = (
        sys.executable,
        "-m",
        "gyges",
        "audit",
        TEXTS,
        "--attacker",
        model,
        "--matcher",
        "rules",
        "--accept",
        "weak-reader",  # the server invents its answers
        "--fail-under",
        "coverage=0",
        "--json",
        "-",
        *more,
    )
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_model_of_ray_serve_gives_what_the_same_model_gives_alone(
    served: ServedOnCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents(DOCUMENTS, TEXTS)
    there = _audit(served.environment, served.model, "--engine", "ray", "--address", served.cluster)
    with ModelServer() as server:
        alone = _audit(os.environ, server.spec("local"), "--jobs", "1")
    assert there["coverage"]["attacked"] == len(DOCUMENTS)
    assert there["coverage"]["failed"] == []
    assert there["cost"]["calls"] == len(server.requests) > 0
    for name in ("coverage", "metrics", "by_tag", "subjects"):
        assert there[name] == alone[name]
