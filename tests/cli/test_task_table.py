"""``gyges tune evaluate`` and plans of tasks as a user types them, against a real local server."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.errors import ConfigError, MissingExtraError
from gyges.testing import ModelServer
from tuning import five


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def test_every_cell_of_the_plan_loiseau_is_measured_to_the_end(tmp_path: Path) -> None:
    plan, out = five.plan(tmp_path), tmp_path / "run"
    with ModelServer(five.answer) as server:
        who = ["--model", server.spec("a"), "--attacker", server.spec("j"), "--judge", server.spec("j")]
        shown = _run("benchmark", str(plan), *who, "--limit", "2", "--out", str(out))
        asked = len(server.requests)
        again = _run("benchmark", str(plan), *who, "--limit", "2", "--out", str(out))
        assert len(server.requests) == asked
    assert shown.exit_code == again.exit_code == 0, shown.output
    made = json.loads((out / "tasks.json").read_text())
    assert {cell["task"] for cell in made["cells"]} == {"db-bio", "synthpai", "tab", "pupa", "medqa"}
    assert sum(cell["title"] == "RUPTA" for cell in made["cells"]) == 1  # for one task only, as published
    assert all(cell["test"]["failed"] == 0 for cell in made["cells"])
    assert {path.name for path in out.iterdir()} >= {"table.md", "table.csv", "report.html", "plan.json"}
    assert {oct(path.stat().st_mode & 0o777) for path in out.rglob("*") if path.is_file()} == {"0o600"}
    assert "Published, no measurement of ours" in shown.stdout


def test_the_papers_plan_runs_with_rules_alone_where_nobody_is_asked(tmp_path: Path) -> None:
    plan = five.plan(tmp_path, methods=[{"method": "mask"}, {"method": "subjectwise"}])
    text = plan.read_text().replace("optional: false", "optional: true")
    plan.write_text(text)
    shown = _run("benchmark", str(plan), "--attacker", "rules", "--limit", "2", "--out", str(tmp_path / "run"))
    assert shown.exit_code == 0, shown.output
    assert "Left out: the task medqa" in shown.stdout


def test_a_fixed_instruction_is_measured_by_the_figures_of_a_task(tmp_path: Path) -> None:
    five.plan(tmp_path)
    own = tmp_path / "own.md"
    own.write_text("Leave out all names.")
    with ModelServer(five.answer) as server:
        shown = _run(
            *("tune", "evaluate", str(own), "seed", "--task", "tab", "--documents", str(tmp_path / "tab.jsonl")),
            *("--model", server.spec("a"), "--model", server.spec("b"), "--method", "mask"),
            *("--out", str(tmp_path / "run"), "--json", "-"),
        )
    assert shown.exit_code == 0, shown.output
    made = json.loads(shown.stdout)
    labels = [cell["label"] for cell in made["cells"]]
    assert labels == [*("No anonymization", "No text"), f"{own} · a", f"{own} · b", "seed · a", "seed · b", "mask"]
    assert any("nobody knows which documents" in note for note in made["tasks"][0]["notes"])
    assert {"value", "low", "high"} <= made["cells"][2]["test"]["privacy"].keys()


def test_rows_that_cannot_be_read_fail_in_the_test_and_score_nothing(tmp_path: Path) -> None:
    five.plan(tmp_path)
    documents = tmp_path / "tab.jsonl"
    documents.write_text(documents.read_text() + '{"id": "bad", "text": null}\n')
    with ModelServer(five.answer) as server:
        shown = _run(
            *("tune", "evaluate", "seed", "--task", "tab", "--documents", str(documents), "--skip-bad"),
            *("--model", server.spec("a"), "--out", str(tmp_path / "run"), "--json", "-"),
        )
    cells = json.loads(shown.stdout)["cells"]
    assert shown.exit_code == 1
    assert "test documents failed for 'seed · a on tab' and score 0; the first: bad: read: " in shown.stderr
    assert all(list(cell["test"]["failures"]) == ["bad"] for cell in cells)
    assert all(cell["test"]["failed"] == 1 for cell in cells)
    assert all(cell["test"]["privacy"]["value"] < 1 for cell in cells)


def test_a_table_of_tasks_has_one_attacker(tmp_path: Path) -> None:
    done = _run("benchmark", str(five.plan(tmp_path)), "--attacker", "rules", "--attacker", "rules:general")
    assert isinstance(done.exception, ConfigError)
    assert "join several with +" in str(done.exception)


@pytest.mark.parametrize(("task", "key"), [("tab", "cross_encoder"), ("medqa", "style")])
def test_a_model_that_is_not_there_is_said_before_anything_is_paid(tmp_path: Path, task: str, key: str) -> None:
    five.plan(tmp_path)
    source = tmp_path / "own.yaml"
    kind = {"tab": "tab", "medqa": "medqa"}[task]
    source.write_text(f"name: own\nkind: {kind}\ndocuments: {task}.jsonl\n{key}: {tmp_path / 'nowhere'}\n")
    with ModelServer(five.answer) as server:
        model = server.spec("a")
        done = _run("tune", "evaluate", "seed", "--task", str(source), "--model", model, "--judge", model)
        assert not server.requests
    assert "no folder" in str(done.exception)
    assert not isinstance(done.exception, MissingExtraError)
