"""Author data as a user audits and validates it, and what too little coverage does to a verb."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.records import Document, Fact, Subject
from gyges.testing import ModelServer

TEXTS = {
    "a": ("I turned 34 last week and my husband forgot it again.", Fact("SEX", "female", 5)),
    "b": ("My wife says I should shave the beard.", Fact("SEX", "male", 5)),
}


@pytest.fixture
def comments(tmp_path: Path) -> Path:
    path = tmp_path / "comments.jsonl"
    write_documents([Document(i, t, (Subject("author", "the author", (f,)),)) for i, (t, f) in TEXTS.items()], path)
    return path


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def test_an_audit_of_author_data_reads_it_by_the_author_attack_and_tells_top_1_2_and_3(
    comments: Path, tmp_path: Path
) -> None:
    done = _run("audit", str(comments), "--out", str(tmp_path / "run"))
    assert done.exit_code == 0, done.output
    assert "top 1" in done.stdout
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert results["attacker"]["name"] == "author:rules"
    tops = [results["metrics"][f"top_{k}"]["value"] for k in (1, 2, 3)]
    assert tops == sorted(tops)
    assert results["metrics"]["cpr"]["value"] == pytest.approx(1 - tops[0])


def test_a_validation_that_could_attack_nothing_is_exit_one_with_the_reason_in_one_line(
    comments: Path, tmp_path: Path
) -> None:
    with ModelServer(lambda request: "no JSON at all") as server:
        flags = ("--attacker", f"author:{server.spec()}", "--out", str(tmp_path / "run"))
        done = _run("validate", str(comments), *flags, "--json", str(tmp_path / "found.json"))
    assert done.exit_code == 1
    lines = [line for line in done.stderr.splitlines() if "only 0 of 2 documents" in line]
    assert len(lines) == 1
    assert "95%" in lines[0]
    assert json.loads((tmp_path / "found.json").read_text())["coverage"]["attacked"] == 0


def test_audits_on_other_terms_are_compared_with_a_warning_in_the_first_line(comments: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for out, stages in ((one, "3"), (two, "1")):
        assert _run("audit", str(comments), "--stages", stages, "--out", str(out)).exit_code == 0
    same = _run("compare", str(one), str(one))
    assert same.stdout.startswith("Second against first")
    done = _run("compare", str(one), str(two))
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0].endswith("differ in more than their releases: stages 3 and 1")
    old = json.loads((two / "results.json").read_text())
    del old["attacker"]["stages"], old["judge"]["labeller"]
    (two / "results.json").write_text(json.dumps(old))
    assert "stages 3 and unknown; labeller nobody and unknown" in _run("compare", str(one), str(two)).stdout
