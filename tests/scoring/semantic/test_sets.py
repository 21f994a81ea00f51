"""Figures over whole sets, against hand computations: divergence of words, labels kept, the spread of distances."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring.semantic import distance_histogram, divergence_of_halves, labels_kept, word_divergence

WORDS = st.lists(st.sampled_from(["ana", "ben", "sings", "bakes", "in", "kiel"]), min_size=1, max_size=8).map(" ".join)
SETS = st.lists(WORDS, min_size=1, max_size=6)


def test_divergence_is_that_of_jensen_and_shannon() -> None:
    # p = (1/2, 1/2, 0), q = (1/2, 0, 1/2), m = (1/2, 1/4, 1/4): each side 1/2 * log2(2) = 1/2, so the mean is 1/2
    found = word_divergence(["a b"], ["a c"])
    assert found.value == pytest.approx(0.5)
    assert found.denominator == 1


def test_the_interval_of_the_divergence_leaves_out_each_text_once() -> None:
    found = word_divergence(["a", "b"], ["a", "a"])
    value = _js((1 / 2, 1 / 2), (1, 0))
    assert found.value == pytest.approx(value)
    left = (1.0, 0.0)  # without "a" the sets share nothing, without "b" they are the same
    spread = 1.96 * math.sqrt(1 / 2 * sum((one - sum(left) / 2) ** 2 for one in left))
    assert found.low == pytest.approx(max(0, value - spread), abs=1e-4)
    assert found.high == pytest.approx(min(1, value + spread), abs=1e-4)


def _js(p: tuple[float, ...], q: tuple[float, ...]) -> float:
    middle = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    sides = (sum(a * math.log2(a / m) for a, m in zip(one, middle, strict=True) if a) for one in (p, q))
    return sum(sides) / 2


@given(SETS, SETS)
def test_divergence_is_symmetric_and_between_nothing_and_everything(one: list[str], two: list[str]) -> None:
    there, back = word_divergence(one, two), word_divergence(two, one)
    assert there.value is not None
    assert there.low is not None
    assert there.high is not None
    assert there.value == pytest.approx(back.value)
    assert 0 <= there.low <= there.value <= there.high <= 1
    assert word_divergence(one, one).value == pytest.approx(0, abs=1e-12)


def test_halves_of_equal_texts_are_the_same_and_one_text_has_no_halves() -> None:
    assert divergence_of_halves(["a b"] * 6).value == pytest.approx(0)
    assert divergence_of_halves(["a b"]).value is None
    assert word_divergence(["", " "], ["a"]).value is None


def test_labels_kept_is_scaled_by_uniform_labels_and_has_an_interval() -> None:
    # shares 3/4, 1/4 against 1/2, 1/2, which is uniform: nothing is kept
    assert labels_kept(["a", "a", "a", "b"], ["a", "b"], ["a", "b"]).value == pytest.approx(0)
    whole = labels_kept(["a", "a", "a", "b"] * 20, ["a", "a", "a", "b"] * 20, ["a", "b"])
    assert whole.value == 1
    assert whole.low is not None
    assert 0 < whole.low < 1
    assert whole.denominator == 80
    assert labels_kept(["a"], [], ["a", "b"]).value is None


@given(st.lists(st.tuples(st.none() | st.floats(0, 1), st.none() | st.booleans()), max_size=40))
def test_every_record_with_a_distance_is_in_one_bar(rows: list[tuple[float | None, bool | None]]) -> None:
    bars = distance_histogram(rows)
    assert sum(bar.records for bar in bars) == sum(distance is not None for distance, _ in rows)
    assert sum(bar.wrong for bar in bars) == sum(d is not None and right is False for d, right in rows)


def test_a_distance_on_a_border_belongs_to_the_bar_that_begins_there() -> None:
    bars = distance_histogram([(n / 10, True) for n in range(11)])
    assert [bar.right for bar in bars] == [1] * 9 + [2]
