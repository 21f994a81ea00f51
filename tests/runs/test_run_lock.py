import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gyges.errors import RunBusyError, RunError
from gyges.runs import folder_lock

HOLD = """
import sys, time
from pathlib import Path
from gyges.runs import folder_lock
with folder_lock(Path(sys.argv[1])):
    sys.stdout.write("held\\n")
    sys.stdout.flush()
    time.sleep(60)
"""


def held_by_another_process(folder: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_process_is_refused_by_name_and_let_in_once_the_first_was_killed(tmp_path: Path) -> None:
    with held_by_another_process(tmp_path) as process:
        try:
            with pytest.raises(RunBusyError) as refused, folder_lock(tmp_path):
                pass
            assert f"process {process.pid}, started 20" in refused.value.problem
            assert str(tmp_path) in refused.value.problem
        finally:
            process.kill()
    with folder_lock(tmp_path):
        assert str(os.getpid()) in (tmp_path / "lock").read_text()


def test_one_process_cannot_hold_it_twice(tmp_path: Path) -> None:
    with folder_lock(tmp_path), pytest.raises(RunBusyError, match=str(os.getpid())), folder_lock(tmp_path):
        pass


def test_a_holder_that_has_not_signed_yet_stays_unnamed(tmp_path: Path) -> None:
    with folder_lock(tmp_path):
        (tmp_path / "lock").write_text("")
        with pytest.raises(RunBusyError, match="another process is working"), folder_lock(tmp_path):
            pass


def test_a_file_system_without_locks_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(fd: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("gyges.runs._lock._take", no_locks)
    with pytest.raises(RunError, match="put the run folder on a local disk"), folder_lock(tmp_path):
        pass
