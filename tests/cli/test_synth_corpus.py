"""``gyges synth-corpus`` as a user meets it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import read_documents
from gyges.errors import OutputExistsError, UnknownNameError


def _run(*arguments: str | Path) -> None:
    CliRunner().invoke(app, ["synth-corpus", *map(str, arguments)], catch_exceptions=False)


def test_documents_are_written_with_their_annotations(tmp_path: Path) -> None:
    path = tmp_path / "invented.jsonl"
    _run("--n", "12", "--seed", "3", "--out", path)
    documents = list(read_documents(path))
    assert len(documents) == 12
    assert all(document.subjects and document.mentions is not None for document in documents)


def test_genres_can_be_chosen_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "invented.jsonl"
    _run("--n", "30", "--genre", "court", "--genre", "chat", "--without", "chat", "--out", path)
    assert {document.meta["genre"] for document in read_documents(path)} == {"court"}


def test_a_file_is_not_replaced_unless_told(tmp_path: Path) -> None:
    path = tmp_path / "invented.jsonl"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(OutputExistsError):
        _run("--n", "1", "--out", path)
    assert path.read_text(encoding="utf-8") == "precious"


def test_an_unknown_genre_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        _run("--n", "1", "--without", "haiku", "--out", tmp_path / "x.jsonl")
