"""What the comparison of two rows says."""

import copy
from pathlib import Path

import pytest

from golden.changes import changes
from golden.command import shown_lines
from golden.figures import ALLOWED, fallen, load_figures, save_figures
from golden.rows import Row, row_of
from golden.sources import kept_ids, sources
from gyges.records import Document

TEXT = (
    "Ana Reis, 41, a nurse in Porto, called Tom Hale on 3 May 2024. Her husband is a baker. "
    "Mr Hale lives in Leeds; his number is 0113 496 0123."
)


@pytest.fixture
def row() -> Row:
    return row_of(Document("d", TEXT))


@pytest.fixture
def older(row: Row) -> Row:
    """The row of a reader that thought Ana Reis three years older."""
    new = copy.deepcopy(row)
    next(one for person in new["reading"]["people"] for one in person["facts"] if one[0] == "AGE")[1] = "44"
    return new


def test_a_change_is_told_in_words(row: Row, older: Row) -> None:
    before, after = changes(row, older, TEXT)
    assert before.line.startswith("- Ana Reis AGE 4")
    assert after.line.startswith("+ Ana Reis AGE 44 (")
    assert after.kind.startswith("reading | AGE | cue ")


def test_a_figure_may_fall_a_little_only(tmp_path: Path) -> None:
    recorded = {"a": {"R": 0.9}, "b": {"R": 0.5}}
    save_figures(recorded, tmp_path / "figures.toml")
    assert load_figures(tmp_path / "figures.toml") == recorded
    assert fallen(recorded, {"a": {"R": 0.9 - ALLOWED / 2}}) == []
    assert fallen(recorded, {"a": {"R": 0.9 - ALLOWED * 2}, "b": {"R": 0.6}}) == ["a R: 0.9000 -> 0.896"]
    assert fallen(recorded, {"a": {}}) == ["a R: 0.9000 -> gone"]


def test_of_a_document_kept_as_a_check_only_the_number_of_changes_is_shown(row: Row, older: Row) -> None:
    differ = changes(row, older, TEXT)
    kept = min(kept_ids("languages"))
    seen = next(document.id for document in sources("languages") if document.id not in kept_ids("languages"))
    assert shown_lines({("languages", kept): differ}) == [f"== languages {kept}: kept, 2 changes not shown"]
    assert any("AGE 44" in line for line in shown_lines({("languages", seen): differ}))
