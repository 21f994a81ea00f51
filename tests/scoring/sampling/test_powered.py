"""Prediction-powered shares: the arithmetic of ppi-python, exact where all is read, never certain where little is."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import Count
from gyges.scoring._rate import Z_95
from gyges.scoring.sampling import (
    ConfirmedRate,
    Sample,
    Stratum,
    _estimated,
    confirmed_rate,
    expected_width,
    more_to_halve,
    student_95,
)

READ = [0.9, 0.4, 0.75, 1.0, 0.3, 0.6, 0.85, 0.5, 0.2, 0.95, 0.35, 0.7]
TOLD = [0.7, 0.6, 0.4, 0.9, 0.55, 0.3, 0.9, 0.6, 0.15, 0.5, 0.45, 0.8]
REST = [0.3, 0.95, 0.6, 0.55, 0.7, 0.2, 0.85, 0.4, 0.65, 0.75, 0.5, 0.8]
IDS = tuple(f"d{n}" for n in range(24))
# Made with ppi-python 0.2.3, which brings numba, pandas, statsmodels and scikit-learn along, so it is no dependency:
#   all = np.tile(TOLD + REST, 100_000)  # so many that only the documents read have an error, as in a finite corpus
#   ppi_mean_pointestimate(READ[:n], TOLD[:n], all, lam=lam), ppi_mean_ci(READ[:n], TOLD[:n], all, lam=lam)
PPI_8 = (1.0, 0.63125, 0.48380651, 0.77869349)
PPI_12 = (0.7172756296559064, 0.63695459)
shares = st.integers(0, 100).map(lambda percent: percent / 100)
counts = st.tuples(st.integers(1, 30), shares, shares)


def _parts(drawn: int) -> tuple[Sample, dict[str, Count], dict[str, Count]]:
    told = {id: Count(value, 1) for id, value in zip(IDS, TOLD + REST, strict=True)}
    return Sample((Stratum(IDS, IDS[:drawn]),), 0), {id: Count(READ[n], 1) for n, id in enumerate(IDS[:drawn])}, told


def _made(rows: list[tuple[int, float, float]], drawn: int, lost: float = 0.0) -> ConfirmedRate:
    """Return the figure where the first documents were read; rows hold size, share read and share predicted."""
    ids = tuple(str(n) for n in range(len(rows)))
    read = {id: Count(row[0] * row[1], row[0]) for id, row in zip(ids[:drawn], rows, strict=False)}
    told = {id: Count(row[0] * row[2], row[0]) for id, row in zip(ids, rows, strict=True)}
    return confirmed_rate(Sample((Stratum(ids, ids[:drawn]),), 0), read, told, Count(0.0, lost))


def test_few_documents_give_the_figure_and_interval_of_plain_ppi() -> None:
    weight, value, low, high = PPI_8
    share, reach, used = _estimated(*_parts(8))
    assert share == pytest.approx(value)
    assert used == weight
    ours = reach / student_95(7) / math.sqrt(1 - 8 / 24)  # without Student and the finite corpus
    assert ours == pytest.approx((high - low) / 2 / Z_95 * math.sqrt(8 / 7), rel=1e-5)  # ppi-python divides by n


def test_a_tuned_weight_gives_the_figure_of_ppi_with_that_weight() -> None:
    weight, value = PPI_12
    made = confirmed_rate(*_parts(12))
    assert made.weight == pytest.approx(weight)
    assert made.rate.value == pytest.approx(value)


@given(st.lists(counts, min_size=12, max_size=40))
def test_no_other_weight_has_less_variance(rows: list[tuple[int, float, float]]) -> None:
    made = _made(rows, drawn := 11)
    share = sum(row[0] * row[1] for row in rows[:drawn]) / sum(row[0] for row in rows[:drawn])
    told = sum(row[0] * row[2] for row in rows[:drawn]) / sum(row[0] for row in rows[:drawn])

    def spread(weight: float) -> float:
        off = [row[0] * (row[1] - share - weight * (row[2] - told)) for row in rows[:drawn]]
        return sum(one**2 for one in off)

    assert 0 <= made.weight <= 1
    assert all(spread(made.weight) <= spread(tenth / 10) + 1e-6 for tenth in range(11))


@given(st.lists(counts, min_size=3, max_size=40), st.data())
def test_an_interval_holds_its_figure_and_stays_between_0_and_1(
    rows: list[tuple[int, float, float]], data: st.DataObject
) -> None:
    rate = _made(rows, data.draw(st.integers(2, len(rows) - 1))).rate
    assert rate.value is not None
    assert rate.low is not None
    assert rate.high is not None
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert rate.high > rate.low


@given(st.lists(counts, min_size=1, max_size=40))
def test_where_all_is_read_the_figure_is_what_was_read(rows: list[tuple[int, float, float]]) -> None:
    rate = _made(rows, len(rows)).rate
    truth = sum(size * read for size, read, _ in rows) / sum(size for size, _, _ in rows)
    assert rate.value == pytest.approx(truth)
    assert rate.low == rate.value == rate.high


def test_predictions_that_are_always_right_leave_no_doubt_but_that_of_few_readings() -> None:
    rows = [(5, share / 40, share / 40) for share in range(40)]
    alone = _made([(size, read, 0.5) for size, read, _ in rows], 20).rate
    made = _made(rows, 20)
    truth = sum(read for _, read, _ in rows) / 40
    assert made.weight == pytest.approx(1.0)
    assert made.rate.value == pytest.approx(truth)
    assert (made.rate.high or 0) - (made.rate.low or 0) < 0.1 * ((alone.high or 0) - (alone.low or 0))


def test_a_flawless_sample_does_not_pass_for_certainty() -> None:
    rate = _made([(5, 1.0, 0.4 + n % 5 / 10) for n in range(200)], 20).rate
    assert rate.value == 1.0
    assert rate.low == pytest.approx(0.848, abs=0.01)  # Wilson's for 20 of 200


def test_what_nobody_can_read_counts_as_leaked() -> None:
    rows = [(5, 0.6, 0.6)] * 20
    rate = _made(rows, 20, lost=100.0).rate
    assert rate.value == pytest.approx(0.3)
    assert rate.denominator == 200.0
    assert _made([], 0).rate.value is None
    assert _made([], 0, lost=10.0).rate.value == 0.0


@given(st.integers(2, 500), st.integers(2, 5000))
def test_so_many_more_documents_halve_the_width_and_one_less_does_not(drawn: int, documents: int) -> None:
    drawn = min(drawn, documents)
    more = more_to_halve(drawn, documents)
    width = math.sqrt(1 / drawn - 1 / documents)
    assert drawn + more <= documents
    assert math.sqrt(1 / (drawn + more) - 1 / documents) <= width / 2 + 1e-9
    assert not more or math.sqrt(1 / (drawn + more - 1) - 1 / documents) > width / 2


def test_more_reading_is_expected_to_narrow_the_interval_down_to_nothing() -> None:
    widths = [expected_width("cpr", [5.0] * 100, drawn) for drawn in (2, 5, 9, 10, 20, 60, 100)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0.0
