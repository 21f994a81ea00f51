"""Tables of tasks: plans, cells, seen documents, and the figures of a small table by hand."""

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
import yaml

from gyges.errors import ConfigError, InputError
from gyges.models import ModelSettings
from gyges.records import Document
from gyges.reports.benchmark import TasksFile
from gyges.reports.benchmark._tasks import over_seeds, summary, transfer
from gyges.runs.benchmark import BenchmarkPlan, MethodChoice, TaskChoice, load_plan, shipped_plans
from gyges.testing import ModelServer
from gyges.tuning import Meter, MeteredPool, estimate_table, prepare_table, run_table, table_to_json
from gyges.tuning._splits import text_digest
from gyges.tuning._table import cells_of, find_instruction
from gyges.tuning._task import load_task
from tuning import five


def _read(source: str) -> list[Document]:
    from gyges.corpus import read_documents

    return list(read_documents(source))


def _table(plan: BenchmarkPlan, folder: Path) -> TasksFile:
    async def main() -> dict[str, Any]:
        async with MeteredPool(Meter(), ModelSettings()) as pool:
            prepared = prepare_table(plan, pool, _read)
            cells, left_out = await run_table(prepared, folder, pool)
            return dict(table_to_json(prepared, cells, left_out))

    return TasksFile.model_validate(anyio.run(main))


def _plan(folder: Path, task: str, *rows: MethodChoice, **more: Any) -> BenchmarkPlan:
    five.plan(folder)
    choice = TaskChoice(task, str(folder / f"{task}.jsonl"), more.pop("limit", None))
    return BenchmarkPlan("t", tasks=(choice,), methods=rows, references=("loiseau",), **more)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> TasksFile:
    """A table of one task with a first instruction and no method, over two documents."""
    folder = tmp_path_factory.mktemp("small")
    rows = (MethodChoice(instruction="seed", label="Seed prompt"), MethodChoice(method="none"))
    with ModelServer(five.answer) as server:
        plan = _plan(folder, "tab", *rows, models=(server.spec("a"),), limit=2)
        return _table(plan, folder / "run")


def test_the_plan_of_the_paper_ships_and_names_its_five_tasks() -> None:
    plan = load_plan("loiseau")
    assert [one.task for one in plan.tasks] == ["db-bio", "synthpai", "tab", "pupa", "medqa"]
    assert plan.profile == "paper"
    assert "loiseau" in shipped_plans()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: p\ntasks: [tab]\nmethods: [none]\nmodles: [a]\n", "modles"),
        ("name: p\ntasks: [tab]\nmethods: [{label: x}]\n", "one of method, instruction and learn"),
        ("name: p\ntasks: [tab]\nmethods: [{instruction: seed, method: none}]\n", "one of method"),
        ("name: p\ntasks: [tab]\ndatasets: [bundled]\nmethods: [none]\n", "both datasets and tasks"),
        ("name: p\ndatasets: [bundled]\nmethods: [{instruction: seed}]\n", "has no task"),
    ],
)
def test_a_slip_of_the_pen_in_a_plan_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=said):
        load_plan(path)


def test_what_is_learned_is_crossed_with_models_and_seeds_and_with_other_models_on_transfer() -> None:
    a, b = "http://127.0.0.1:9/v1#a", "http://127.0.0.1:9/v1#b"
    plan = BenchmarkPlan(
        "t", methods=(MethodChoice(instruction="seed"), MethodChoice(learn="best")), models=(a, b), seeds=(0, 1)
    )
    assert [cell.label for cell in cells_of(plan, "tab")][2:6] == [
        *("seed · a", "seed · b"),
        *("learned · a · learned with a, seed 0", "learned · a · learned with a, seed 1"),
    ]
    moved = cells_of(BenchmarkPlan("t", methods=(MethodChoice(learn="best"),), models=(a, b), transfer=True), "tab")
    pairs = [(cell.learned_with, cell.model) for cell in moved if cell.kind == "learned"]
    assert pairs == [((a, 0), a), ((a, 0), b), ((b, 0), a), ((b, 0), b)]


