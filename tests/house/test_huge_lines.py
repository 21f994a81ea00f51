"""A line of 50 MB ends every verb with one clear line; `python benchmarks/huge_lines.py` tries each with each."""

import sys
from pathlib import Path

import pytest

from house.scripts import script

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="memory as POSIX counts it")]

huge_lines = script("huge_lines")
SOME = (
    ("anonymize mask", "text"),
    ("anonymize subjectwise", "id"),
    ("audit", "nested"),
    ("audit releases", "brackets"),
    ("attack", "people"),
    ("link", "facts"),
    ("link the other way", "text"),
    ("validate", "mentions"),
    ("agree", "value"),
    ("convert", "brackets"),
    ("stats", "id"),
    ("report", "brackets"),
    ("compare", "text"),
    ("studio", "nested"),
)


def test_every_verb_and_every_shape_is_among_those_tried() -> None:
    assert {verb for verb, _ in SOME} == set(huge_lines.VERBS)
    assert {shape for _, shape in SOME} == set(huge_lines.SHAPES)


@pytest.mark.parametrize(("verb", "shape"), SOME)
def test_a_line_of_50_megabytes_is_refused_in_few_words(verb: str, shape: str, tmp_path: Path) -> None:
    huge = tmp_path / "huge.jsonl"
    huge.write_text(huge_lines.SHAPES[shape](huge_lines.MEGABYTES * 1_000_000), encoding="utf-8")
    ended = huge_lines.ended(verb, shape, huge, tmp_path)
    assert ended.well, str(ended)
