"""What a strong reader leaves of two audits: like with like, and a warning where that is not to be had."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import ConfirmedRow, RateRow, Results, compare_strong

EMBEDDED = (True, True)


def _audit(attacker: str = "rules", read: float | None = None, **metrics: float) -> Results:
    rows = {name: {"value": value, "low": value - 0.1, "high": value + 0.1} for name, value in metrics.items()}
    strong: dict[str, Any] = {"by": {"make": "light-1"}}
    if read is not None:
        strong["read"] = {"by": "recorded:x", "documents": 12, "of": 15}
        rows["read_cpr"] = {"value": read, "low": read, "high": read}
    empty: dict[str, Any] = {key: {} for key in ("judge", "by_tag", "by_hardness", "by_type", "cost")}
    return Results.model_validate(
        {
            **empty,
            "profile": "strict",
            "attacker": {"name": attacker},
            "anonymizer": None,
            "coverage": {"documents": 1, "attacked": 1, "facts": 1, "unscored": 0},
            "metrics": rows,
            "strong": strong if "strong_cpr" in metrics else None,
            "subjects": [],
        }
    )


def test_two_estimates_are_held_against_each_other_with_both_errors() -> None:
    found = compare_strong(_audit(strong_cpr=0.3), _audit(strong_cpr=0.5), embedded=EMBEDDED)
    row = found.differences["cpr"]
    assert row.value == pytest.approx(0.2)
    assert row.low == pytest.approx(0.2 - 0.1 * 2**0.5)
    assert row.high == pytest.approx(0.2 + 0.1 * 2**0.5)
    assert (found.first.how, found.warning) == ("estimated", "")


def test_an_estimate_against_a_reading_is_warned_about() -> None:
    found = compare_strong(_audit(cpr=0.9, strong_cpr=0.4), _audit("openai/x", cpr=0.5), embedded=(True, False))
    assert found.second.by == "openai/x"
    assert found.differences["cpr"].value == pytest.approx(0.1)
    assert "the first is estimated (light-1), the second read (openai/x)" in found.warning


def test_like_is_compared_with_like_where_one_side_was_read_besides() -> None:
    some, none = _audit(strong_cpr=0.4, read=0.3), _audit(strong_cpr=0.5)
    assert compare_strong(some, none, embedded=EMBEDDED).first.how == "estimated"
    both = compare_strong(some, _audit(strong_cpr=0.5, read=0.6), embedded=EMBEDDED)
    assert (both.first.how, both.second.how, both.warning) == ("read", "read", "")
    assert both.differences["cpr"].value == pytest.approx(0.3)


def test_a_side_of_which_nobody_knows_gives_no_difference() -> None:
    found = compare_strong(_audit(cpr=0.9), _audit(strong_cpr=0.5), embedded=EMBEDDED)
    assert (found.first.how, dict(found.differences), found.warning) == (None, {}, "")


@given(st.floats(0, 1), st.floats(0, 1))
def test_turned_round_the_difference_is_the_opposite(one: float, two: float) -> None:
    first, second = _audit(strong_cpr=one), _audit(strong_cpr=two)
    there = compare_strong(first, second, embedded=EMBEDDED).differences["cpr"]
    back = compare_strong(second, first, embedded=EMBEDDED).differences["cpr"]
    assert there.value == pytest.approx(-(back.value or 0))
    assert there.low == pytest.approx(-(back.high or 0))
    assert (there.low or 0) <= (there.value or 0) <= (there.high or 0)


def test_a_confirmed_side_is_said_to_be_so_and_estimates_are_still_compared_with_each_other() -> None:
    rate = RateRow(value=0.6, low=0.5, high=0.7)
    sample = ConfirmedRow(by="m", documents=9, drawn=4, cpr=rate, ipr=rate)
    confirmed = _audit(strong_cpr=0.4, confirmed_cpr=0.6).model_copy(update={"confirmed": sample})
    assert compare_strong(confirmed, _audit(strong_cpr=0.5), embedded=EMBEDDED).first.how == "estimated"
    found = compare_strong(confirmed, _audit("openai/x", cpr=0.5), embedded=(True, False))
    assert (found.first.how, found.first.by) == ("confirmed", "m, 4 of 9 documents")
    assert "the first is confirmed" in found.warning
