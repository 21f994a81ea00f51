"""What keeps the habits of the project: lists and indexes that name what is there."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import fast_set

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs" / "design"
SMALL_PROJECT = {
    "pytest.ini": "[pytest]\nmarkers =\n  slow: s\n  thorough: t\n",
    "thorough.txt": "0.9 test_some.py::test_listed\n",
    "conftest.py": """
from pathlib import Path
import fast_set
from fast_set import *
fast_set.LIST, fast_set.LONGEST, fast_set.WHOLE = Path(__file__).with_name("thorough.txt"), 0.1, 0.3
""",
    "test_some.py": """
import subprocess, sys, time
import pytest
BUSY = "import time\\nwhile time.process_time() < 0.4: pass"
def test_quick(): time.sleep(0.4)
def test_computes(): exec(BUSY.replace("0.4", str(time.process_time() + 0.4)))
def test_child_computes(): subprocess.run([sys.executable, "-c", BUSY], check=True)
@pytest.mark.parametrize("n", [1, 2])
def test_listed(n): test_computes()
@pytest.mark.slow
def test_marked(): test_computes()
""",
}


def test_every_design_page_has_a_day_and_a_row_in_the_index_that_agree() -> None:
    rows = re.findall(
        r"^\| \[.+\]\((\w+\.md)\) \| (\d{4}-\d\d-\d\d) \| (\w+)", (DESIGN / "index.md").read_text("utf-8"), re.M
    )
    pages = {path.name for path in DESIGN.glob("*.md")} - {"index.md"}
    assert {name for name, _, _ in rows} == pages
    for name, day, status in rows:
        assert (DESIGN / name).read_text(encoding="utf-8").splitlines()[2] == f"*Decided {day}; {status}.*", name


def test_thorough_tests_are_listed_by_names_that_are_there() -> None:
    for name in fast_set.listed_tests():
        file, _, function = name.partition("::")
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"\b{function}\b", source), f"{name} is gone: take it out of tests/thorough.txt"


def test_a_name_stands_for_all_its_parameters() -> None:
    assert fast_set.function_of("tests/a.py::test_b[c-d::e]") == "tests/a.py::test_b"


def test_time_on_the_wall_is_not_counted() -> None:
    before = fast_set.computed()
    time.sleep(0.5)
    assert 0 <= fast_set.computed() - before < 0.4


def test_a_fast_test_that_computes_too_long_fails_and_listed_or_marked_ones_may(tmp_path: Path) -> None:
    for name, content in SMALL_PROJECT.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert "6 passed" in _pytest(tmp_path)
    fast = _pytest(tmp_path, "-m", "not slow and not thorough")
    assert set(re.findall(r"FAILED test_some.py::(\w+)", fast)) == {"test_computes", "test_child_computes"}
    assert "2 failed, 1 passed, 3 deselected" in fast
    assert "The fast set took" in fast
    assert re.search(r"^ +0\.\d+ test_some.py::test_computes$", fast, re.M)  # the dearest are named


def test_the_list_is_written_from_what_tests_take(tmp_path: Path) -> None:
    for name, content in SMALL_PROJECT.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    _pytest(tmp_path, "-m", "not slow", "--list-thorough")
    listed = (tmp_path / "thorough.txt").read_text(encoding="utf-8").splitlines()
    assert [line.partition("::")[2] for line in listed] == ["test_child_computes", "test_computes", "test_listed"]


def _pytest(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-ra", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout
