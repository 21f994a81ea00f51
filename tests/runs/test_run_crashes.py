import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WORKER = Path(__file__).with_name("run_worker.py")
UNITS = 60
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


def started(folder: Path) -> "subprocess.Popen[str]":
    arguments = [folder / "run", folder / "log", folder / "output"]
    return subprocess.Popen([sys.executable, WORKER, *arguments], stdout=subprocess.PIPE, text=True)


def finished(folder: Path) -> str:
    with started(folder) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return said


def log_lines(folder: Path) -> list[str]:
    log = folder / "log"
    return log.read_text().splitlines() if log.exists() else []


def wait_for_lines(process: "subprocess.Popen[str]", folder: Path, lines: int) -> None:
    end = time.monotonic() + 60
    while len(log_lines(folder)) < lines and process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)


def disturbed(folder: Path, lines: int, how: signal.Signals) -> tuple[int, str]:
    """Start the worker, and send it a signal when its log has grown by some lines."""
    before = len(log_lines(folder))
    with started(folder) as process:
        wait_for_lines(process, folder, before + lines)
        process.send_signal(how)
        said, _ = process.communicate(timeout=60)
    return process.returncode, said


def assert_nothing_was_done_twice(lines: list[str]) -> None:
    ended: set[str] = set()
    for line in lines:
        verb, unit = line.split(" ", 1)
        assert unit not in ended, f"{unit} was in the journal and came up again"
        if verb == "end":
            ended.add(unit)


def test_ctrl_c_says_how_far_it_came_and_the_same_command_goes_on(tmp_path: Path) -> None:
    code, said = disturbed(tmp_path, 40, signal.SIGINT)
    assert code == 130
    match = re.fullmatch(
        r"Stopped: (\d+) of 60 documents done(, 1 failed)?\. Run the same command again to go on\.", said
    )
    assert match is not None, said
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["stopped"] == "interrupted"
    assert summary["finished"] == int(match[1])
    assert summary["unscored"]
    finished(tmp_path)
    assert_nothing_was_done_twice(log_lines(tmp_path))
    assert len((tmp_path / "output").read_text().splitlines()) == UNITS
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["stages"]["release"]["reused"] >= int(match[1])
