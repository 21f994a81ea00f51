import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from typer.testing import CliRunner

from gyges.cli._app import app

runner = CliRunner()


def test_the_demo_shows_that_perfect_masking_leaves_people_exposed(tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    done = runner.invoke(app, ["demo", "--out", str(tmp_path / "run"), "--json", str(out)])
    assert done.exit_code == 0
    result = json.loads(out.read_text())
    rows = result["releases"]
    assert rows["original"]["facts"]["value"] == 1.0
    assert rows["all marked spans masked"]["spans"]["value"] == 1.0
    left = rows["all marked spans masked"]["facts"]
    assert 0 < left["low"] < left["value"] < left["high"] < 1
    assert result["coverage"]["documents"] == result["coverage"]["finished"] >= 30


def test_the_second_demo_reuses_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        done = runner.invoke(app, ["demo", "--out", str(tmp_path / "run")])
        assert done.exit_code == 0
    assert "Finished" in done.stdout
    keys = [line.split()[1] for line in (tmp_path / "run" / "journal").read_bytes().splitlines()]
    assert len(keys) == len(set(keys)) >= 90


def test_an_interrupted_demo_says_how_to_go_on(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("gyges")), "demo", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 20
        while not (tmp_path / "run" / "journal").exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        os.kill(process.pid, signal.SIGINT)
        _, stderr = process.communicate(timeout=20)
    assert "Traceback" not in stderr
    if process.returncode != 0:  # it may have been quicker than the signal
        assert process.returncode == 130
        assert "Run the same command again" in stderr
