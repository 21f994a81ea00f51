"""The plans that stand for tables of papers, from the command line to the report, against a local server."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.errors import ConfigError
from gyges.runs.benchmark import load_plan, shipped_plans
from gyges.testing import ModelServer
from gyges.tuning import load_task
from runs.benchmark import paper_world

MODELS = ("spia-table4", "spia-table11", "staab", "staab-table5")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    paper_world.fill(tmp_path / "home")
    return tmp_path


def _benchmark(plan: str, *flags: str) -> Any:
    return CliRunner().invoke(app, ["benchmark", plan, "--limit", "2", *flags])


def _models(server: ModelServer) -> list[str]:
    model = server.spec()
    flags = ["--model", model, "--attacker", model, "--attacker", "rules", "--judge", model]
    return [*flags, "--answerer", model, "--matcher", "rules"]


def test_table_5_has_the_accuracy_of_the_judge_on_the_questions_of_medqa(home: Path) -> None:
    with ModelServer(paper_world.answer) as server:
        model = server.spec()
        flags = ["--model", model, "--attacker", "rules", "--judge", model, "--matcher", "rules"]
        done = _benchmark("staab-table5", *flags, "--out", "run", "--json", "-")
    assert done.exit_code == 0, done.output
    cells = {cell["title"]: cell["results"]["utility"]["task_accuracy"] for cell in json.loads(done.stdout)["cells"]}
    assert cells["none"]["value"] == 1.0  # it says A, which is right
    assert cells["none"]["denominator"] == 2


def test_the_attacks_of_spia_are_asked_as_the_paper_asks_them(home: Path) -> None:
    for name in ("spia-table4", "spia-table9", "spia-table11"):
        plan = load_plan(name)
        assert (plan.guess_all, plan.examples, plan.profile) == (True, True, "paper")


@pytest.mark.parametrize("plan", sorted({*shipped_plans()} - {"demo"}))
def test_a_dry_run_of_every_plan_says_which_data_sets_are_not_here_and_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: str
) -> None:
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "empty"))
    monkeypatch.chdir(tmp_path)
    model = ["--model", "http://127.0.0.1:9/v1#nobody", "--judge", "http://127.0.0.1:9/v1#nobody"]
    done = _benchmark(plan, *model, "--dry-run", "--json", "-")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    missing = {name for one in told["left_out"] for name in re.findall(r"gyges datasets get (\S+)", one["reason"])}
    wanted = _sources(plan)
    assert missing == wanted
    assert not told["rows"]


def _sources(plan: str) -> set[str]:
    named = load_plan(plan)
    return {choice.name for choice in named.datasets} | {load_task(choice.task).source() for choice in named.tasks}


def test_a_table_that_compares_attackers_needs_two_of_them(home: Path) -> None:
    with ModelServer(paper_world.answer) as server:
        done = _benchmark("spia-table11", "--model", server.spec(), "--attacker", "rules", "--out", "run")
        assert not server.requests
    assert isinstance(done.exception, ConfigError)
    assert "name two or more with --attacker" in str(done.exception)


def test_an_unknown_table_is_refused_before_anything_is_done(home: Path) -> None:
    (home / "plan.yaml").write_text("name: p\ndatasets: [bundled]\nmethods: [none]\ntables: [spia-table44]\n")
    done = _benchmark("plan.yaml", "--out", "run")
    assert isinstance(done.exception, ConfigError)
    assert "did you mean spia-table4?" in str(done.exception)
    assert not (home / "run").exists()


def test_every_attacker_is_a_row_of_table_9_and_two_joined_by_a_plus_are_one(home: Path) -> None:
    flags = ["--attacker", "rules", "--attacker", "rules:general", "--attacker", "rules+rules:general"]
    done = _benchmark("spia-table9", *flags, "--out", "run", "--json", "-")
    assert done.exit_code == 0, done.output
    cells = [cell for cell in json.loads(done.stdout)["cells"] if cell["dataset"] == "spia-tab"]
    assert [cell["attacker"] for cell in cells] == ["rules", "rules:general", "rules+rules:general"]
    assert all(cell["validation"]["subject_match"]["denominator"] for cell in cells)
