"""``gyges doctor`` in real processes, on installations that are well and on broken ones."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gyges.models import WEIGHTS, default_cache_path, weights_path

ONE_SCREEN = 40  # lines
WHAT, GET = WEIGHTS[0].name, f"gyges models get {WEIGHTS[0].name}"


def _doctor(*arguments: str, here: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "from gyges.cli import main; main()", "doctor", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=here, env={**os.environ, **environment}
    )


def _state(what: str, *, here: Path, **environment: str) -> tuple[int, dict[str, str]]:
    done = _doctor("--json", "-", here=here, **environment)
    (check,) = [one for one in json.loads(done.stdout)["checks"] if one["what"] == what]
    return done.returncode, check


def test_a_good_installation_is_told_on_one_screen(tmp_path: Path) -> None:
    done = _doctor(here=tmp_path, COLUMNS="80")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Everything that is needed is here." in done.stdout
    assert len(done.stdout.splitlines()) <= ONE_SCREEN
    for word in ("Python", "extras", "weights", "cache", "disk", "run folders"):
        assert word in done.stdout


@pytest.mark.parametrize(("what", "get"), [(WHAT, GET), ("attacker local", "gyges models get local")])
def test_what_is_not_there_and_not_needed_breaks_nothing_and_is_a_line_to_paste(
    what: str, get: str, tmp_path: Path
) -> None:
    status, check = _state(what, here=tmp_path)
    assert (status, check["state"]) == (0, "absent")
    assert get in check["mend"]


def test_damaged_weights_are_broken(tmp_path: Path) -> None:
    path = weights_path(WEIGHTS[0])
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF, half of it")
    status, check = _state(WHAT, here=tmp_path)
    assert (status, check["state"], check["mend"]) == (1, "broken", f"{GET} --force")


def test_a_damaged_cache_is_broken_and_an_open_one_is_said(tmp_path: Path) -> None:
    path = default_cache_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database " * 100)
    status, check = _state("reply cache", here=tmp_path)
    assert (status, check["state"], check["mend"]) == (1, "broken", "move it away or delete it")
    path.write_bytes(b"")
    path.parent.chmod(0o755)
    path.chmod(0o644)
    status, check = _state("reply cache", here=tmp_path)
    assert (status, check["state"]) == (0, "warning")
    assert path.stat().st_mode & 0o077 == 0
    assert _state("reply cache", here=tmp_path)[1]["state"] == "ok"


def test_a_home_that_cannot_be_written_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    status, check = _state("folders", here=tmp_path, GYGES_HOME=str(file / "home"))
    assert (status, check["state"], check["mend"]) == (1, "broken", "set GYGES_HOME to a folder of your own")


def test_run_folders_that_others_can_read_are_said_with_the_line_that_closes_them(tmp_path: Path) -> None:
    (tmp_path / "runs" / "audit").mkdir(parents=True)
    (tmp_path / "runs").chmod(0o755)
    (tmp_path / "runs" / "audit").chmod(0o755)
    status, check = _state("run folders", here=tmp_path)
    assert (status, check["state"]) == (0, "warning")
    subprocess.run(check["mend"], shell=True, check=True, cwd=tmp_path)  # noqa: S602  # what a user pastes
    assert _state("run folders", here=tmp_path)[1]["state"] == "ok"


def test_a_missing_library_is_named_even_where_the_rest_cannot_start(tmp_path: Path) -> None:
    other = tmp_path / "gyges-0.1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: gyges\nVersion: 0.1.0\nRequires-Dist: no-such-library>=1.2\n", encoding="utf-8"
    )
    (tmp_path / "yaml.py").write_text("raise ModuleNotFoundError('no yaml')\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = _doctor(here=tmp_path, PYTHONPATH=path)
    assert done.returncode == 1, done.stderr
    assert "no-such-library is not installed" in done.stdout
    assert "-m pip install 'no-such-library>=1.2'" in done.stdout
