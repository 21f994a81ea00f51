"""Windows leave no token unread."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.tagger._encoding import best_window, token_windows

COUNTS = st.integers(0, 300)
SIZES = st.integers(2, 80)
OVERLAPS = st.integers(0, 100)


@given(COUNTS, SIZES, OVERLAPS)
def test_every_token_is_in_a_window_and_no_window_is_too_long(count: int, size: int, overlap: int) -> None:
    windows = token_windows(count, size, overlap)
    assert {token for window in windows for token in window} == set(range(count))
    assert all(len(window) <= size for window in windows)
    assert all(len(window) == size for window in windows) or len(windows) == 1


@given(COUNTS, SIZES, OVERLAPS)
def test_neighbours_share_the_overlap_that_fits(count: int, size: int, overlap: int) -> None:
    windows = token_windows(count, size, overlap)
    for before, after in pairwise(windows):
        assert before.start < after.start
        assert before.stop - after.start >= min(overlap, size // 2)


@given(COUNTS, SIZES, OVERLAPS)
def test_each_token_is_judged_where_it_has_the_most_context(count: int, size: int, overlap: int) -> None:
    windows = token_windows(count, size, overlap)
    chosen = best_window(windows, count)
    share = min(overlap, size // 2)
    for token, number in enumerate(chosen):
        window = windows[number]
        assert token in window
        room = [
            token - window.start if window.start else size,
            window.stop - 1 - token if window.stop < count else size,
        ]
        assert min(room) >= share // 2 - 1
