"""Every path that a verb takes is one of this machine: a URL is refused at once, without the secrets in it."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import pytest
import typer
from typer.models import ArgumentInfo
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.cli._local_paths import as_local, as_local_name
from gyges.cli._options import as_place
from gyges.errors import ConfigError

HIDDEN = "SECRETPW"
URL = f"s3://k:{HIDDEN}@b/x?sig={HIDDEN}"
FEWEST = 60
"""Options and arguments of all verbs that are paths; fewer would say that the walk misses some."""


def _verbs(commands: typer.Typer, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Callable[..., Any]]]:
    for command in commands.registered_commands:
        assert command.callback is not None
        yield (*before, command.name or command.callback.__name__.replace("_", "-")), command.callback
    for group in commands.registered_groups:
        assert group.typer_instance is not None
        assert group.name is not None
        yield from _verbs(group.typer_instance, (*before, group.name))


def _holds_path(kind: Any) -> bool:
    return kind is Path or any(_holds_path(part) for part in get_args(kind))


def _commands() -> Iterator[tuple[str, ...]]:
    """Yield the words that give a URL to each path of each verb."""
    for words, verb in _verbs(app):
        before: tuple[str, ...] = ()
        for parameter in inspect.signature(verb).parameters.values():
            if get_origin(parameter.annotation) is not Annotated:
                continue
            kind, info = get_args(parameter.annotation)
            mine = (_holds_path(kind) and info.parser is not as_place) or info.parser is as_local_name
            if isinstance(info, ArgumentInfo):
                if mine:
                    yield (*words, *before, URL)
                before = (*before, "x.jsonl")
            elif mine:
                named = [name for name in (info.default, *(info.param_decls or ())) if isinstance(name, str)]
                yield (*words, (named or [f"--{parameter.name.replace('_', '-')}"])[0], URL)


COMMANDS = list(_commands())


def test_all_verbs_are_walked() -> None:
    assert len(COMMANDS) >= FEWEST
    walked = {(words[0], words[-2]) for words in COMMANDS}
    known = {("anonymize", "--review"), ("anonymize", "--key-file"), ("audit", "--decisions"), ("link", "--auxiliary")}
    known |= {("report", "report"), ("studio", "studio"), ("runs", "--at-rest-key"), ("benchmark", "--prompts")}
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
