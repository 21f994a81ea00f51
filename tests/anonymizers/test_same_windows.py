"""A long release is looked through in the windows of its original."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.anonymizers import Edit, apply_edits
from gyges.anonymizers._same_windows import same_windows
from gyges.anonymizers.identifiers import WIDEST_WINDOW, _find, window_starts


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_find, "_LONGEST", 30)
    monkeypatch.setattr(_find, "_WINDOW", 12)


def _edits(text: str, cuts: list[int], words: list[str]) -> list[Edit]:
    places = sorted({min(cut, len(text)) for cut in cuts})
    return [Edit(low, high, new) for low, high, new in zip(places[::2], places[1::2], words, strict=False)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(alphabet="ab .\n", min_size=31, max_size=90).filter(str.strip),
    cuts=st.lists(st.integers(0, 90), max_size=12),
    words=st.lists(st.text(alphabet="xy", max_size=5), min_size=6, max_size=6),
)
def test_a_window_of_a_release_holds_what_became_of_that_of_the_original(
    text: str, cuts: list[int], words: list[str]
) -> None:
    edits = _edits(text, cuts, words)
    released = apply_edits(text, edits)
    before, after = (*window_starts(text), len(text)), (*same_windows(text, released, edits), len(released))
    assert len(before) == len(after)
    assert list(after) == sorted(after)
    for number, (low, high) in enumerate(pairwise(before)):
        inside = [edit for edit in edits if edit.start < high and low < edit.end]
        if all(low <= edit.start and edit.end <= high for edit in inside):
            moved = [Edit(edit.start - low, edit.end - low, edit.text) for edit in inside]
            assert released[after[number] : after[number + 1]] == apply_edits(text[low:high], moved)


def test_a_release_that_its_edits_do_not_make_has_windows_of_its_own() -> None:
    text = "Ana came home. " * 4
    assert same_windows(text, text.replace("Ana", "Eva"), []) == ()
    assert same_windows(text, text, [Edit(0, 3, "Ana"), Edit(2, 5, "a c")]) == ()


def test_a_short_text_has_no_windows() -> None:
    assert same_windows("Ana came.", "B. came.", [Edit(0, 3, "B.")]) == ()


def test_an_edit_over_many_windows_does_not_make_one_wide_window() -> None:
    original = "It rained on the hills. " * 200
    edits = [Edit(0, len(original), "y" * 2 * WIDEST_WINDOW)]
    assert window_starts(original)
    assert same_windows(original, apply_edits(original, edits), edits) == ()
