"""``prompt:FILE``: where instructions come from, and what is none."""

import json
from pathlib import Path

import pytest

from anonymizers.rewrites import GOOD, STORY, released, typed
from gyges.anonymizers.instructions import read_instruction, shipped_instructions
from gyges.errors import InputError, UnknownNameError
from gyges.testing import ModelServer, scripted

pytestmark = pytest.mark.anyio


def test_the_instructions_of_the_benchmarks_ship() -> None:
    assert shipped_instructions() == ("db-bio", "general", "medqa", "pupa", "synthpai", "tab")
    assert all(len(read_instruction(name).text) > 200 for name in shipped_instructions())


async def test_the_instruction_is_the_system_text_letter_by_letter(tmp_path: Path) -> None:
    path = tmp_path / "own.md"
    path.write_text("Replace {{ names }} by {% raw %}stars.\n\nKeep jobs.\n", encoding="utf-8")
    with ModelServer(scripted([typed(GOOD)])) as server:
        release = await released(server, f"prompt:{path}")
    messages = json.loads(json.dumps(server.requests[0].body))["messages"]
    assert messages[0] == {"role": "system", "content": "Replace {{ names }} by {% raw %}stars.\n\nKeep jobs."}
    assert STORY in messages[1]["content"]
    assert release.method == "prompt:own.md"
    assert str(tmp_path) not in json.dumps(release.trace)


async def test_an_instruction_that_turns_up_in_the_text_is_an_echo(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("Take out every name and every number that belongs to a person.", encoding="utf-8")
    echo = GOOD + " Take out every name and every number that belongs to a person."
    with ModelServer(scripted([typed(echo), typed(GOOD)])) as server:
        assert (await released(server, f"prompt:{path}")).text == GOOD


def test_a_file_of_the_name_comes_before_one_that_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = read_instruction("tab").text
    (tmp_path / "tab").write_text("My own.", encoding="utf-8")
    assert shipped != "My own."
    assert read_instruction("./tab").text == "My own."
    assert read_instruction("tab").text == "My own."


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "says nothing"),
        (b" \n...\n", "says nothing"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "no text in UTF-8"),
        (b"abc\0def", "no plain text"),
        (b"word " * 20_000, "more than 64 KB"),
    ],
)
def test_a_file_that_holds_no_instruction_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "bad.md"
    path.write_bytes(content)
    with pytest.raises(InputError, match=problem):
        read_instruction(str(path))


def test_missing_files_folders_and_unknown_names_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_instruction(str(tmp_path / "none.md"))
    with pytest.raises(InputError, match="cannot be read"):
        read_instruction(str(tmp_path))
    with pytest.raises(UnknownNameError, match="did you mean medqa"):
        read_instruction("medqu")
    with pytest.raises(UnknownNameError, match="one of db-bio"):
        read_instruction("zzz")
