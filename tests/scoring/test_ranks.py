import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import rank_agreement, spearman


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
