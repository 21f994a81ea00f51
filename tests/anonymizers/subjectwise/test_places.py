"""The way from a place in a version back to the original, across changes."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._fluency import comes_back
from gyges.anonymizers.subjectwise._passages import WHOLE, passages_of
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._places import to_original, whole_changes
from gyges.anonymizers.wording import Change


@st.composite
def versions(draw: st.DrawFn) -> tuple[str, Version]:
    """Return an original and a version of it; what was not changed is in lower case, what is new in capitals."""
    original, text = "", ""
    changes: list[Change[Piece]] = []
    begins: list[int] = []
    for _ in range(draw(st.integers(0, 5))):
        kept, old, new = (draw(st.text(letters, min_size=least, max_size=5)) for letters, least in _PARTS)
        changes.append(Change(len(original) + len(kept), len(original) + len(kept) + len(old), new, ()))
        begins.append(len(text) + len(kept))
        original, text = original + kept + old, text + kept + new
    end = draw(st.text("ab ", max_size=5))
    return original + end, Version(text + end, tuple(changes), tuple(begins))


_PARTS = (("ab ", 1), ("xyz", 1), ("XYZ", 0))


@given(versions(), st.data())
def test_what_lies_between_whole_changes_is_the_same_in_both(made: tuple[str, Version], data: st.DataObject) -> None:
    original, version = made
    start = data.draw(st.integers(0, len(version.text)))
    end = data.draw(st.integers(start, len(version.text)))
    low, high = whole_changes(version, start, end)
    assert low <= start <= end <= high
    first, last = to_original(version, low), to_original(version, high)
    assert 0 <= first <= last <= len(original)
    rebuilt = original[:first] + version.text[low:high] + original[last:]
    assert "".join(filter(str.islower, rebuilt)).translate(_ONLY_KEPT) == _kept(original)


_ONLY_KEPT = str.maketrans("", "", "xyz")


def _kept(text: str) -> str:
    return "".join(letter for letter in text if letter in "ab")


def test_a_short_text_is_shown_whole_and_of_a_long_one_every_passage() -> None:
    assert passages_of("Ana is here.", [(0, 3)]) == "Ana is here."
    long = "word " * WHOLE
    shown = passages_of(f"Ana {long} Bo {long} Eva", [(0, 3), (5 * WHOLE + 5, 5 * WHOLE + 7)])
    assert "Ana" in shown
    assert " Bo " in shown
    assert "Eva" not in shown
    assert len(shown) < WHOLE


def test_words_come_back_only_where_they_stand_more_often() -> None:
    assert comes_back(["nurse"], "A nurse and a worker.", "A worker and a nurse.") == 0
    assert comes_back(["nurse"], "A nurse and a worker.", "A nurse and a nurse's friend.") == 1
