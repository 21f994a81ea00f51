import pytest

from gyges.scoring.agreement import rating_figures


def test_medians_means_and_deviations_are_those_of_the_papers_tables() -> None:
    found = rating_figures([[1, 5, 5], [3, 3, 4], []], 1, 5)
    assert (found.items, found.ratings, found.median) == (2, 6, 4.0)
    assert found.mean_of_medians.value == pytest.approx((1.0 + 0.5) / 2)
    assert found.mean.value == pytest.approx((0 + 1 + 1 + 0.5 + 0.5 + 0.75) / 6)
    assert found.deviation == pytest.approx(((32 / 9) ** 0.5 / 4 + (2 / 9) ** 0.5 / 4) / 2)
    assert found.counts == {1: 1, 2: 0, 3: 2, 4: 1, 5: 2}
    assert found.mean_of_medians.denominator == 2


def test_a_set_that_nobody_rated_has_no_figures() -> None:
    found = rating_figures([[], []], 0, 1, "nominal")
    assert (found.items, found.median, found.mean.value, found.deviation, found.agreement.value) == (0, *[None] * 4)


def test_figures_go_to_machines_with_their_counts() -> None:
    row = rating_figures([[0, 1], [1, 1]], 0, 1, "nominal").to_json()
    assert row["counts"] == {"0": 1, "1": 3}
    assert row["agreement"]["units"] == 2  # type: ignore[index, call-overload]
