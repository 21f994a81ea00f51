"""Every path that a verb takes is one of this machine: a URL is refused at once, without the secrets in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.cli._options import as_local, as_local_name, as_place
from gyges.errors import ConfigError
from verbs import commands

HIDDEN = "SECRETPW"
URL = f"s3://k:{HIDDEN}@b/x?sig={HIDDEN}"
FEWEST = 60
"""Options and arguments of all verbs that are paths; fewer would say that the walk misses some."""


def _is_path(kind: object) -> bool:
    return kind is Path or get_args(kind) == (Path,)


def _commands() -> Iterator[tuple[str, ...]]:
    """Yield the words that give a URL to each path of each verb."""
    for name, command in commands():
        before: tuple[str, ...] = ()
        for one in command.params:
            told = getattr(one, "type_descriptor", None)
            parser = getattr(getattr(told, "parameter_info", None), "parser", None)
            mine = parser is as_local_name or (_is_path(getattr(told, "annotation", None)) and parser is not as_place)
            if one.param_type_name == "argument":
                if mine:
                    yield (*name.split(), *before, URL)
                before = (*before, "x.jsonl")
            elif mine:
                yield (*name.split(), one.opts[0], URL)


COMMANDS = list(_commands())


def test_all_verbs_are_walked() -> None:
    assert len(COMMANDS) >= FEWEST
    walked = {(words[0], words[-2]) for words in COMMANDS}
    known = {("anonymize", "--review"), ("anonymize", "--key-file"), ("audit", "--decisions"), ("link", "--auxiliary")}
    known |= {("report", "report"), ("studio", "studio"), ("runs", "purge"), ("benchmark", "--prompts")}
    assert known | {("datasets", "show"), ("compare", "x.jsonl"), ("models", "--config")} <= walked


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:-1]))
def test_a_path_that_is_a_url_is_refused_in_one_line_without_its_secrets(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, list(words))
    assert isinstance(done.exception, ConfigError), (done.exit_code, done.output)
    told = str(done.exception)
    assert "s3://b/x" in told
    assert HIDDEN not in told + done.output
    assert "\n" not in told
    assert list(tmp_path.iterdir()) == []


def test_a_path_of_this_machine_may_be_a_file_url(tmp_path: Path) -> None:
    file = tmp_path / "my key"
    assert as_local(file.as_uri()) == file
    assert as_local_name(file.as_uri()) == str(file)
    assert (as_local("a/b"), as_local_name("spia-tab"), as_local_name("env:KEY")) == (
        Path("a/b"),
        "spia-tab",
        "env:KEY",
    )
