"""A run folder that nobody named: the run's own one, or the first that is free."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import RunBusyError
from gyges.runs import FolderClaim, claim_folder, find_folder, folder_lock


def _claim(texts: str, *, kind: str = "audit", settings: str = "") -> FolderClaim:
    return FolderClaim.of(kind, [texts], {"settings": settings}, ("report.html",))


def _take(first: Path, claim: FolderClaim, *, force: bool = False) -> str:
    expected = find_folder(first, claim)
    taken = claim_folder(first, claim, force=force, numbered=True)
    assert force or taken == expected
    return taken.name


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return tmp_path / "runs" / "audit"


def test_every_other_run_gets_the_next_number_and_the_same_one_its_own(first: Path) -> None:
    assert _take(first, _claim("a")) == "audit"
    assert _take(first, _claim("b")) == "audit-2"
    assert _take(first, _claim("a", settings="other")) == "audit-3"
    assert _take(first, _claim("a", kind="link")) == "audit-4"
    for texts, name in (("a", "audit"), ("b", "audit-2")):
        assert _take(first, _claim(texts)) == name


def test_a_number_that_was_deleted_is_used_again_and_later_ones_are_still_found(first: Path) -> None:
    for texts in "abc":
        _take(first, _claim(texts))
    shutil.rmtree(first.with_name("audit-2"))
    assert _take(first, _claim("c")) == "audit-3"
    assert _take(first, _claim("d")) == "audit-2"


def test_a_folder_with_files_of_the_users_own_is_left_alone(first: Path) -> None:
    first.mkdir(parents=True)
    (first / "report.html").write_text("mine")
    first.with_name("audit-2").mkdir()
    (first.with_name("audit-2") / "claim.json").write_text("{")
    assert _take(first, _claim("a")) == "audit-3"
    assert (first / "report.html").read_text() == "mine"


def test_force_takes_the_own_folder_and_only_without_one_the_first(first: Path) -> None:
    _take(first, _claim("a"))
    _take(first, _claim("b"))
    assert _take(first, _claim("b"), force=True) == "audit-2"
    assert json.loads((first / "claim.json").read_text())["inputs"] == _claim("a").inputs
    assert _take(first, _claim("c"), force=True) == "audit"


def test_the_own_folder_in_use_is_busy_and_one_that_is_just_being_taken_is_passed_by(first: Path) -> None:
    _take(first, _claim("a"))
    with folder_lock(first), pytest.raises(RunBusyError):
        claim_folder(first, _claim("a"), numbered=True)
    free = first.with_name("free")
    free.mkdir()
    with folder_lock(free):
        assert claim_folder(free, _claim("a"), numbered=True).name == "free-2"


@given(st.lists(st.sampled_from("abcd"), max_size=12))
def test_however_commands_come_each_keeps_one_folder(
    tmp_path_factory: pytest.TempPathFactory, asked: list[str]
) -> None:
    first = tmp_path_factory.mktemp("claims") / "audit"
    taken = [(texts, _take(first, _claim(texts))) for texts in asked]
    assert len(dict(taken)) == len(set(taken)) == len({name for _, name in taken})


_RACER = """
import sys
from pathlib import Path
from gyges.runs import FolderClaim, claim_folder
sys.stdin.readline()
print(claim_folder(Path(sys.argv[1]), FolderClaim.of("audit", [sys.argv[2]], {}), numbered=True).name)
"""


def test_processes_that_start_together_get_folders_of_their_own(first: Path) -> None:
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", _RACER, str(first), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ},
        )
        for number in range(6)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    names = [racer.communicate()[0].strip() for racer in racers]
    assert all(names)
    assert len(set(names)) == len(racers)
