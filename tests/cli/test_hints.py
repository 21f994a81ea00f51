"""Hints lead somewhere."""

from pathlib import Path

import pytest

from gyges.cli import _hints
from gyges.cli._tuning import TuningRequest, print_tuning
from gyges.models import TINY_BASE, ModelSettings, weights_path
from gyges.records import UNKNOWN_GENRE
from gyges.tuning import load_task


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def _missing(name: str) -> None:
    return None


def test_the_line_that_makes_tiny_run_has_all_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _hints.needed_for_tiny() == "gyges models get tiny"
    monkeypatch.setattr(_hints, "find_spec", _missing)
    assert _hints.needed_for_tiny() == "pip install 'gyges[local]' && gyges models get tiny"
    weights_path(TINY_BASE).parent.mkdir(parents=True)
    weights_path(TINY_BASE).touch()
    assert _hints.needed_for_tiny() == "pip install 'gyges[local]'"


def test_tiny_is_not_recommended_where_it_cannot_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _hints.hint_at_tiny("rules", {UNKNOWN_GENRE: 1})
    assert "rules+tiny finds more in them (once before: gyges models get tiny)" in capsys.readouterr().err
    monkeypatch.setattr(_hints, "find_spec", _missing)
    monkeypatch.setattr("platform.machine", lambda: "s390x")
    _hints.hint_at_tiny("rules", {UNKNOWN_GENRE: 1})
    assert capsys.readouterr().err == ""


def test_tune_ends_with_a_line_that_can_be_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    wish = TuningRequest(model="http://127.0.0.1:1/v1#m", documents="my letters/")
    made = {
        "task": {"name": "own", "options": {}},
        "seed": {"name": "seed", "test": None},
        "menu": [{"name": "first", "test": None, "file": "menu/1.md"}],
        "baselines": [],
        "withdrawn": [],
        "objective": {"strong": "x"},
        "improvement": {"words": "None."},
        "budget": {},
    }
    print_tuning(made, Path("runs/tune/own"), wish.use_line(load_task("own"), ModelSettings()))
    assert (
        "\n  gyges anonymize 'my letters/' --model 'http://127.0.0.1:1/v1#m' --method prompt:runs/tune/own/menu/1.md\n"
        in capsys.readouterr().out
    )
