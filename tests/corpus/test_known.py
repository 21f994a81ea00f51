"""Registers and documents of what is known already."""

import json
from pathlib import Path

import pytest

from gyges.corpus import read_known
from gyges.errors import BadRowError, InputError
from gyges.records import Fact


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_of_a_register_are_kinds_by_name_alias_or_usual_word(tmp_path: Path) -> None:
    text = "id,First Name,last-name,GENDER,city,country,Occupation,shoe size\n7,Ana,Sol,F,Porto,Portugal,notary,38\n"
    known = read_known([_write(tmp_path / "register.csv", text)])
    (ana,) = known.people
    assert ana.id == "register.csv:7"
    assert ana.facts == (
        Fact("NAME", "Ana Sol"),
        Fact("SEX", "F"),
        Fact("LOCATION", "Porto / Portugal"),
        Fact("OCCUPATION", "notary"),
    )
    assert known.left_out == ("shoe size",)
    assert known.documents == ()


def test_a_register_may_be_jsonl_and_empty_cells_say_nothing(tmp_path: Path) -> None:
    rows = [{"name": "Ana Sol", "age": 34, "phone": None}, {"name": "Ben Mar", "age": " "}]
    path = _write(tmp_path / "register.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert [one.facts for one in read_known([path]).people] == [
        (Fact("NAME", "Ana Sol"), Fact("AGE", "34")),
        (Fact("NAME", "Ben Mar"),),
    ]


def test_files_with_texts_are_documents(tmp_path: Path) -> None:
    news = _write(tmp_path / "news.jsonl", json.dumps({"id": "n1", "text": "Ana Sol is a notary."}) + "\n")
    note = _write(tmp_path / "note.txt", "Ben Mar lives in Porto.")
    known = read_known([news, note])
    assert [one.text for one in known.documents] == ["Ana Sol is a notary.", "Ben Mar lives in Porto."]
    assert known.people == ()


def test_a_register_without_any_kind_of_fact_is_an_error_that_names_its_columns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'shoe size'") as caught:
        read_known([_write(tmp_path / "register.csv", "shoe size,hat\n38,7\n")])
    assert "NAME" in caught.value.remedy


@pytest.mark.parametrize("row", ['{"id": "1", "text": null}', '{"name": "Ana Sol"', '{"name": "Ana", "name": "Eva"}'])
def test_a_bad_row_is_an_error_whose_remedy_is_an_option_that_there_is(tmp_path: Path, row: str) -> None:
    first = '{"id": "0", "text": "Ana Sol is a notary."}' if "text" in row else '{"name": "Ben Mar"}'
    with pytest.raises(BadRowError) as caught:
        read_known([_write(tmp_path / "known.jsonl", f"{first}\n{row}\n")])
    assert "known.jsonl:2" in caught.value.problem
    assert "--skip-bad" not in str(caught.value)


def test_an_empty_register_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_known([_write(tmp_path / "register.csv", "name,age\n")])
