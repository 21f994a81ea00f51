"""Ctrl-C before a verb works, and in the background of a shell, where it is not meant for it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gyges.corpus import write_documents
from gyges.records import Document

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")

IGNORING = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")


def test_a_run_that_was_told_to_ignore_ctrl_c_goes_on_to_its_end(tmp_path: Path) -> None:
    write_documents(
        [Document(str(n), f"Tom Berger {n} lives in Porto. " * 9) for n in range(30)], tmp_path / "some.jsonl"
    )
    command = [*IGNORING, sys.executable, "-m", "gyges", "anonymize", "some.jsonl", "--method", "mask", "--out", "run"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        _press_until_it_ends(process, tmp_path / "run" / "journal")
        said, _ = process.communicate()
    assert process.returncode == 0, said
    assert (tmp_path / "run" / "releases.jsonl").read_text(encoding="utf-8").count("\n") == 30


def _press_until_it_ends(process: "subprocess.Popen[str]", begun: Path) -> None:
    while process.poll() is None:
        if begun.exists():
            process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue


def test_ctrl_c_before_the_work_says_what_to_do(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "some.jsonl")
    command = [sys.executable, "-m", "gyges", "attack", "some.jsonl", "--out", "run"]
    with (
        subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process,
        (tmp_path / "some.jsonl").open("wb"),  # once it is read from
    ):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert (process.returncode, said) == (130, "gyges: stopped by Ctrl-C; run the same command again\n")
