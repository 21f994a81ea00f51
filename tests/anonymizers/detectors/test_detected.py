"""Spans of a detector become edits that neither overlap nor leave out anything that was found."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.detectors import Detected, Style, edits_for, without_overlap
from gyges.records import apply_edits

SPANS = st.lists(
    st.builds(
        lambda start, size, kind, score: Detected(start, start + size, kind, "LOC", score),
        st.integers(0, 40),
        st.integers(1, 15),
        st.sampled_from(["City", "Street"]),
        st.floats(0, 1),
    ),
    max_size=12,
)


@given(SPANS)
def test_joined_spans_cover_exactly_what_was_found(spans: list[Detected]) -> None:
    joined = without_overlap(spans)
    assert all(before.end <= after.start for before, after in pairwise(joined))
    covered = [place for span in joined for place in range(span.start, span.end)]
    assert set(covered) == {place for span in spans for place in range(span.start, span.end)}
    assert {span.kind for span in joined} <= {span.kind for span in spans}
    assert without_overlap(joined) == joined


@given(SPANS, st.sampled_from(["angle", "square", "stars"]))
def test_nothing_that_was_found_is_left_and_nothing_else_is_touched(spans: list[Detected], style: Style) -> None:
    text = "".join(chr(0x1F600 + n) for n in range(60))
    edits = edits_for(without_overlap(spans), style, "Somebody")
    released = apply_edits(text, edits)
    found = {text[place] for span in spans for place in range(span.start, span.end)}
    assert not found & set(released)
    assert [c for c in released if c in text] == [c for c in text if c not in found]


def test_the_longest_of_overlapping_spans_names_them() -> None:
    spans = [Detected(0, 4, "Digits", "CODE", 0.9), Detected(2, 12, "Address", "LOC", 0.4)]
    (edit,) = edits_for(without_overlap(spans), "angle", "Somebody")
    assert (edit.start, edit.end, edit.text, edit.type, edit.direct) == (0, 12, "<Address>", "LOC", False)


def test_types_that_identify_by_themselves_are_direct() -> None:
    edits = edits_for([Detected(0, 1, "x", type_) for type_ in ("PERSON", "CODE", "LOC", "")], "square", "Somebody")
    assert [edit.direct for edit in edits] == [True, True, False, False]
    assert [edit.text for edit in edits] == ["[PERSON]", "[CODE]", "[LOC]", "[x]"]
