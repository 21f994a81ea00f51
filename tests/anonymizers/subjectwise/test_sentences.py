"""Sentences as a release has them: names are letters, phrases go, and what is no name stays."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.anonymizers._edits import apply_edits
from gyges.anonymizers.subjectwise._board import Board, edits_of
from gyges.anonymizers.subjectwise._find import find_pieces
from gyges.reading import read_text


def told(text: str) -> str:
    board = Board(text, find_pieces(text, read_text(text)))
    board.lift(board.pieces)
    return board.version().text


SENTENCES = [json.loads(line) for line in (Path(__file__).parent / "sentences.jsonl").read_text("utf-8").splitlines()]
"""Sentences with the edit a careful editor would make, and why; what tells of nobody stays as it is."""


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: f"{sentence['why']}: {sentence['text'][:40]}")
def test_a_sentence_is_edited_as_a_careful_editor_would(sentence: dict[str, str]) -> None:
    assert told(sentence["text"]) == sentence["edited"]


WORDS = (
    *(
        "Ana",
        "Reis",
        "Mr",
        "Porto",
        "in",
        "of",
        "from",
        "the",
        "a",
        "an",
        ",",
        ".",
        "(",
        ")",
        ":",
        "\n",
        "|",
        "43",
        "aged",
    ),
    *(
        "born",
        "1970",
        "is",
        "was",
        "lives",
        "and",
        "nurse",
        "driver",
        "Turkish",
        "St",
        "Mary's",
        "Hospital",
        "Ltd",
        "+44",
    ),
    *(
        "7700",
        "900123",
        "ana@example.org",
        "Grade",
        "5",
        "$",
        "20",
        "“",
        "”",
        '"',
        "-",
        "…",
        "@ana",
        "Form",
        "years",
        "at",
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join) | st.text(max_size=60))
def test_any_text_has_edits_that_make_its_release(text: str) -> None:
    board = Board(text, find_pieces(text, read_text(text)))
    board.lift(board.pieces)
    version = board.version()
    assert apply_edits(text, edits_of(text, version, {}, {})) == version.text
    last = 0
    for change in version.changes:
        assert last <= change.start <= change.end <= len(text)
        last = change.end
