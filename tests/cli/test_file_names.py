"""Ids become names of files: inside the folder, one file a text, or one line before the work."""

import json
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.cli._releasing import file_name, file_names
from gyges.cli._saying import one_line
from gyges.errors import InputError

TEXT = "Dr Ana Reis lives in Porto."


@pytest.mark.parametrize(
    ("id_", "name"),
    [
        ("../../etc/passwd", "etc/passwd.txt"),
        ("//server/share", "server/share.txt"),
        ("C:\\Windows\\system32", "C_/Windows/system32.txt"),
        ("a\0b", "a_b.txt"),
        ("a\u202etxt.exe", "a_txt.exe.txt"),
        ("CON", "_CON.txt"),
        ("nul.txt", "_nul.txt"),
        ("lpt1/aux.b", "_lpt1/_aux.b.txt"),
        ("console", "console.txt"),
        ("a. ", "a.txt"),
        ("...", "_.txt"),
        ("", "_.txt"),
        ("a/./../b", "a/b.txt"),
    ],
)
def test_no_id_leads_out_of_the_folder_or_to_a_device(id_: str, name: str) -> None:
    assert file_name(id_) == name


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_any_id_is_a_plain_name(id_: str) -> None:
    name = file_name(id_)
    parts = PurePosixPath(name).parts
    assert not name.startswith("/")
    assert "\0" not in name
    assert all(part not in ("..", ".") and not part.startswith(".") and part == part.rstrip(". ") for part in parts)


@pytest.mark.parametrize(
    "ids",
    [
        ("Ana", "ana"),
        ("Straße", "STRASSE"),
        ("caf\u00e9", "cafe\u0301"),
        ("a/b", "a\\b"),
        ("a.txt", "a.txt/b"),
        ("a.txt/b", "A.TXT"),
        ("a?", "a*"),
        ("", "_"),
    ],
)
def test_two_ids_that_some_system_takes_for_one_name_are_refused(ids: tuple[str, str]) -> None:
    with pytest.raises(InputError, match="would have one file name"):
        file_names(ids)


@pytest.mark.parametrize("id_", ["x" * 300_000, "é" * 101, "/".join("ab" * 50 for _ in range(20))])
def test_an_id_that_is_too_long_for_a_file_is_refused_in_a_short_line(id_: str) -> None:
    with pytest.raises(InputError, match="too long") as told:
        file_names([id_])
    assert len(str(told.value)) < 300


@pytest.mark.parametrize("ids", [("Ana", "ana"), ("x" * 300_000, "b"), ("a.txt", "a.txt/b")])
def test_ids_that_no_folder_can_hold_are_refused_before_the_work(
    ids: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = "".join(json.dumps({"id": id_, "text": TEXT}) + "\n" for id_ in ids)
    Path("in.jsonl").write_text(rows, encoding="utf-8")
    command = ["anonymize", "in.jsonl", "--method", "mask", "-o", "kept", "--keep-ids", "--out", "run"]
    done = CliRunner().invoke(app, command)
    assert isinstance(done.exception, InputError)
    assert not Path("run").exists()
    assert not Path("kept").exists()


@pytest.mark.parametrize("text", ["x" * 300_000, " " * 300_000, "\n" * 300_000, "a\t \u2028b"])
def test_a_message_about_an_endless_id_is_one_line_of_bounded_length(text: str) -> None:
    line = one_line(text)
    assert len(line) < 5000
    assert not {"\n", "\t", "\u2028"} & set(line)
