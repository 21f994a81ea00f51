import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import Count, bootstrap_rate

counts = st.integers(0, 20).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)).map(lambda p: Count(*p)))


def test_nothing_to_divide_by_is_not_zero() -> None:
    rate = bootstrap_rate([Count(0, 0)])
    assert (rate.value, rate.low, rate.high, rate.denominator) == (None, None, None, 0)
    assert str(rate) == "–"


def test_a_rate_shows_its_interval() -> None:
    assert str(bootstrap_rate([Count(1, 2)] * 10)) == "50% [50%–50%]"


def test_more_documents_make_a_narrower_interval() -> None:
    few, many = bootstrap_rate([Count(0, 1), Count(1, 1)] * 5), bootstrap_rate([Count(0, 1), Count(1, 1)] * 200)
    assert few.low is not None
    assert few.high is not None
    assert many.low is not None
    assert many.high is not None
    assert many.high - many.low < (few.high - few.low) / 3


@given(st.lists(counts, min_size=1, max_size=12))
def test_the_interval_holds_the_value_and_stays_within_bounds(rows: list[Count]) -> None:
    rate = bootstrap_rate(rows)
    if rate.value is not None:
        assert rate.low is not None
        assert rate.high is not None
        assert 0 <= rate.low <= rate.high <= 1
        assert rate.value == pytest.approx(sum(r.hits for r in rows) / sum(r.out_of for r in rows))


def test_the_same_counts_always_give_the_same_interval() -> None:
    rows = [Count(n % 3, 3) for n in range(17)]
    assert bootstrap_rate(rows) == bootstrap_rate(rows)
