"""Labels of tokens say what must be masked, by anybody's word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.tagger import LabelSet
from gyges.anonymizers.tagger._labels import spans_to_mask
from gyges.errors import ConfigError
from gyges.records import IdentifierType, Mention, taxonomy

TEXT = "Ana Kovač of Split"
TOKENS = [(0, 3), (4, 7), (7, 9), (10, 12), (13, 18)]


def _mention(start: int, end: int, type_: str, identifier: IdentifierType = IdentifierType.QUASI) -> Mention:
    return Mention(start, end, TEXT[start:end], type_, identifier)


def test_the_first_token_of_a_span_begins_it() -> None:
    labels = LabelSet.of(typed=False)
    spans = spans_to_mask([_mention(0, 9, "PERSON"), _mention(13, 18, "LOC")])
    assert [labels.names[n] for n in labels.of_tokens(TOKENS, spans)] == ["B-MASK", "I-MASK", "I-MASK", "O", "B-MASK"]


def test_typed_labels_tell_the_types_of_tab() -> None:
    labels = LabelSet.of(typed=True)
    assert len(labels.names) == 1 + 2 * len(taxonomy("tab").names)
    spans = spans_to_mask([_mention(0, 9, "PERSON"), _mention(13, 18, "LOC")])
    assert [labels.names[n] for n in labels.of_tokens(TOKENS, spans)][-2:] == ["O", "B-LOC"]


def test_what_one_annotator_of_many_wants_masked_is_masked() -> None:
    first = [_mention(0, 3, "PERSON"), _mention(13, 18, "LOC", IdentifierType.NO_MASK)]
    second = [_mention(0, 9, "PERSON"), _mention(13, 18, "LOC", IdentifierType.DIRECT)]
    spans = spans_to_mask([*first, *second])
    assert [(span.start, span.end) for span in spans] == [(0, 9), (13, 18)]
    assert spans_to_mask(first)[-1].end == 3


def test_labels_of_another_kind_are_refused() -> None:
    for names in (("O",), ("B-MASK", "I-MASK"), ("O", "I-MASK", "B-MASK"), ("O", "B-SHOE", "I-SHOE")):
        with pytest.raises(ConfigError):
            LabelSet(names)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 6)), max_size=8), st.lists(st.integers(0, 3), max_size=30))
def test_a_token_is_labelled_exactly_if_it_touches_a_span(places: list[tuple[int, int]], sizes: list[int]) -> None:
    text = "x" * 60
    mentions = [Mention(s, s + n, text[s : s + n], "LOC") for s, n in places]
    tokens, at = [], 0
    for size in sizes:
        tokens.append((at, at + size))
        at += size + 1
    labels = LabelSet.of(typed=True)
    found = labels.of_tokens(tokens, spans_to_mask(mentions))
    for (start, end), label in zip(tokens, found, strict=True):
        touched = any(m.start < end and start < m.end for m in mentions) and start < end
        assert bool(label) == touched
