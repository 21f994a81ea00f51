"""``gyges distill`` as a user types it: a run by a local server, a small base, a processor."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from anonymizers.distillation.small_base import small_base
from gyges.cli._app import app
from gyges.errors import InputError
from gyges.testing import ModelServer
from tuning import five


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("taught")
    five.plan(folder)
    with ModelServer(five.answer) as server:
        shown = _run(
            *("anonymize", str(folder / "synthpai.jsonl"), "--method", "adversarial", "--set", "rounds=1"),
            *("--model", server.spec("strong"), "--out", str(folder / "run")),
        )
    assert shown.exit_code == 0, shown.output
    small_base(folder / "base", [(folder / "synthpai.jsonl").read_text()])
    return folder


@pytest.mark.parametrize("role", ["attacker", "anonymizer"])
def test_a_run_of_a_strong_model_becomes_a_student_beside_its_teacher(taught: Path, tmp_path: Path, role: str) -> None:
    pytest.importorskip("peft")
    out = tmp_path / "student"
    shown = _run(
        *("distill", str(taught / "run"), str(taught / "synthpai.jsonl"), "--role", role),
        *("--base", str(taught / "base"), "--out", str(out), "--epochs", "1", "--rank", "4", "--device", "cpu"),
        *("--max-length", "3500", "--held-out", "0.1"),
    )
    card = json.loads((out / "distilled.json").read_text())
    assert shown.exit_code == card["held_out"][-1]["failed"], shown.output  # the one document held out
    assert [row["who"] for row in card["held_out"]][1:] == [f"{taught / 'base'}, untrained", "student"]
    assert card["teacher"].endswith("#strong")
    assert {row["documents"] for row in card["held_out"]} == {1}
    figure = "agrees" if role == "attacker" else "hidden"
    assert all({"value", "low", "high", "denominator"} <= row[figure].keys() for row in card["held_out"])
    assert (out / "adapter/adapter_model.safetensors").is_file()
    assert (out / "model/model.safetensors").is_file()
    lines = (out / "lessons.jsonl").read_text().splitlines()
    assert len(lines) == card["lessons"]
    assert oct((out / "lessons.jsonl").stat().st_mode & 0o777) == "0o600"
    assert "No GGUF was made" in shown.stdout
    assert "convert_hf_to_gguf.py" in shown.stdout


def test_what_cannot_be_learned_from_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "One."}\n')
    rest = ["--role", "attacker", "--base", str(tmp_path), "--out", str(tmp_path / "out")]
    done = _run("distill", str(tmp_path), str(tmp_path / "a.jsonl"), *rest)
    assert isinstance(done.exception, InputError)
    assert "gyges anonymize --method adversarial" in str(done.exception)
    done = _run("distill", str(tmp_path), str(tmp_path / "a.jsonl"), *rest, "--convert-with", os.devnull)
    assert "there is no converter" in str(done.exception)
