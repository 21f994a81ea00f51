"""Task files: what they hold, what is refused, what ships."""

from pathlib import Path

import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import datasets
from gyges.errors import ConfigError
from gyges.models import ModelPool
from gyges.tuning import load_task, shipped_tasks
from gyges.tuning._task import SEED_INSTRUCTION

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", list(shipped_tasks()))
async def test_a_task_that_ships_names_known_data_and_a_known_instruction(name: str) -> None:
    file = load_task(name).file
    assert file.name == name
    assert file.documents is None or file.documents in {one.name for one in datasets()}
    async with ModelPool() as pool:
        tools = Tools(pool, "http://127.0.0.1:1/v1#m")
        assert open_anonymizer(f"prompt:{file.task_instruction}", tools).name == f"prompt:{file.task_instruction}"


def test_defaults_are_those_of_the_paper(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("kind: own\n")
    task = load_task(path)
    assert (task.file.name, task.file.budget, task.file.seed_instruction) == ("mine", 1500, SEED_INSTRUCTION)
    assert (task.search.patience, task.search.sample, task.search.minibatch, task.search.threshold) == (5, 0.3, 3, 0.05)
    assert (task.file.splits.train, task.file.splits.validation) == (111, 111)
    assert load_task("db-bio").search.threshold == 0.01


def test_documents_are_looked_for_beside_the_task(tmp_path: Path) -> None:
    (tmp_path / "texts.jsonl").write_text("")
    path = tmp_path / "mine.yaml"
    path.write_text("kind: own\ndocuments: texts.jsonl\n")
    assert load_task(path).source() == str(tmp_path / "texts.jsonl")
    path.write_text("kind: own\ndocuments: bundled\n")
    assert load_task(path).source() == "bundled"


def test_flags_change_a_task_and_nothing_changes_nothing() -> None:
    task = load_task("own")
    assert task.with_changes(budget=None) == task
    assert task.with_changes(budget=7).file.budget == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kind: owl", "no kind of task 'owl'"),
        ("kind: own\nbuget: 3", "buget"),
        ("kind: own\nbudget: 0", "budget"),
        ("kind: own\ngoal: {kind: floor}", "no floor"),
        ("kind: own\nname: a/b", "name"),
        ("- kind", "holds no task"),
        ("kind: [", "not YAML"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=words):
        load_task(path)
