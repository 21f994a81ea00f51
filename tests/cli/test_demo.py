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


def test_the_demo_shows_that_spans_are_gone_and_people_are_not(tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    done = runner.invoke(app, ["demo", "--out", str(tmp_path / "run"), "--json", str(out)])
    assert done.exit_code == 0
    results = json.loads(out.read_text())
    assert set(results) == {"original", "names masked", "all masked", "generalised"}
    cpr = {name: result["metrics"]["cpr"]["value"] for name, result in results.items()}
    assert cpr["original"] < cpr["names masked"] < cpr["all masked"] < 1
    names = results["names masked"]
    assert names["spans"]["er_direct"]["value"] > 0.95
    assert cpr["names masked"] < names["metrics"]["prior_cpr"]["low"]
    coverage = results["all masked"]["coverage"]
    assert coverage["documents"] == coverage["attacked"] >= 30


def test_the_second_demo_reuses_the_first_and_writes_the_same_report(tmp_path: Path) -> None:
    pages = []
    for _ in range(2):
        done = runner.invoke(app, ["demo", "--out", str(tmp_path / "run")])
        assert done.exit_code == 0
        pages.append((tmp_path / "run" / "report.html").read_bytes())
    assert pages[0] == pages[1]
    keys = [line.split()[1] for line in (tmp_path / "run" / "journal").read_bytes().splitlines()]
    assert len(keys) == len(set(keys))


def test_an_interrupted_demo_says_how_to_go_on(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("gyges")), "demo", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (tmp_path / "run" / "journal").exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        os.kill(process.pid, signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert "Traceback" not in stderr
    assert process.returncode == 130
    assert "Run the same command again to go on." in stderr
