"""``gyges train tagger`` on the command line."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from anonymizers.tagger.tiny import development_documents, tiny_bert
from gyges.anonymizers.tagger import read_card
from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.records import Document


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    documents = development_documents(3)
    write_documents(documents, tmp_path / "documents.jsonl")
    return str(tmp_path / "documents.jsonl"), tiny_bert(tmp_path / "bert", [d.text for d in documents])


def _train(files: tuple[str, str], out: Path, *more: str) -> Result:
    documents, base = files
    return CliRunner().invoke(app, ["train", "tagger", documents, "--base", base, "--out", str(out), *more])


def test_a_tagger_is_trained_from_a_file_and_its_figures_are_shown(files: tuple[str, str], tmp_path: Path) -> None:
    out, more = tmp_path / "tagger", ("--epochs", "1", "--lr", "0.003", "--device", "cpu")
    done = _train(files, out, *more)
    assert done.exit_code == 0, done.output
    assert "epoch 1 of 1: loss" in done.output
    assert f"tagger:{out}" in done.output.replace("\n", "")
    assert read_card(out).recipe["learning_rate"] == 0.003
    again = _train(files, out, *more, "--json", "-")
    assert json.loads(again.stdout)["weights"] == read_card(out).weights


def test_an_interruption_says_what_is_kept_and_how_to_go_on(
    files: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def interrupt(done: int, _steps: int) -> None:
        seen.append(done)
        if seen.count(1) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("gyges.cli.train._tell_step", interrupt)
    out, more = tmp_path / "t", ("--epochs", "3", "--batch-size", "8")
    done = _train(files, out, *more)
    assert done.exit_code == 130
    assert f"what is done is kept in {out}" in done.output.replace("\n", "")
    monkeypatch.undo()
    assert _train(files, out, *more).exit_code == 0
    assert read_card(out).finished


def test_documents_of_a_test_set_are_left_out_whatever_their_ids_and_blanks(
    files: tuple[str, str], tmp_path: Path
) -> None:
    known = development_documents(3)
    test_set = tmp_path / "test.jsonl"
    write_documents(
        [Document("other-1", known[0].text.replace(" ", "  ") + "\n"), Document("other-2", "Nobody.")], test_set
    )
    done = _train(files, tmp_path / "tagger", "--epochs", "1", "--dev-share", "0", "--exclude", str(test_set))
    assert done.exit_code == 0, done.output
    assert f"left out 1 documents that are in {test_set} too (2 documents)" in done.output.replace("\n", "")
    assert read_card(tmp_path / "tagger").documents == 2
