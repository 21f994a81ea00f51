from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import (
    Count,
    CountTable,
    Rate,
    _rate,
    bootstrap_difference,
    bootstrap_rate,
    bootstrap_rates,
)

counts = st.integers(0, 20).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)).map(lambda p: Count(*p)))


def _quantile(groups: Iterable[Iterable[float]], share: float) -> Rate:
    table = _rate.ValueTable()
    for group in groups:
        table.add(group)
    return table.quantile(share)


def _ends(rate: Rate) -> tuple[float, float]:
    assert rate.low is not None
    assert rate.high is not None
    return rate.low, rate.high


def test_nothing_to_divide_by_is_not_zero() -> None:
    for rows in ([], [Count(0, 0)]):
        rate = bootstrap_rate(rows)
        assert (rate.value, rate.low, rate.high, rate.denominator) == (None, None, None, 0)
        assert str(rate) == "–"


def test_a_rate_shows_its_interval() -> None:
    assert str(bootstrap_rate([Count(1, 2)] * 10)) == "50% [50]"


@given(st.floats(0.9901, 0.99999) | st.floats(0.00001, 0.0099))
def test_no_share_and_no_end_is_rounded_to_all_or_nothing(share: float) -> None:
    for rate in (
        Rate(share, share / 2, (1 + share) / 2, 1, 2),
        Rate(share, None, None, 1, 2),
        Rate(-share, -1, 1, 1, 2),
    ):
        said = str(rate).split(" [")[0]
        assert said not in {"0%", "100%", "−0%", "−100%"}
    assert not {"0", "100"} & set(
        str(Rate(share, share / 2, (1 + share) / 2, 1, 2)).strip("]").replace("[", " ").split()
    )


def test_a_difference_below_zero_is_not_rounded_to_none() -> None:
    assert str(Rate(-0.002, -0.998, 0.03, -1, 500)) == ">−1% [<−99 to 3]"
    assert str(Rate(0, -0.04, 0.04, 0, 500)) == "0% [−4 to 4]"


def test_the_interval_is_about_as_wide_as_theory_says() -> None:
    low, high = _ends(bootstrap_rate([Count(0, 1), Count(1, 1)] * 200))
    assert high - low == pytest.approx(2 * 1.96 * (0.25 / 400) ** 0.5, rel=0.1)


@given(st.lists(counts, min_size=1, max_size=12))
def test_the_interval_holds_the_value_and_stays_within_bounds(rows: list[Count]) -> None:
    rate = bootstrap_rate(rows)
    if rate.value is not None:
        low, high = _ends(rate)
        assert 0 <= low <= rate.value <= high <= 1
        assert rate.value == pytest.approx(sum(r.hits for r in rows) / sum(r.out_of for r in rows))


@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=12))
def test_rates_together_are_the_rates_alone(rows: list[tuple[Count, Count]]) -> None:
    table = {"a": [one for one, _ in rows], "b": [two for _, two in rows]}
    together = bootstrap_rates(table)
    for name, column in table.items():
        alone = bootstrap_rate(column)
        assert alone.value == together[name].value
        if alone.low is not None:
            assert (alone.low, alone.high) == pytest.approx(_ends(together[name]))


@pytest.mark.parametrize(("hits", "low", "high"), [(1, 0.722, 1), (0, 0, 0.278)])
def test_ten_flawless_documents_are_no_certainty(hits: int, low: float, high: float) -> None:
    assert _ends(bootstrap_rate([Count(hits, 1)] * 10)) == pytest.approx((low, high), abs=0.001)


def test_one_slip_in_three_documents_is_no_more_certain_than_none() -> None:
    flawless = bootstrap_rate([Count(100, 100)] * 3)
    slipped = bootstrap_rate([Count(99, 100), Count(100, 100), Count(100, 100)])
    assert str(flawless) == "100% [44–100]"
    assert str(slipped) == ">99% [49 to >99]"


