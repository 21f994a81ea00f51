import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import rank_agreement, spearman, spearman_interval


def test_the_same_order_agrees_fully_and_the_reverse_disagrees_fully() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 25, 99]) == pytest.approx(1.0)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1.0)


def test_ties_share_their_rank() -> None:
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(0.9486832980505138)


def test_too_few_methods_or_equal_figures_say_nothing() -> None:
    assert spearman([1, 2], [1, 2]) is None
    assert spearman([1, 1, 1], [1, 2, 3]) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=20))
def test_the_correlation_is_symmetric_and_bounded(pairs: list[tuple[int, int]]) -> None:
    one, two = [a for a, _ in pairs], [b for _, b in pairs]
    rho = spearman(one, two)
    assert rho == spearman(two, one) or rho == pytest.approx(spearman(two, one))
    assert rho is None or -1.0000001 <= rho <= 1.0000001


def test_only_methods_both_attackers_have_are_ranked() -> None:
    figures: dict[str, dict[str, float | None]] = {
        "rules": {"a": 0.1, "b": 0.2, "c": 0.3, "d": None},
        "model": {"a": 0.3, "b": 0.2, "c": 0.1, "d": 0.9},
    }
    assert rank_agreement(figures) == {"rules ~ model": pytest.approx(-1.0)}


def test_the_interval_of_a_rank_correlation_is_that_made_by_hand() -> None:
    # atanh(0.5) = 0.5493; spread sqrt(1.125 / 25) = 0.2121; times 1.96 = 0.4158; tanh(0.1335), tanh(0.9651)
    assert spearman_interval(0.5, 28) == pytest.approx((0.1328, 0.7467), abs=1e-3)


@pytest.mark.parametrize(("rho", "methods"), [(1.0, 30), (-1.0, 30), (0.5, 3)])
def test_where_the_width_cannot_be_known_there_is_no_interval(rho: float, methods: int) -> None:
    assert spearman_interval(rho, methods) is None


@given(st.floats(-0.999, 0.999), st.integers(4, 400))
def test_the_interval_holds_the_correlation(rho: float, methods: int) -> None:
    ends = spearman_interval(rho, methods)
    assert ends is not None
    assert -1 <= ends[0] <= rho <= ends[1] <= 1
