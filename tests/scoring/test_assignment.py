"""The best assignment is the best of all there are."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import best_assignment


@st.composite
def _tables(draw: st.DrawFn) -> list[list[float]]:
    rows, columns = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    scores = st.floats(-5, 5, allow_nan=False) | st.integers(-2, 3).map(float)
    return draw(st.lists(st.lists(scores, min_size=columns, max_size=columns), min_size=rows, max_size=rows))


def _best_sum(scores: list[list[float]]) -> float:
    rows, columns = len(scores), len(scores[0])
    if rows > columns:
        return _best_sum([[scores[row][column] for row in range(rows)] for column in range(columns)])
    return max(
        sum(scores[row][column] for row, column in enumerate(chosen)) for chosen in permutations(range(columns), rows)
    )


@given(_tables())
def test_no_other_assignment_is_better(scores: list[list[float]]) -> None:
    pairs = best_assignment(scores)
    columns = len(scores[0]) if scores else 0
    assert len(pairs) == min(len(scores), columns)
    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)
    assert pairs == sorted(pairs)
    if pairs:
        assert sum(scores[row][column] for row, column in pairs) == pytest.approx(_best_sum(scores), abs=1e-9)


def test_the_first_come_first_among_equals() -> None:
    assert best_assignment([[1.0, 1.0], [1.0, 1.0]]) == [(0, 0), (1, 1)]


def test_a_big_table_is_no_trouble() -> None:
    size = 60
    scores = [[float((row * 31 + column * 17) % 53) for column in range(size)] for row in range(size)]
    assert len(best_assignment(scores)) == size
