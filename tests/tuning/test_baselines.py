"""Methods that attack as they rewrite play by the rules of the task."""

import pytest

from gyges.anonymizers import Tools, open_anonymizer
from gyges.models import ModelPool
from gyges.tuning import load_task
from gyges.tuning._baselines import rival_attacker, rival_judge, rival_options

MODEL = "http://127.0.0.1:9/v1#m"
pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("task", "attacker"),
    [
        ("tab", f"target[applicant, tab]:{MODEL}"),
        ("medqa", f"target[the patient, author]:{MODEL}"),
        ("synthpai", f"author:{MODEL}"),
        ("pupa", f"author:{MODEL}"),
        ("db-bio", f"identity:{MODEL}"),
    ],
)
async def test_the_person_of_the_task_is_attacked_for_three_rounds_by_the_model_that_rewrites(
    task: str, attacker: str
) -> None:
    file = load_task(task).file
    async with ModelPool() as pool:
        tools = Tools(pool, MODEL, rival_attacker("adversarial", file, Tools(pool, MODEL, "rules")))
        method = open_anonymizer("adversarial", tools, rival_options("adversarial", file))
    assert method.settings["attacker"] == attacker
    assert (method.settings["rounds"], method.settings["stop"]) == (3, "never")


def test_other_methods_keep_the_attacker_of_the_task() -> None:
    file, tools = load_task("tab").file, Tools(ModelPool(), MODEL, "rules")
    assert rival_attacker("subjectwise", file, tools) == "rules"
    assert rival_options("mask", file) == {}


def test_rupta_is_guided_by_its_own_evaluators_and_not_by_the_judge_that_measures() -> None:
    file, tools = load_task("db-bio").file, Tools(ModelPool(), MODEL, "rules", "http://127.0.0.1:9/v1#judge")
    assert (rival_judge("rupta", tools), rival_attacker("rupta", file, tools)) == (None, None)
    assert rival_judge("subjectwise", tools) == tools.judge


def test_seeds_of_the_papers_tasks_change_the_search_and_not_the_test_documents() -> None:
    assert load_task("tab").with_changes(seed=3).file.split_seed == 0
    assert load_task("own").with_changes(seed=3).file.split_seed == 3