def test_both_ends_of_the_scale_are_the_controls_of_every_task(small: TasksFile) -> None:
    rows = {cell.title: cell for cell in small.cells}
    assert (rows["No anonymization"].test.privacy.value, rows["No anonymization"].test.utility.value) == (0.0, 1.0)
    assert (rows["No text"].test.privacy.value, rows["No text"].test.utility.value) == (1.0, 0.0)
    assert [rows[name].kind for name in ("No anonymization", "No text")] == ["control", "control"]
    seed = rows["Seed prompt"].test  # the one marked name is gone from every document, the other words are left
    assert (seed.privacy.value, seed.documents, seed.failed) == (1.0, 2, 0)
    assert seed.utility.value is not None
    assert 0.8 < seed.utility.value < 1


def test_privacy_as_published_of_a_hand_made_case(tmp_path: Path) -> None:
    """TAB: the share of marked spans whose letters are gone; the one name of each document is, with every model."""
    with ModelServer(five.answer) as server:
        rows = (MethodChoice(instruction="seed"), MethodChoice(method="mask"))
        plan = _plan(tmp_path, "tab", *rows, models=(server.spec("a"), server.spec("b")), profile="paper", limit=3)
        file = _table(plan, tmp_path / "run")
    table = summary(file)
    assert table.head == ("Task", "Model", "No anonymization", "No text", "seed", "mask")
    assert [row[1] for row in table.rows] == ["a", "b"]
    for row in table.rows:  # what needs no model stands beside every one
        assert row[2:4] == ("0.0 / 100.0", "100.0 / 0.0")
    assert table.rows[0][4:] == table.rows[1][4:]
    assert table.rows[0][4].startswith("100.0 / ")


def test_documents_an_instruction_was_learned_from_are_left_out(tmp_path: Path) -> None:
    learned = _learned(tmp_path / "tuned", seen=[])
    row = MethodChoice(instruction=str(learned), label="learned before")
    with ModelServer(five.answer) as server:
        plan = _plan(tmp_path, "tab", row, models=(server.spec("b"),))
        first = _table(plan, tmp_path / "one")
        test = {one.id for one in _test_side(plan)}
        gone = next(one for one in _read(str(tmp_path / "tab.jsonl")) if one.id in test)
        _learned(tmp_path / "tuned", seen=[text_digest(gone)])
        second = _table(plan, tmp_path / "two")
    assert (first.tasks[0].documents, first.tasks[0].seen) == (len(test), 0)
    assert (second.tasks[0].documents, second.tasks[0].seen) == (len(test) - 1, 1)
    assert any("learned from them" in note for note in second.tasks[0].notes)
    cell = next(cell for cell in second.cells if cell.kind == "instruction")
    assert cell.learned is not None
    assert (cell.learned.model, cell.learned.seed) == ("http://127.0.0.1:9/v1#a", 7)


def test_a_table_of_nothing_but_seen_documents_is_refused(tmp_path: Path) -> None:
    plan = _plan(
        tmp_path, "tab", MethodChoice(instruction=str(tmp_path / "tuned")), models=("http://127.0.0.1:9/v1#b",)
    )
    _learned(tmp_path / "tuned", seen=[text_digest(one) for one in _read(str(tmp_path / "tab.jsonl"))])
    with pytest.raises(InputError, match="every test document of 'tab' was seen"):
        _table(plan, tmp_path / "run")


def test_where_an_instruction_comes_from_is_known_only_beside_its_search(tmp_path: Path) -> None:
    file = load_task("tab").file
    loose = tmp_path / "loose.md"
    loose.write_text("Leave out names.")
    assert not find_instruction(str(loose), file).known
    assert find_instruction("seed", file).text == file.seed_instruction
    assert find_instruction("task", file).text == find_instruction("tab", file).text
    assert find_instruction(str(_learned(tmp_path / "tuned", seen=["x"])), file).seen == {"x"}
    with pytest.raises(InputError, match="holds no menu"):
        find_instruction(str(tmp_path), file)


