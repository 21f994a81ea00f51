"""Files of settings that were made to break things: one line each, and soon."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gyges._yaml import parse_yaml
from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.errors import GygesError
from gyges.records import Document

_LAUGHS = "\n".join(["a0: &a0 [lol, lol]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40)])
HOSTILE = {
    "deep flow": "[" * 20_000,
    "deep mapping": "{a: " * 20_000,
    "deep block": "\n".join(" " * n + "a:" for n in range(1500)),
    "billion laughs": _LAUGHS,
    "itself": "name: &a [*a]",
    "no date": "name: 2025-13-45",
    "no number": "name: " + "9" * 5000,
    "a list": "- 1\n- 2",
    "a word": "hello",
    "bytes": "\x00\x01",
}
COMMANDS = {
    "gyges.yaml": ("attack", "texts.jsonl", "--config", "file.yaml"),
    "plan": ("benchmark", "file.yaml"),
    "task": ("tune", "file.yaml", "--model", "http://127.0.0.1:9/v1#m"),
    "review": ("anonymize", "texts.jsonl", "--method", "mask", "--review", "file.yaml"),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
@pytest.mark.parametrize("command", COMMANDS.values(), ids=list(COMMANDS))
def test_a_hostile_file_is_an_error_of_ours(
    command: tuple[str, ...], content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents([Document("a", "Ana Reis is a nurse.")], Path("texts.jsonl"))
    Path("file.yaml").write_text(content)
    done = CliRunner().invoke(app, list(command))
    assert isinstance(done.exception, GygesError), repr(done.exception)
    assert len(str(done.exception)) < 1000


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=4)))
def test_what_yaml_holds_is_read_as_before(value: object) -> None:
    assert parse_yaml(yaml.safe_dump(value)) == value
