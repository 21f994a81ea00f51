"""What keeps the habits of the project: lists and indexes that name what is there."""

import re
from pathlib import Path

import fast_set

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs" / "design"


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
