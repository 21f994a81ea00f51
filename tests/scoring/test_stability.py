"""Differences between methods over documents and seeds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import Count, difference_over_seeds, stability


def _run(*hits: float, out_of: int = 10) -> dict[str, Count]:
    return {f"d{n}": Count(hit, out_of) for n, hit in enumerate(hits)}


def test_a_difference_by_hand() -> None:
    found = difference_over_seeds({1: _run(8, 6), 2: _run(9, 7)}, {1: _run(5, 5), 2: _run(6, 6)})
    assert found.by_seeds == pytest.approx((0.2, 0.2))  # (3 + 1) / 20, (3 + 1) / 20
    assert found.mean.value == pytest.approx(0.2)
    assert (found.documents, found.survives) == (2, True)


def test_a_sign_that_turns_with_the_seed_does_not_survive() -> None:
    many = [9.0] * 20
    found = difference_over_seeds({1: _run(*many), 2: _run(*[4.0] * 20)}, {1: _run(*[5.0] * 20), 2: _run(*[5.0] * 20)})
    assert found.mean.low is not None
    assert found.mean.low > 0
    assert min(found.by_seeds) < 0
    assert not found.survives


def test_an_interval_that_holds_zero_does_not_survive() -> None:
    found = difference_over_seeds({None: _run(9, 1, 5)}, {None: _run(1, 8, 5)})
    assert not found.survives


def test_a_method_without_a_seed_meets_every_seed_of_the_other() -> None:
    found = difference_over_seeds({None: _run(8, 8)}, {1: _run(6, 6), 2: _run(4, 4), 3: _run(2, 2)})
    assert found.by_seeds == pytest.approx((0.2, 0.4, 0.6))


def test_only_documents_that_all_runs_have_are_compared() -> None:
    found = difference_over_seeds({None: _run(8, 8, 8)}, {1: _run(6, 6), 2: _run(6, 6, 6)})
    assert found.documents == 2


def test_without_a_common_document_nothing_is_known_and_nothing_survives() -> None:
    found = difference_over_seeds({None: _run(8)}, {None: {}})
    assert (found.mean.value, found.documents, found.survives) == (None, 0, False)


def test_one_document_has_no_interval_and_proves_nothing() -> None:
    assert not difference_over_seeds({None: _run(10)}, {None: _run(0)}).survives


runs = st.lists(st.integers(0, 10), min_size=3, max_size=3)
seeded = st.dictionaries(st.integers(1, 3), runs.map(lambda hits: _run(*hits)), min_size=1, max_size=3)


@given(one=seeded, two=seeded)
def test_turned_round_the_difference_changes_its_sign_and_nothing_else(one: dict, two: dict) -> None:  # type: ignore[type-arg]
    there, back = difference_over_seeds(one, two), difference_over_seeds(two, one)
    assert there.mean.value == pytest.approx(-(back.mean.value or 0))
    assert there.survives == back.survives


@given(one=seeded)
def test_a_method_never_differs_from_itself(one: dict) -> None:  # type: ignore[type-arg]
    assert not difference_over_seeds(one, one).survives


def _made(measured: Any) -> Any:
    return stability(measured)


def test_a_mean_over_seeds_by_hand() -> None:
    made = _made({"mask": {"CPR": {1: _run(8, 6), 2: _run(9, 9)}}, "none": {"CPR": {1: _run(1, 1), 2: _run(2, 2)}}})
    mask, none = made["figures"]
    assert mask["by_seeds"] == pytest.approx([0.7, 0.9])  # 14 / 20, 18 / 20
    assert (mask["value"], mask["least"], mask["most"]) == pytest.approx((0.8, 0.7, 0.9))
    assert (mask["numerator"], mask["denominator"], mask["documents"]) == (16, 20, 2)  # as of one run
    assert none["value"] == pytest.approx(0.15)
    (difference,) = made["differences"]
    assert (difference["one"], difference["two"], difference["survives"]) == ("mask", "none", True)
    assert difference["value"] == pytest.approx(0.65)


def test_a_figure_that_only_one_has_is_not_compared() -> None:
    made = _made({"a": {"found again": {1: _run(1)}}, "b": {"distance": {1: _run(1)}}})
    assert made["differences"] == []
    assert len(made["figures"]) == 2


@given(runs=seeded)
def test_the_mean_lies_between_the_seeds(runs: dict) -> None:  # type: ignore[type-arg]
    (row,) = _made({"a": {"CPR": runs}})["figures"]
    assert row["least"] - 1e-9 <= row["value"] <= row["most"] + 1e-9
