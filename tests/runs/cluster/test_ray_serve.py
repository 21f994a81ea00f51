"""A model that Ray Serve serves is asked like any other, also by a run that computes on the same cluster."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gyges import audit
from gyges.api import AuditResult
from gyges.corpus import bundled_corpus
from gyges.runs.cluster import RayCluster
from gyges.testing import ModelServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray's own processes and logs
]
DOCUMENTS = bundled_corpus()[:2]


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, str]]:
    """The name of a model behind Ray Serve, and the address of the cluster that it is on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(Path(__file__).with_name("served_model.py")), str(port)]
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"}
    there["RAY_raylet_start_wait_time_s"] = "180"  # 30 are too few on a busy computer
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=there) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, process.wait()
        yield f"http://127.0.0.1:{port}/v1#local", address
        process.stdin.close()
        process.wait(120)


def _figures(made: AuditResult) -> dict[str, object]:
    told = made.results.model_dump(mode="json")
    return {name: told[name] for name in ("coverage", "metrics", "by_tag", "subjects")}


def test_a_model_of_ray_serve_gives_what_the_same_model_gives_alone(served: tuple[str, str]) -> None:
    model, cluster = served
    there = audit(DOCUMENTS, attacker=model, jobs=RayCluster(cluster))
    with ModelServer() as server:
        alone = audit(DOCUMENTS, attacker=server.spec("local"), jobs=1)
        assert server.requests
    assert there.results.coverage.attacked == len(DOCUMENTS)
    assert not there.results.coverage.failed
    assert there.results.cost["calls"] == len(server.requests)
    assert _figures(there) == _figures(alone)
