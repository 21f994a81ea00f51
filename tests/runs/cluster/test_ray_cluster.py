"""A cluster of two machines on this one, by Ray's own means: what it finds, and what it survives."""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner

from gyges.anonymizers import Tools
from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents
from gyges.errors import ConfigError, CrewLostError, OutOfTimeError, WorkerDiedError
from gyges.models import ModelPool
from gyges.records import Document
from gyges.runs import (
    AnonymizeOptions,
    AuditOptions,
    Event,
    Run,
    RunStopped,
    Stage,
    anonymize_corpus,
    audit_corpus,
    run_stage,
)
from gyges.runs.cluster import RayCluster
from gyges.runs.cluster._ray import connected, import_ray
from gyges.runs.workers import Jobs, _crew, _watch
from gyges.runs.workers._worker import Worker
from runs.workers import remote_works

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray's own processes and logs
]
DOCUMENTS = bundled_corpus()[:8]
NAPS = {f"d{number}": "nap" for number in range(60)}
STORE = 80 * 2**20
"""Bytes of shared memory for each machine; Ray takes no fewer than 75 MB."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two machines with a CPU each."""
    import_ray()  # before anybody else does, as in a run: it keeps Ray quiet
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # what pytest added is for workers too
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        made = Cluster(True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": STORE})
        add_a_machine(made)
        yield made
        made.shutdown()


def add_a_machine(cluster: Any) -> None:
    """Add a machine; Ray gives one 30 s to start, which a busy computer may not do."""
    for left in (2, 1, 0):
        try:
            cluster.add_node(num_cpus=1, object_store_memory=STORE)
        except Exception as error:
            if not left or "timed out during startup" not in str(error):
                raise
        else:
            return


def lose_a_machine(cluster: Any) -> None:
    cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)


async def never(document: Document) -> str:
    raise AssertionError(f"{document.id} was not sent to a worker")


def worked(texts: Mapping[str, str], folder: Path, jobs: RayCluster, heard: list[Event] | None = None) -> Run:
    """Send texts to workers, and log what they do."""
    folder.mkdir(exist_ok=True)
    stage = Stage("work", never, remote=partial(remote_works.logged, folder))
    listener = None if heard is None else heard.append

    async def main() -> Run:
        async with jobs.crew() as crew:
            documents = [Document(*row) for row in texts.items()]
            return await run_stage(stage, documents, folder / "run", workers=crew, listener=listener, kind="audit")

    return anyio.run(main)


