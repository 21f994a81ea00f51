import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import Edit, apply_edits, edits_between, edits_from_json, edits_to_json

words = st.lists(st.sampled_from(["Ana", "Ben", "lives", "in", "Porto", ",", "🙂", "\n", "é"]), max_size=20).map(
    " ".join
)


@given(words, words)
def test_edits_between_two_texts_turn_one_into_the_other(before: str, after: str) -> None:
    edits = edits_between(before, after)
    assert apply_edits(before, edits) == after
    assert all(edit.text != before[edit.start : edit.end] for edit in edits)


@given(st.text(max_size=30), st.data())
def test_edits_replace_exactly_their_spans(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edits = [Edit(a, b, "#") for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    kept = [
        text[a:b] for a, b in zip([0, *(e.end for e in edits)], [*(e.start for e in edits), len(text)], strict=True)
    ]
    assert apply_edits(text, reversed(edits)) == "#".join(kept)


@pytest.mark.parametrize("edits", [[Edit(0, 3, ""), Edit(2, 4, "")], [Edit(0, 99, "")], [Edit(3, 1, "")]])
def test_edits_that_overlap_or_leave_the_text_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(InputError, match="GY101"):
        apply_edits("Ana Reis", edits)


def test_edits_survive_a_trace() -> None:
    edits = [Edit(0, 3, "Person A", "PERSON", True, "p1", "a name"), Edit(5, 5, "")]
    assert edits_from_json(edits_to_json(edits)) == edits
    assert edits_to_json([edits[1]]) == [{"start": 5, "end": 5, "text": ""}]


@pytest.mark.parametrize(
    "rows",
    [
        "Ana",
        [{"start": 0}],
        [{"start": 0, "end": 1, "text": "", "colour": "red"}],
        [{"start": "0", "end": 1, "text": ""}],
        [{"start": 0, "end": None, "text": ""}],
        [{"start": -1, "end": 1, "text": ""}],
        [{"start": 0, "end": 1, "text": 5}],
    ],
)
def test_what_is_no_list_of_edits_is_refused(rows: object) -> None:
    with pytest.raises(InputError):
        edits_from_json(rows)  # type: ignore[arg-type]
