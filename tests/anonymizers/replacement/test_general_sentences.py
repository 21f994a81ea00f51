"""Sentences with what a careful editor would accept as broader words."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given

from anonymizers.replacement.scenes import marked, sentences
from gyges.anonymizers.replacement import General, SpansToReplace
from gyges.records import apply_edits

_LINES = (Path(__file__).parent / "general_sentences.txt").read_text(encoding="utf-8").splitlines()
CASES = [tuple(line.split(" => ")) for line in _LINES if line and not line.startswith("#")]


@pytest.mark.parametrize(("source", "expected"), CASES, ids=[case[0][:50] for case in CASES])
def test_a_careful_editor_would_accept_it(source: str, expected: str) -> None:
    scene = marked(source)
    assert apply_edits(scene.text, General().edits(scene)) in expected.split(" | ")


@given(scene=sentences())
def test_no_article_stands_before_another_one_and_edits_never_cross(scene: SpansToReplace) -> None:
    edits = General().edits(scene)
    made = apply_edits(scene.text, edits)
    assert all(one.end <= other.start for one, other in pairwise(edits))
    made = made.replace("Person A", "Person X")  # the letter of a label is no article
    for pair in (" a a ", " the a ", " the the ", " in in ", " a an "):
        assert made.lower().count(pair) <= scene.text.lower().count(pair)
