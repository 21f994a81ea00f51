"""What was paid is told whole, however often the run that paid it was killed."""

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gyges.corpus import write_documents, write_releases
from gyges.records import Release
from gyges.testing import ChatRequest, ModelServer, ServedOutcome, schema_answer
from runs.benchmark import world

GYGES = str(Path(sys.executable).with_name("gyges"))
IN_FLIGHT = 2
KILLED_AFTER = (5, 11)
"""Calls, over all runs, after which a run is killed."""

AUDIT = ("audit", "texts.jsonl", "releases.jsonl", "--attacker", "MODEL", "--stages", "1", "--out", "run")
BENCHMARK = ("benchmark", "plan.yaml", "--model", "MODEL", "--out", "run")
TOLD = {"audit": AUDIT, "benchmark": BENCHMARK}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    people = [world.document(name) for name in world.PEOPLE if name != world.REFUSED]
    documents = [
        replace(one, id=f"{one.id}-{year}", text=f"{one.text} That was in the spring of the year {year}.")
        for one in people
        for year in range(1991, 1996)
    ]
    write_documents(documents, tmp_path / "texts.jsonl")
    write_releases([Release(d.id, d.text, "none") for d in documents], tmp_path / "releases.jsonl")
    (tmp_path / "gyges.yaml").write_text(f"concurrency: {IN_FLIGHT}\n")
    (tmp_path / "plan.yaml").write_text(
        "name: p\ndatasets: [{name: own, path: texts.jsonl}]\nmethods: [dp-prompt]\nattackers: [MODEL]\nstages: 1\n"
    )


def _answer(request: ChatRequest) -> str:
    known = ("'people'", "'matches'", "'explanation'")
    return (world.answer if any(name in str(request.schema) for name in known) else schema_answer)(request)


def _told(verb: str) -> dict[str, Any]:
    """Return the cost as the files of a run tell it."""
    made = json.loads(Path("run", "benchmark.json" if verb == "benchmark" else "results.json").read_text())
    return dict(made["spent"] if verb == "benchmark" else made["cost"])


def _paid(server: ModelServer) -> int:
    return sum(one.outcome is ServedOutcome.ANSWERED for one in server.requests)


@pytest.mark.slow
@pytest.mark.parametrize("verb", TOLD)
def test_what_killed_runs_paid_is_in_the_cost_of_the_one_that_ends(verb: str) -> None:
    with ModelServer(_answer, latency=0.05) as server:
        Path("plan.yaml").write_text(Path("plan.yaml").read_text().replace("MODEL", server.spec()))
        words = [GYGES, *(server.spec() if word == "MODEL" else word for word in TOLD[verb])]
        for calls in KILLED_AFTER:
            with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
                while _paid(server) < calls:
                    assert run.poll() is None
                    time.sleep(0.02)
                run.kill()
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        paid, told = len(server.requests), _told(verb)
        assert paid > KILLED_AFTER[-1]
        assert paid - len(KILLED_AFTER) * IN_FLIGHT <= told["calls"] <= paid
        if verb == "benchmark":
            _tell_the_same_in_cells(told)
        again = subprocess.run(words, capture_output=True, text=True, check=False)
        assert again.returncode == done.returncode
        assert len(server.requests) == paid
        assert {**_told(verb), "cached_calls": 0} == {**told, "cached_calls": 0}


def _tell_the_same_in_cells(told: dict[str, Any]) -> None:
    made = json.loads(Path("run", "benchmark.json").read_text())
    results = [json.loads(path.read_text()) for path in Path("run").rglob("results.json")]
    cells = [cell["cost"] for cell in made["cells"]] + [one["cost"] for one in results]
    assert sum(cost["calls"] for cost in cells) == told["calls"]
    assert all(cost["calls"] for cost in cells)
