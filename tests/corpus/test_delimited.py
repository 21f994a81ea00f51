"""What stands between the columns of a table."""

from pathlib import Path

import pytest

from gyges.corpus import read_documents
from gyges.errors import ConfigError


def _read(path: Path, content: str, **terms: str) -> tuple[list[tuple[str, str]], list[str]]:
    path.write_text(content, encoding="utf-8")
    notes: list[str] = []
    documents = list(read_documents(path, note=lambda place, said: notes.append(f"{place}: {said}"), **terms))  # type: ignore[arg-type]
    return [(document.id, document.text) for document in documents], notes


@pytest.mark.parametrize(("sign", "word"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
def test_other_signs_than_commas_are_recognised_and_said(tmp_path: Path, sign: str, word: str) -> None:
    rows, notes = _read(tmp_path / "a.csv", f'id{sign}text\n1{sign}"Hi, Ana{sign} you, too"\n2{sign}Ben, 41, here\n')
    assert rows == [("1", f"Hi, Ana{sign} you, too"), ("2", "Ben, 41, here")]
    assert notes == [f"a.csv: columns are set apart by {word}; if not, name the --delimiter"]


def test_the_sign_that_shows_the_text_column_wins_over_the_one_that_is_there_more_often(tmp_path: Path) -> None:
    rows, _ = _read(tmp_path / "a.csv", "id;a, b, c, d;text\n1;x;Ana\n")
    assert rows == [("1", "Ana")]
    rows, _ = _read(tmp_path / "b.csv", "id;a, b, c, d;Befund\n1;x;Ana\n", text_field="Befund")
    assert rows == [("1", "Ana")]


@pytest.mark.parametrize("named", ["~", "tab", "\\t", "semicolon"])
def test_a_sign_can_be_named(tmp_path: Path, named: str) -> None:
    sign = {"~": "~", "semicolon": ";"}.get(named, "\t")
    rows, notes = _read(tmp_path / "a.csv", f"id{sign}text\n1{sign}Ana\n", delimiter=named)
    assert rows == [("1", "Ana")]
    assert not notes


@pytest.mark.parametrize("named", ["", "ab", '"', "\n", "é"])
def test_what_cannot_stand_between_columns_is_refused(tmp_path: Path, named: str) -> None:
    with pytest.raises(ConfigError, match="cannot stand between columns"):
        _read(tmp_path / "a.csv", "id,text\n1,Ana\n", delimiter=named)
