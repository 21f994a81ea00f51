"""Spans come out of probabilities whole, apart and where they belong."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gyges.anonymizers.tagger import LabelSet
from gyges.anonymizers.tagger._decoding import decode

MASK = LabelSet.of(typed=False)
TYPED = LabelSet.of(typed=True)
TEXT = "Ana Kovač lives in Split today"
WORDS = [match.span() for match in re.finditer(r"\S+", TEXT)]


def _rows(labels: LabelSet, *tokens: tuple[str, float]) -> NDArray[np.float64]:
    """Return probabilities: each token has one label with a chance, the rest is outside (or the first type)."""
    table = np.zeros((len(tokens), len(labels.names)))
    for row, (name, chance) in zip(table, tokens, strict=True):
        row[0 if name != "O" else 1] = 1 - chance
        row[labels.names.index(name)] = chance
    return table


def _found(labels: LabelSet, *tokens: tuple[str, float], text: str = TEXT, **options: float) -> list[tuple[str, str]]:
    places = WORDS if text == TEXT else [match.span() for match in re.finditer(r"\S", text)]
    spans = decode(text, places, _rows(labels, *tokens), labels, **options)
    return [(text[span.start : span.end], span.kind) for span in spans]


O = ("O", 1.0)  # noqa: E741


def test_a_span_opens_at_the_threshold_and_goes_on_below_it() -> None:
    assert _found(MASK, ("B-MASK", 0.56), ("I-MASK", 0.51), O, O, O, O) == [("Ana Kovač", "MASK")]
    assert _found(MASK, ("B-MASK", 0.54), O, O, O, O, O) == []
    assert _found(MASK, ("B-MASK", 0.54), ("I-MASK", 0.9), O, O, O, O) == [("Kovač", "MASK")]


def test_the_threshold_is_on_masking_at_all_and_not_on_the_type() -> None:
    row = np.zeros((6, len(TYPED.names)))
    row[1:, 0] = 1
    row[0, [0, TYPED.names.index("B-PERSON"), TYPED.names.index("B-ORG")]] = 0.4, 0.35, 0.25
    (span,) = decode(TEXT, WORDS, row, TYPED)
    assert (span.start, span.end, span.type) == (0, 3, "PERSON")


def test_one_token_in_between_is_bridged_and_two_are_not() -> None:
    assert _found(MASK, O, O, ("B-MASK", 0.9), O, ("I-MASK", 0.9), O) == [("lives in Split", "MASK")]
    assert _found(MASK, ("B-MASK", 0.9), O, O, ("I-MASK", 0.9), O, O) == [("Ana", "MASK"), ("in", "MASK")]


def test_a_new_beginning_or_another_type_is_a_span_of_its_own() -> None:
    assert _found(MASK, ("B-MASK", 0.9), ("B-MASK", 0.9), O, O, O, O) == [("Ana", "MASK"), ("Kovač", "MASK")]
    assert _found(TYPED, ("B-PERSON", 0.9), ("I-LOC", 0.9), O, O, O, O) == [("Ana", "PERSON"), ("Kovač", "LOC")]
    assert _found(TYPED, ("B-PERSON", 0.9), O, ("I-LOC", 0.9), O, O, O) == [("Ana", "PERSON"), ("lives", "LOC")]


def test_half_a_word_is_never_left_standing() -> None:
    text = "Kowalski!"
    pieces = [(0, 3), (3, 5), (5, 8), (8, 9)]
    for which in range(3):
        tokens = [("B-MASK", 0.9) if n == which else O for n in range(4)]
        (span,) = decode(text, pieces, _rows(MASK, *tokens), MASK)
        assert (span.start, span.end) == (0, 8)
    split = _rows(TYPED, ("B-PERSON", 0.9), ("B-LOC", 0.9), ("B-ORG", 0.9), O)
    assert [(s.start, s.end, s.type) for s in decode(text, pieces, split, TYPED)] == [(0, 8, "PERSON")]


@pytest.mark.parametrize("text", ["😀 x", "é𝒜b"])
def test_tokens_that_are_parts_of_one_character_mask_all_of_it(text: str) -> None:
    pieces = [(0, 1), (0, 1), (1, 2), (2, 3)]
    (span,) = decode(text, pieces, _rows(MASK, O, ("I-MASK", 0.9), O, O), MASK)
    assert span.start == 0
    assert span.end >= 1


@given(
    st.text(alphabet="ab č😀\n.'", max_size=40),
    st.integers(1, 4),
    st.lists(st.floats(0, 1), min_size=40, max_size=40),
    st.lists(st.integers(1, 16), min_size=40, max_size=40),
)
def test_whatever_the_probabilities_spans_are_in_order_and_no_sure_word_is_missed(
    text: str, size: int, chances: list[float], labels: list[int]
) -> None:
    pieces = [(n, min(n + size, len(text))) for n in range(0, len(text), size)]
    table = np.zeros((len(pieces), len(TYPED.names)))
    for n, row in enumerate(table):
        row[0], row[labels[n]] = 1 - chances[n], chances[n]
    spans = decode(text, pieces, table, TYPED)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(0 <= s.start < s.end <= len(text) and not text[s.start].isspace() for s in spans)
    masked = {place for span in spans for place in range(span.start, span.end)}
    for n, (start, end) in enumerate(pieces):
        if chances[n] > 0.5501:
            assert masked >= {place for place in range(start, end) if not text[place].isspace()}
