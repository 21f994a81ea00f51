"""Places of a release and of its original correspond: exactly by the edits of a trace, nearly by a word diff."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring.alignment._passages import passages_of
from gyges.scoring.alignment._places import TokenizedText

WORDS = st.lists(
    st.sampled_from(["ana", "ben", "cora", "dan", "eva", "faro", "gil", "hope", "ivo", "june"]), min_size=1, max_size=30
)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str, list[dict[str, object]]]:
    """A text, what edits make of it, and the edits."""
    original = draw(st.text("ab c.\n", min_size=1, max_size=60))
    cuts = sorted(draw(st.sets(st.integers(0, len(original)), max_size=8)))
    edits: list[dict[str, object]] = []
    release, last = "", 0
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        words = draw(st.sampled_from(["", "[X]", "somebody else", "b"]))
        edits.append({"start": start, "end": end, "text": words})
        release += original[last:start] + words
        last = end
    return original, release + original[last:], edits


@given(edited())
def test_what_was_left_as_it_was_stands_exactly_where_it_stood(case: tuple[str, str, list[dict[str, object]]]) -> None:
    original, release, edits = case
    passages = passages_of(original, release, {"edits": edits})
    kept = [place for place in range(len(original)) if not any(_inside(place, edit) for edit in edits)]
    shift = 0
    for place in kept:
        shift = sum(len(str(e["text"])) - _length(e) for e in edits if int(str(e["end"])) <= place)
        assert release[place + shift] == original[place]
        if original != release:
            assert passages.to_original(place + shift, place + shift + 1) == (place, place + 1)


@given(edited(), st.integers(0, 80), st.integers(1, 10))
def test_a_span_of_the_release_is_a_span_of_the_original(
    case: tuple[str, str, list[dict[str, object]]], start: int, length: int
) -> None:
    original, release, edits = case
    for trace in ({"edits": edits}, None):
        low, high = passages_of(original, release, trace).to_original(start, start + length)
        assert 0 <= low <= high


@given(WORDS, st.data())
def test_words_that_both_texts_have_in_order_are_found_again_without_a_trace(
    words: list[str], data: st.DataObject
) -> None:
    numbered = [f"{word}{number}" for number, word in enumerate(words)]
    masked = [data.draw(st.booleans()) for _ in numbered]
    original = " ".join(numbered)
    release = " ".join("[PERSON]" if gone else word for word, gone in zip(numbered, masked, strict=True))
    page, passages = TokenizedText(original), passages_of(original, release)
    for number, word in enumerate(numbered):
        beside = [n for n in (number - 1, number + 1) if 0 <= n < len(numbered)]
        if not masked[number] and any(not masked[n] for n in beside):
            at = release.split().index(word)
            start = len(" ".join(release.split()[:at])) + bool(at)
            assert page.words_of(*passages.to_original(start, start + len(word))) == (number, number + 1)


def test_edits_that_do_not_lead_to_the_release_are_not_believed() -> None:
    passages = passages_of(
        "Ana met Ben there.", "[X] met Ben there.", {"edits": [{"start": 4, "end": 7, "text": "saw"}]}
    )
    assert passages.to_original(4, 7) == (4, 7)


def _inside(place: int, edit: dict[str, object]) -> bool:
    return int(str(edit["start"])) <= place < int(str(edit["end"]))


def _length(edit: dict[str, object]) -> int:
    return int(str(edit["end"])) - int(str(edit["start"]))
