import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges import __version__
from gyges.cli._app import app
from gyges.cli._printable import printable

runner = CliRunner()


def _verbs() -> list[list[str]]:
    verbs: list[list[str]] = [[]]
    for command in app.registered_commands:
        assert command.callback is not None
        verbs.append([command.name or command.callback.__name__.replace("_", "-")])
    for group in app.registered_groups:
        assert group.name is not None
        assert group.typer_instance is not None
        verbs.append([group.name])
        for command in group.typer_instance.registered_commands:
            assert command.callback is not None
            verbs.append([group.name, command.name or command.callback.__name__])
    return verbs


@pytest.mark.parametrize("verb", _verbs(), ids=lambda verb: " ".join(verb) or "gyges")
def test_every_verb_explains_itself(verb: list[str]) -> None:
    done = runner.invoke(app, [*verb, "--help"])
    assert done.exit_code == 0
    assert "Usage:" in done.stdout


@pytest.mark.parametrize("verb", [v for v in _verbs() if v and v not in (["datasets"], ["models"])], ids=" ".join)
def test_every_command_shows_an_example(verb: list[str]) -> None:
    shown = runner.invoke(app, [*verb, "--help"]).stdout
    assert re.search(r"Example: .*gyges", shown)


def test_the_version_is_told() -> None:
    assert runner.invoke(app, ["--version"]).stdout == f"gyges {__version__}\n"


def test_an_unknown_verb_is_exit_two() -> None:
    assert runner.invoke(app, ["frobnicate"]).exit_code == 2


def test_a_reader_that_leaves_early_sees_no_traceback() -> None:
    gyges = Path(sys.executable).with_name("gyges")
    command = f"{gyges} datasets convert bundled - | head -c 100"  # far more than fits a pipe
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert "Traceback" not in done.stderr
    assert len(done.stdout) == 100


def test_a_document_cannot_steer_the_terminal() -> None:
    assert printable("one\r\ntwo\rthree") == "one\r\ntwo\ufffdthree"
    assert printable("a\x1b[31mred\x07\x9b2J\tb\n") == "a\ufffd[31mred\ufffd\ufffd2J\tb\n"
