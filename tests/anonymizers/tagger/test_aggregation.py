"""From the probabilities of a published classifier to spans, by hand-made tables."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.tagger._aggregation import Aggregation, label_spans, scheme_of

TEXT = "Call Annabel Reis now"
TOKENS = [(0, 4), (5, 8), (8, 12), (13, 17), (18, 21)]  # Anna-bel is a word of two tokens: "Ann" and "abel"
BIO = ["O", "B-GIVEN", "I-GIVEN", "B-FAMILY"]


def _table(*rows: tuple[str, float], labels: list[str] = BIO) -> Any:
    table = np.zeros((len(rows), len(labels)))
    for row, (label, chance) in zip(table, rows, strict=True):
        row[:] = (1 - chance) / (len(labels) - 1)
        row[labels.index(label)] = chance
    return table


def _spans(table: Any, labels: list[str] = BIO, how: Aggregation = "simple", threshold: float = 0.0) -> list[Any]:
    scheme = scheme_of(labels)
    found = label_spans(TEXT, TOKENS, table, labels, scheme=scheme, aggregation=how, threshold=threshold)
    return [(TEXT[span.start : span.end], span.kind) for span in found]


def test_a_new_beginning_or_another_entity_opens_a_span() -> None:
    table = _table(("O", 0.9), ("B-GIVEN", 0.9), ("I-GIVEN", 0.9), ("B-FAMILY", 0.9), ("O", 0.9))
    assert _spans(table) == [("Annabel", "GIVEN"), ("Reis", "FAMILY")]


def test_a_beginning_inside_a_word_opens_nothing() -> None:
    table = _table(("O", 0.9), ("B-GIVEN", 0.9), ("B-GIVEN", 0.9), ("O", 0.9), ("O", 0.9))
    assert _spans(table) == [("Annabel", "GIVEN")]


@pytest.mark.parametrize(("how", "kind"), [("first", "GIVEN"), ("max", "FAMILY")])
def test_a_word_has_the_label_of_its_first_or_of_its_surest_token(how: Aggregation, kind: str) -> None:
    table = _table(("O", 0.9), ("B-GIVEN", 0.6), ("B-FAMILY", 0.8), ("O", 0.9), ("O", 0.9))
    assert _spans(table, how=how) == [("Annabel", kind)]


def test_first_does_not_mask_what_begins_with_nothing_and_simple_does() -> None:
    table = _table(("O", 0.9), ("O", 0.6), ("I-GIVEN", 0.8), ("O", 0.9), ("O", 0.9))
    assert _spans(table, how="first") == []
    assert _spans(table) == [("Annabel", "GIVEN")]  # half a name masks nothing, so the whole word goes


def test_without_prefixes_neighbours_of_one_entity_are_one_span() -> None:
    labels = ["O", "NAME", "CITY"]
    table = _table(("O", 0.9), ("NAME", 0.9), ("NAME", 0.9), ("NAME", 0.9), ("CITY", 0.9), labels=labels)
    assert _spans(table, labels) == [("Annabel Reis", "NAME"), ("now", "CITY")]


def test_an_end_closes_a_span_and_a_single_stands_alone() -> None:
    labels = ["O", "B-N", "I-N", "E-N", "S-N"]
    table = _table(("S-N", 0.9), ("B-N", 0.9), ("I-N", 0.9), ("E-N", 0.9), ("I-N", 0.9), labels=labels)
    assert _spans(table, labels) == [("Call", "N"), ("Annabel Reis", "N"), ("now", "N")]


def test_the_threshold_is_for_the_mean_of_a_span() -> None:
    table = _table(("O", 0.9), ("B-GIVEN", 0.9), ("I-GIVEN", 0.5), ("B-FAMILY", 0.6), ("O", 0.9))
    assert _spans(table, threshold=0.65) == [("Annabel", "GIVEN")]  # (0.9 + 0.5) / 2 = 0.7, and 0.6


@given(st.data())
def test_spans_are_in_order_whole_words_and_without_overlap(data: st.DataObject) -> None:
    text = data.draw(st.text(alphabet="ab .,é", min_size=1, max_size=30))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=12)) | {0, len(text)})
    tokens = list(itertools.pairwise(cuts))
    rows = data.draw(
        st.lists(st.lists(st.floats(0.01, 1), min_size=4, max_size=4), min_size=len(tokens), max_size=len(tokens))
    )
    table = np.array(rows) / np.array(rows).sum(axis=1, keepdims=True)
    how: Aggregation = data.draw(st.sampled_from(("simple", "first", "max")))
    found = label_spans(text, tokens, table, BIO, scheme="bio", aggregation=how, threshold=0.0)
    for span in found:
        assert text[span.start : span.end].strip() == text[span.start : span.end] != ""
        assert not (span.start and text[span.start - 1].isalnum() and text[span.start].isalnum())
    assert all(one.end <= two.start for one, two in itertools.pairwise(found))