def test_what_was_learned_with_one_model_is_measured_with_the_others(tmp_path: Path) -> None:
    with ModelServer(five.answer) as server:
        models = (server.spec("a"), server.spec("b"))
        learn = {"budget": 20, "counts": "rewrites"}
        row = MethodChoice(learn="best", label="Optimized")
        plan = _plan(tmp_path, "tab", row, models=models, seeds=(0, 1), transfer=True, learn=learn, limit=2)
        file = _table(plan, tmp_path / "run")
        asked = len(server.requests)
        again = _table(plan, tmp_path / "run")
        assert len(server.requests) == asked  # nothing is paid twice
    assert again == file
    learned = [cell for cell in file.cells if cell.kind == "learned"]
    assert len(learned) == 8
    assert all(cell.learning is not None and cell.learning.used == cell.learning.rewrites <= 20 for cell in learned)
    assert all(cell.learning is not None and cell.learning.questions >= cell.learning.rewrites for cell in learned)
    moved, spread = transfer(file.cells), over_seeds(file.cells)
    assert moved is not None
    assert spread is not None
    assert moved.head == ("Learned with", "used by a", "used by b")
    assert len(moved.rows) == 4
    assert [row[1] for row in spread.rows] == ["2", "2"]
    assert (tmp_path / "run/learn/tab").is_dir()
    assert load_tuned(tmp_path / "run/learn/tab")["budget"]["search and selection"]["cap"] == 20


def load_tuned(folder: Path) -> dict[str, Any]:
    return dict(json.loads(next(folder.glob("*/tuning.json")).read_text()))


def test_the_front_joins_what_no_other_row_of_any_model_beats(small: TasksFile) -> None:
    front = {cell.title for cell in small.cells if cell.on_front}
    assert front == {"Seed prompt", "none"}  # one is more private, the other more useful; controls are no choice


def test_an_optional_task_that_cannot_be_measured_is_left_out_with_the_reason(tmp_path: Path) -> None:
    path = five.plan(tmp_path)
    data = yaml.safe_load(path.read_text())
    for choice in data["tasks"]:
        choice["optional"] = True
    path.write_text(yaml.safe_dump({**data, "methods": [{"method": "mask"}]}))
    plan = load_plan(path)
    file = _table(plan.with_flags(attackers=("rules",), limit=2), tmp_path / "run")
    assert [task.name for task in file.tasks] == ["db-bio", "synthpai", "tab", "pupa"]
    assert ["needs somebody who answers" in one.reason for one in file.left_out] == [True]


def test_the_estimate_names_every_cell_and_sends_nothing(tmp_path: Path) -> None:
    plan = load_plan(five.plan(tmp_path))
    nobody = "http://127.0.0.1:9/v1#nobody"
    wanted = plan.with_flags(models=(nobody,), attackers=(nobody,), judge=nobody, limit=2)

    async def main() -> tuple[Any, Any]:
        async with MeteredPool(Meter(), ModelSettings()) as pool:
            prepared = prepare_table(wanted, pool, _read)
            return prepared, estimate_table(prepared, tmp_path / "run", pool)

    prepared, rows = anyio.run(main)
    named = {(row.dataset, row.who) for row in rows}
    assert {(cell.task, cell.label) for task in prepared.tasks for cell in task.cells} <= named
    calls = {(row.dataset, row.step, row.who): row.calls for row in rows}
    assert calls["tab", "rewrite", "Adversarial · nobody"] == 2 * 3
    assert calls["tab", "attack inside", "Adversarial · nobody"] == 2 * 4
    assert calls["pupa", "judge", "Seed prompt · nobody"] == 2 * 4
    assert calls["medqa", "learn, at most", "seed 0"] == 20 * 2  # a rewrite and a judgment for each of 20
    assert not (tmp_path / "run").exists()


def _learned(folder: Path, seen: list[str]) -> Path:
    (folder / "menu").mkdir(parents=True, exist_ok=True)
    (folder / "menu/best.md").write_text("Leave out all names.")
    made = {
        "task": {"name": "tab", "seed": 7},
        "roles": {"anonymizer": "http://127.0.0.1:9/v1#a"},
        "documents": {"seen": seen},
    }
    (folder / "tuning.json").write_text(json.dumps(made))
    return folder


def _test_side(plan: BenchmarkPlan) -> tuple[Document, ...]:
    async def main() -> tuple[Document, ...]:
        async with MeteredPool(Meter(), ModelSettings()) as pool:
            return prepare_table(plan, pool, _read).tasks[0].documents

    return anyio.run(main)
