"""``gyges tune`` as a user types it, against a real local server."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.errors import BudgetExhaustedError, GygesError, OutputExistsError
from gyges.testing import ChatRequest, ModelServer
from tuning.small_world import FENCED, World, documents

TASK = """
name: flats
kind: tab
documents: flats.jsonl
protect: who the tenants are
preserve: what happened
budget: {budget}
test_budget: 60
finalists: 3
"""


class _Quick(World):
    """The small world without a judge: utility is overlap, so rewrites and proposals are all that is asked."""

    def __call__(self, request: ChatRequest) -> str:
        assert FENCED.search(request.messages[1].content)
        return super().__call__(request)


@pytest.fixture
def task(tmp_path: Path) -> Path:
    rows = [
        {
            "id": document.id,
            "text": document.text,
            "mentions": [
                {
                    "start": m.start,
                    "end": m.end,
                    "text": m.text,
                    "type": m.type,
                    "identifier": "QUASI",
                    "entity_id": m.entity_id,
                }
                for m in document.mentions or ()
            ],
        }
        for document in documents(24)
    ]
    (tmp_path / "flats.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    path = tmp_path / "flats.yaml"
    path.write_text(TASK.format(budget=120))
    return path


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["tune", *arguments], catch_exceptions=False)


def test_the_tasks_that_ship_are_listed() -> None:
    shown = _run("--list", "--json", "-")
    assert set(json.loads(shown.stdout)) == {"db-bio", "medqa", "own", "pupa", "spia", "synthpai", "tab"}


def test_a_dry_run_shows_plan_and_cost_and_asks_nothing(task: Path) -> None:
    shown = _run(str(task), "--model", "http://127.0.0.1:9/v1#none", "--dry-run", "--json", "-")
    plan = json.loads(shown.stdout)
    assert plan["documents"] == {"train": 8, "validation": 8, "test": 8}
    assert plan["most_calls"] == 180
    assert "fewer than 333" in plan["notes"][0]


def test_a_task_is_run_to_a_menu_a_log_and_a_report(task: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with ModelServer(_Quick(2)) as server:
        model = server.spec()
        shown = _run(str(task), "--model", model, "--out", str(out))
        asked = len(server.requests)
        again = _run(str(task), "--model", model, "--out", str(out))
        assert len(server.requests) == asked  # the same command again pays nothing
        few = [str(task), "--model", model, "--limit", "15", "--budget", "60", "--out", str(out)]
        with pytest.raises(OutputExistsError, match=r"a run on other texts; .*--out.*--force"):
            _run(*few)
    assert shown.exit_code == again.exit_code == 0
    assert {oct(path.stat().st_mode & 0o777) for path in out.rglob("*") if path.is_file()} == {"0o600"}
    made = json.loads((out / "tuning.json").read_text())
    assert asked <= made["budget"]["search and selection"]["used"] + made["budget"]["test"]["used"] <= 180
    assert "of 120 calls, warm start" in shown.stderr
    assert (out / "menu" / "best.md").read_text().strip() == made["menu"][0]["instruction"]
    assert "--method prompt:" in shown.stdout
    assert made["improvement"]["words"] in shown.stdout.replace("\n", " ")
    page = (out / "report.html").read_text()
    assert "Learning curve" in page
    assert "Who was made from whom" in page
    assert (out / "log.md").read_text().startswith("# Log of flats")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no task was named"),
        (("nowhere",), "there is no task 'nowhere'"),
        (("missing.yaml",), "there is no task file"),
        (("own",), "names no documents"),
        (("own", "--documents", "bundled"), "no model that rewrites"),
        (("medqa", "--documents", "bundled", "--model", "http://127.0.0.1:9/v1#x"), "needs somebody who answers"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(GygesError, match=words):
        _run(*arguments)


def test_calls_that_are_used_up_end_a_search_with_the_line_that_says_how_to_go_on(task: Path) -> None:
    with ModelServer(_Quick()) as server, pytest.raises(BudgetExhaustedError) as stopped:
        _run(str(task), "--model", server.spec(), "--out", str(task.parent / "run"), "--max-calls", "3")
    assert "the budget is used up" in str(stopped.value)
    assert "raise --max-calls or --max-usd and run the same command to go on" in str(stopped.value)