def begun(folder: Path) -> list[str]:
    log = folder / "log"
    return [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []


def keys(folder: Path) -> list[str]:
    return [line.split()[1] for line in (folder / "run" / "journal").read_text().splitlines()]


def after(lines: int, folder: Path, act: Callable[[], object]) -> threading.Thread:
    """Do something when workers have begun so many texts."""

    def wait() -> None:
        end = time.monotonic() + 300
        while len(begun(folder)) < lines and time.monotonic() < end:
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def assert_each_is_kept_once(run: Run, folder: Path) -> None:
    assert {id_: outcome.value for id_, outcome in run.results()} == dict.fromkeys(NAPS, "nap by a worker")
    assert len(keys(folder)) == len(set(keys(folder))) == len(NAPS)


def made_and_audited(folder: Path, jobs: Jobs) -> tuple[str, str]:
    async def main() -> tuple[str, str]:
        async with ModelPool() as pool:
            made = await anonymize_corpus(DOCUMENTS, folder / "made", Tools(pool), AnonymizeOptions("mask", jobs=jobs))
            releases = dict(made.releases)
            options = AuditOptions()
            (audit,) = await audit_corpus(
                DOCUMENTS, {"mask": releases}, folder / "audit", pool, options=options, jobs=jobs
            )
            return json.dumps([one.text for one in releases.values()]), audit.results.model_dump_json()

    return anyio.run(main)


def test_a_cluster_gives_what_one_process_gives(tmp_path: Path, cluster: Any) -> None:
    said: list[str] = []
    jobs = RayCluster(cluster.address, tell=said.append)
    assert made_and_audited(tmp_path / "ray", jobs) == made_and_audited(tmp_path / "one", 1)
    for place in ("made", "audit"):
        ray, one = ((tmp_path / who / place / "journal").read_text().splitlines() for who in ("ray", "one"))
        assert sorted(ray) == sorted(one)
    assert set(said) == {f"texts go to the Ray cluster at {cluster.address}: machines 2, workers 2"}
    write_documents(DOCUMENTS, tmp_path / "texts.jsonl")
    told = []
    for where in (["--engine", "ray", "--address", cluster.address], ["--jobs", "1"]):
        command = ["audit", str(tmp_path / "texts.jsonl"), *where, "--out", str(tmp_path / where[1]), "--json", "-"]
        told.append(json.loads(CliRunner().invoke(app, command).stdout)["metrics"])
    assert told[0] == told[1]


def test_workers_killed_and_stopped_by_their_texts_cost_only_those(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_watch, "BASE_SECONDS", 1.0)
    texts = {"a": "fine", "once": "die once", "deadly": "die", "endless": "spin", "b": "bad", "z": "fine"}
    outcomes = dict(worked(texts, tmp_path, RayCluster(cluster.address)).results())
    assert [id_ for id_, outcome in outcomes.items() if outcome.done] == ["a", "once", "z"]
    assert outcomes["deadly"].code == WorkerDiedError.code
    assert outcomes["endless"].code == OutOfTimeError.code
    assert outcomes["b"].reason == "GY101 it is bad; make it good"
    assert set(begun(tmp_path)) == set(texts)


def test_a_machine_lost_in_the_middle_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, cluster: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    kill = after(15, tmp_path, partial(lose_a_machine, cluster))
    try:
        run = worked(NAPS, tmp_path, RayCluster(cluster.address))
    finally:
        kill.join()
        add_a_machine(cluster)
    assert_each_is_kept_once(run, tmp_path)
    assert set(begun(tmp_path)) == set(NAPS)
    assert len(begun(tmp_path)) - len(NAPS) <= 1, "only what the lost machine had in hand is begun again"
    assert capfd.readouterr().out == "", "results go to standard output, and nothing that Ray has to say"


def test_a_run_ends_when_all_workers_are_gone_and_the_next_one_does_the_rest(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    heard: list[Event] = []

    def lose_all() -> None:
        monkeypatch.setattr(_crew, "PATIENCE_SECONDS", 1.0)
        lose_a_machine(cluster)

    with connected(cluster.address, None):
        there = NodeAffinitySchedulingStrategy(cluster.head_node.node_id, soft=False)
        holder = ray.remote(num_cpus=1, scheduling_strategy=there)(Worker).remote()  # on the only CPU that stays
        ray.get(holder.version.remote())
        kill = after(15, tmp_path, lose_all)
        with pytest.raises(CrewLostError, match="run the same command again"):
            worked(NAPS, tmp_path, RayCluster(workers=1), heard)
        kill.join()
    monkeypatch.undo()
    add_a_machine(cluster)
    (stopped,) = [event.summary for event in heard if isinstance(event, RunStopped)]
    assert (stopped.stopped, stopped.failed) == ("error", ())
    assert 0 < len(keys(tmp_path)) < len(NAPS)
    assert_each_is_kept_once(worked(NAPS, tmp_path, RayCluster(cluster.address)), tmp_path)


def test_a_cluster_without_a_free_cpu_is_refused_before_any_work(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with RayCluster(cluster.address).crew() as crew:
            for _ in range(2):
                await crew.do(remote_works.doubled, 1, "doubling")
            monkeypatch.setattr(_crew, "PATIENCE_SECONDS", 1.0)
            async with RayCluster(cluster.address, workers=1).crew():
                pass

    with pytest.raises(ConfigError, match="no worker for 1 s; see by 'ray status'"):
        anyio.run(main)


def test_a_program_that_is_connected_to_another_cluster_than_the_named_one_is_refused(cluster: Any) -> None:
    host, _, port = cluster.address.rpartition(":")
    with connected(cluster.address, None):
        for same in (cluster.address, f"localhost:{port}", "auto", None):
            with connected(same, None) as found:
                assert found.head == cluster.address
        for other in (f"{host}:1", f"192.0.2.1:{port}", "local", "nonsense"):
            with (
                pytest.raises(ConfigError, match=f"connected to the Ray cluster at .* not {other}"),
                connected(other, None),
            ):
                raise AssertionError("texts would go to another cluster")
