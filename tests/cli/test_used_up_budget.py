"""A budget that is used up has an exit status of its own, and the same command goes on."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gyges.cli import EXIT_BUDGET
from gyges.corpus import bundled_corpus, write_documents, write_releases
from gyges.records import Document, Release
from gyges.testing import ChatRequest, ModelServer, schema_answer
from runs.benchmark import world

GYGES = str(Path(sys.executable).with_name("gyges"))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    documents = [Document(d.id, d.text[:600], d.subjects) for d in bundled_corpus()[:4]]
    write_documents(documents, tmp_path / "texts.jsonl")
    write_releases([Release(d.id, d.text, "none") for d in documents], tmp_path / "releases.jsonl")
    (tmp_path / "plan.yaml").write_text(
        "name: p\ndatasets: [{name: own, path: texts.jsonl}]\nmethods: [none, paraphrase]\n"
    )


def _gyges(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([GYGES, *arguments], capture_output=True, text=True, check=False)


COMMANDS = {
    "attack": ("attack", "texts.jsonl", "--attacker", "MODEL", "--stages", "1"),
    "validate": ("validate", "texts.jsonl", "--attacker", "MODEL", "--stages", "1"),
    "validate by a judge": ("validate", "texts.jsonl", "--judge", "MODEL"),
    "anonymize": ("anonymize", "texts.jsonl", "--method", "paraphrase", "--model", "MODEL"),
    "benchmark": ("benchmark", "plan.yaml", "--model", "MODEL"),
    "link": ("link", "texts.jsonl", "releases.jsonl", "--judge", "MODEL", "--samples", "1"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=list(COMMANDS))
def test_a_used_up_budget_is_exit_three_and_one_line_says_how_far_it_went(command: tuple[str, ...]) -> None:
    with ModelServer(_answer) as server:
        words = [server.spec() if word == "MODEL" else word for word in command]
        done = _gyges(*words, "--out", "run", "--max-calls", "1", "--json", "result.json")
        assert done.returncode == EXIT_BUDGET, done.stderr
        (line,) = [line for line in done.stderr.splitlines() if "GY308" in line]
        assert "the budget is used up: " in line
        assert " were done; raise --max-calls or --max-usd and run the same command to go on" in line
        assert not Path("result.json").exists()  # it would stand in the way of the same command
        again = _gyges(*words, "--out", "run", "--max-calls", "500", "--json", "result.json")
        assert again.returncode in (0, 1), again.stderr
        assert json.loads(Path("result.json").read_text())


def test_half_of_the_proposals_are_not_handed_out_for_review() -> None:
    with ModelServer(_answer) as server:
        done = _gyges(
            *("anonymize", "texts.jsonl", "--method", "subjectwise", "--attacker", server.spec()),
            *("--review", "review.yaml", "--max-calls", "1"),
        )
    assert done.returncode == EXIT_BUDGET
    assert not Path("review.yaml").exists()


def test_attackers_and_judge_of_a_validation_share_one_budget() -> None:
    with ModelServer(_answer) as server:
        model = server.spec()
        done = _gyges(
            *("validate", "texts.jsonl", "--attacker", model, "--judge", model, "--stages", "1", "--max-calls", "4")
        )
        assert len(server.requests) <= 4
    assert done.returncode in (0, EXIT_BUDGET)


def _answer(request: ChatRequest) -> str:
    if "people" in str(request.schema) or "subjects" in str(request.schema):
        return world.answer(request)
    return schema_answer(request) if request.schema else "Somebody lives somewhere and does something all day long."
