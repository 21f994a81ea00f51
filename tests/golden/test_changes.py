"""What the comparison of two rows says."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golden.changes import Change, changes
from golden.command import shown_lines
from golden.figures import ALLOWED, fallen, load_figures, save_figures
from golden.rows import Row, digest_of, line_of, row_of
from golden.sources import kept_ids, sources
from golden.store import load, save
from gyges.records import Document

TEXT = (
    "Ana Reis, 41, a nurse in Porto, called Tom Hale on 3 May 2024. Her husband is a baker. "
    "Mr Hale lives in Leeds; his number is 0113 496 0123."
)


@pytest.fixture
def row() -> Row:
    return row_of(Document("d", TEXT))


def told(old: Row, new: Row) -> list[tuple[str, str, str]]:
    return [(change.kind.where, change.kind.tag, change.kind.what) for change in changes(old, new, TEXT)]


def fact(row: Row, tag: str) -> list[Any]:
    found: list[Any] = next(one for person in row["reading"]["people"] for one in person["facts"] if one[0] == tag)
    return found


def test_equal_rows_have_no_changes(row: Row) -> None:
    assert changes(row, copy.deepcopy(row), TEXT) == []


@pytest.mark.parametrize(
    ("field", "value", "what"), [(1, "44", "value"), (2, 1, "certainty"), (3, [[0, 3]], "evidence"), (4, "x", "cue")]
)
def test_a_fact_tells_what_of_it_changed(row: Row, field: int, value: object, what: str) -> None:
    new = copy.deepcopy(row)
    fact(new, "AGE")[field] = value
    assert told(row, new) == [("reading", "AGE", what)]


def test_a_change_is_told_in_words(row: Row) -> None:
    new = copy.deepcopy(row)
    cue = fact(new, "AGE")[4]
    fact(new, "AGE")[1] = "44"
    (change,) = changes(row, new, TEXT)
    old_line, new_line = change.lines()
    assert old_line.startswith(f"- Ana Reis AGE {fact(row, 'AGE')[1]} (")
    assert new_line.startswith("+ Ana Reis AGE 44 (")
    assert old_line.endswith(f" cue {cue}")
    assert change.kind.cue == cue


def test_facts_come_and_go_by_tag(row: Row) -> None:
    new = copy.deepcopy(row)
    person = new["reading"]["people"][0]
    gone = person["facts"].pop()
    assert told(row, new) == [("reading", gone[0], "removed")]
    assert told(new, row) == [("reading", gone[0], "added")]


def test_a_person_who_is_gone_moves_nobody_else(row: Row) -> None:
    new = copy.deepcopy(row)
    gone = new["reading"]["people"].pop(0)
    whos = {person["id"]: str(number) for number, person in enumerate(new["reading"]["people"])}
    for person in new["reading"]["people"]:
        person["id"] = whos[person["id"]]
    kept = [one for one in new["reading"]["mentions"] if one[4] != gone["id"]]
    new["reading"]["mentions"] = [[*one[:4], whos.get(one[4], one[4])] for one in kept]
    found = told(row, new)
    assert ("reading", "", "person removed") in found
    assert {what for _, _, what in found} == {"person removed", "removed"}


@pytest.mark.parametrize("where", ["reading mentions", "masker"])
def test_spans_come_go_and_grow_by_type(row: Row, where: str) -> None:
    new = copy.deepcopy(row)
    spans = new["masks"] if where == "masker" else new["reading"]["mentions"]
    first, last = spans[0], spans.pop()
    first[1] += 1
    assert told(row, new) == [(where, last[2], "removed"), (where, first[2], "end")]


def test_a_guess_about_the_author_has_its_rank(row: Row) -> None:
    new = copy.deepcopy(row)
    new["author"]["SEX"][0][0] = "other"
    (change,) = changes(row, new, TEXT)
    assert change.lines()[1].startswith("+ author SEX #1 other (")


def test_another_text_is_not_compared(row: Row) -> None:
    assert told(row, {**row, "text": digest_of("other")}) == [("document", "", "text changed")]
    assert [change.kind.what for change in changes(None, row, TEXT)] == ["not recorded"]
    assert [change.kind.what for change in changes(row, None, TEXT)] == ["gone"]


def test_no_leaf_of_a_row_changes_unseen(row: Row) -> None:
    """Every number and word of a row is changed in turn, every list of things turned round: something is said."""
    tried = 0
    for other in variants(row):
        if other != row:
            tried += 1
            found = changes(row, other, TEXT)
            assert found
            assert all(isinstance(change, Change) and change.lines() for change in found)
    assert tried > 200


def variants(row: Row) -> Iterator[Row]:
    for path in _paths(row, ()):
        other = json.loads(line_of(row))
        *way, last = path
        place = other
        for step in way:
            place = place[step]
        place[last] = _other(place[last])
        yield other


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _paths(value[key], (*path, key))


def _other(value: Any) -> Any:
    if isinstance(value, list):
        return value[::-1] if all(isinstance(one, dict | list) for one in value) else value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else value


def test_a_saved_record_comes_back(row: Row, tmp_path: Path) -> None:
    save("p", [{**row, "id": "z"}, row], tmp_path)
    assert load("p", tmp_path) == {"d": row, "z": {**row, "id": "z"}}
    assert list(load("p", tmp_path)) == ["d", "z"]


def test_a_figure_may_fall_a_little_only(tmp_path: Path) -> None:
    recorded = {"a": {"R": 0.9}, "b": {"R": 0.5}}
    save_figures(recorded, tmp_path / "figures.toml")
    assert load_figures(tmp_path / "figures.toml") == recorded
    assert fallen(recorded, {"a": {"R": 0.9 - ALLOWED / 2}}) == []
    assert fallen(recorded, {"a": {"R": 0.9 - ALLOWED * 2}, "b": {"R": 0.6}}) == ["a R: 0.9000 -> 0.896"]
    assert fallen(recorded, {"a": {}}) == ["a R: 0.9000 -> gone"]


def test_of_a_document_kept_as_a_check_only_the_number_of_changes_is_shown(row: Row) -> None:
    new = copy.deepcopy(row)
    fact(new, "AGE")[1] = "44"
    differ = changes(row, new, TEXT)
    kept = min(kept_ids("languages"))
    seen = next(document.id for document in sources("languages") if document.id not in kept_ids("languages"))
    assert shown_lines({("languages", kept): differ}) == [f"== languages {kept}: kept, 1 changes not shown"]
    assert any("AGE 44" in line for line in shown_lines({("languages", seen): differ}))