@given(st.lists(st.integers(1, 60), min_size=1, max_size=15), st.data(), st.booleans())
def test_one_fact_of_one_document_moves_the_ends_at_the_border_a_little(
    sizes: list[int], data: st.DataObject, leaked: bool
) -> None:
    place = data.draw(st.integers(0, len(sizes) - 1))
    before = [Count(0 if leaked else size, size) for size in sizes]
    step = 1 if leaked else -1
    after = [Count(row.hits + step * (number == place), row.out_of) for number, row in enumerate(before)]
    one, two = _ends(bootstrap_rate(before)), _ends(bootstrap_rate(after))
    bound = 0.07 + 2 / sum(sizes)
    assert abs(one[0] - two[0]) < bound
    assert abs(one[1] - two[1]) < bound


def test_many_documents_with_misses_have_the_resampled_interval_however_near_the_border() -> None:
    low, high = _ends(bootstrap_rate([Count(49, 50)] * 40))
    assert (low, high) == pytest.approx((0.98, 0.98))


def test_one_document_says_little_about_others() -> None:
    low, high = _ends(bootstrap_rate([Count(6, 10), Count(0, 0)]))
    assert low < 0.2
    assert high > 0.9


def test_a_difference_may_be_negative_and_keeps_its_sign() -> None:
    rate = bootstrap_difference([Count(-1, 2), Count(-2, 3), Count(1, 4)])
    assert rate.value == pytest.approx(-2 / 9)
    low, high = _ends(rate)
    assert low <= -2 / 9 <= high


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(1, 5)).map(lambda p: Count(*p)), min_size=2, max_size=9))
def test_a_difference_turned_round_has_the_interval_turned_round(rows: list[Count]) -> None:
    one = bootstrap_difference(rows)
    two = bootstrap_difference([Count(-row.hits, row.out_of) for row in rows])
    low, high = _ends(two)
    assert _ends(one) == pytest.approx((-high, -low))


def test_a_difference_in_one_document_has_no_interval() -> None:
    rate = bootstrap_difference([Count(1, 2), Count(0, 0)])
    assert (rate.value, rate.low, rate.high) == (0.5, None, None)
    assert str(rate) == "50%"


@given(st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=6), st.integers(1, 20))
def test_a_quantile_leaves_the_share_at_or_below(groups: list[list[int]], twentieths: int) -> None:
    rate = _quantile(groups, twentieths / 20)
    items = sorted(value for group in groups for value in group)
    if not items:
        assert rate.value is None
        return
    expected = next(v for v in items if 20 * sum(other <= v for other in items) >= twentieths * len(items))
    assert rate.value == expected
    low, high = _ends(rate)
    assert low <= expected <= high


@given(st.lists(counts, min_size=1, max_size=30))
def test_counts_that_pass_one_by_one_give_the_rates_of_the_list(rows: list[Count]) -> None:
    table = CountTable(["all"])
    for number, row in enumerate(rows):
        table.add({"all": row} | ({"even": row} if number % 2 == 0 else {}))
    even = [row if number % 2 == 0 else Count(0, 0) for number, row in enumerate(rows)]
    assert table.rates() == bootstrap_rates({"all": rows, "even": even})


def test_blocks_of_many_documents_show_the_spread_of_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Count(number * 7919 % 4, 4) for number in range(4000)]
    kept = [[value, value / 2] for value in (number * 7919 % 101 / 100 for number in range(4000))]
    one, low = bootstrap_rate(rows), _quantile(kept, 0.05)
    monkeypatch.setattr(_rate, "BLOCKS", 500)
    monkeypatch.setattr(_rate, "_VALUE_BLOCKS", 400)
    many, low_many = bootstrap_rate(rows), _quantile(kept, 0.05)
    assert many.value == one.value
    assert (many.numerator, many.denominator) == (one.numerator, one.denominator)
    width = _ends(one)[1] - _ends(one)[0]
    assert _ends(many) == pytest.approx(_ends(one), abs=width / 5)
    assert (low_many.value, low_many.numerator, low_many.denominator) == (low.value, low.numerator, low.denominator)
    assert _ends(low_many) == pytest.approx(_ends(low), abs=0.01)
