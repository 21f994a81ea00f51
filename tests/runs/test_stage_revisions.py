"""A journal outlives what only looks like a change, and nothing else."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import gyges
from gyges.corpus import write_documents
from gyges.records import Document
from runs import stage_meanings

PACKAGE = Path(gyges.__file__).parent
NUMBERS = "runs/_plan.py"


def test_no_stage_answers_differently_under_its_old_revision() -> None:
    before, now = stage_meanings.recorded(), stage_meanings.today()
    unseen = stage_meanings.changed_unseen(before, now)
    assert not unseen, (
        f"these answer differently: count up {', '.join(unseen)} in src/gyges/{NUMBERS}, so that journals are not "
        "taken for today's answers, then run: python tests/runs/stage_meanings.py"
    )
    assert now == before, "write today's revisions down: python tests/runs/stage_meanings.py"


def test_a_change_under_the_same_revision_is_noticed_and_one_under_a_new_revision_is_not() -> None:
    before = {"A": stage_meanings.Meaning(revision=1, digest="x")}
    assert stage_meanings.changed_unseen(before, {"A": stage_meanings.Meaning(revision=1, digest="y")}) == ["A"]
    assert stage_meanings.changed_unseen(before, {"A": stage_meanings.Meaning(revision=2, digest="y")}) == []
    assert stage_meanings.changed_unseen(before, before) == []


@pytest.mark.slow  # three processes of a package that was never compiled
def test_a_comment_keeps_the_journal_and_a_new_revision_does_not(tmp_path: Path) -> None:
    package = tmp_path / "source" / "gyges"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    write_documents([Document("a", "Ms Ana Reis, 34, is a nurse from Porto.")], tmp_path / "some.jsonl")
    assert _reused(tmp_path) == 0
    _change(package / "anonymizers/_mask.py", lambda text: text + "# a comment\n")
    assert _reused(tmp_path) == 1
    _change(package / NUMBERS, lambda text: text.replace("ANONYMIZE_REVISION = ", "ANONYMIZE_REVISION = 1"))
    assert _reused(tmp_path) == 0


def _change(path: Path, edit: Callable[[str], str]) -> None:
    before = path.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before
    path.write_text(after, encoding="utf-8")


def _reused(folder: Path) -> int:
    """Run a command line of the copied package, and return how many units came from the journal."""
    command = [sys.executable, "-m", "gyges", "anonymize", "some.jsonl", "--method", "mask", "--out", "run"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "source")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    stages = json.loads((folder / "run" / "summary.json").read_text(encoding="utf-8"))["stages"]
    return sum(stage["reused"] for stage in stages.values())
