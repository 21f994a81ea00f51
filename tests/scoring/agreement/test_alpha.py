import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring.agreement import reliability

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four observers, twelve units, gaps.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
UNITS = [[value for value in unit if value is not None] for unit in zip(*OBSERVERS, strict=True)]


@pytest.mark.parametrize(("scale", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_the_worked_example_of_krippendorff_comes_out(scale: str, alpha: float) -> None:
    assert reliability(UNITS, scale).value == pytest.approx(alpha, abs=5e-4)  # type: ignore[arg-type]


def test_the_worked_example_of_fleiss_comes_out() -> None:
    counts = (
        *((0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1)),
        *((7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)),
    )
    units = [[value for value, count in enumerate(row) for _ in range(count)] for row in counts]
    assert reliability(units).kappa == pytest.approx(0.210, abs=0.0005)


def test_units_and_ratings_are_counted_and_the_interval_holds_the_value() -> None:
    found = reliability(UNITS)
    assert (found.units, found.values) == (11, 40)
    low, value, high = found.low or 0, found.value or 0, found.high or 0
    assert 0 < low < value < high <= 1
    assert found.to_json()["units"] == 11


def test_nothing_is_said_where_nothing_varies_or_nobody_was_rated_twice() -> None:
    assert reliability([]).value is None
    assert reliability([[1], [2], [3]]).value is None
    assert reliability([[4, 4], [4, 4]]).value is None
    assert reliability([[1, 2]]).low is None


ratings = st.lists(st.lists(st.integers(1, 5), max_size=4), max_size=8)


def _alpha_by_hand(units: list[list[int]]) -> float | None:
    """The formula over all pairs of values, without tables: one minus observed over expected distance, ordinal."""
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]

    def distance(a: int, b: int) -> float:
        low, high = min(a, b), max(a, b)
        between = sum(low <= value <= high for value in values)
        return (between - (values.count(a) + values.count(b)) / 2) ** 2 if a != b else 0.0

    expected = sum(distance(a, b) for a in values for b in values) / max(1, len(values) - 1)
    if not expected:
        return None
    observed = sum(distance(a, b) / (len(unit) - 1) for unit in units for a in unit for b in unit)
    return 1 - observed / expected


@given(ratings)
def test_alpha_is_what_the_formula_over_all_pairs_says(units: list[list[int]]) -> None:
    found, expected = reliability(units).value, _alpha_by_hand(units)
    assert (found is None) == (expected is None)
    assert found is None or expected is None or math.isclose(found, expected, abs_tol=1e-9)


@given(ratings, st.randoms(use_true_random=False))
def test_neither_the_order_of_units_nor_of_raters_plays_a_role(units: list[list[int]], chance: object) -> None:
    mixed = [sorted(unit, reverse=True) for unit in reversed(units)]
    one, two = reliability(units).value, reliability(mixed).value
    assert one == pytest.approx(two)
