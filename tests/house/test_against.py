"""Generous bounds on how many times as fast as others it is; `python benchmarks/against.py` measures the figures."""

import pytest

from house.scripts import script

against = script("against")


@pytest.mark.slow
@pytest.mark.parametrize("other", ["rouge-score", "rank-bm25", "one by one"])
def test_it_is_faster_than_what_others_use(other: str) -> None:
    (comparison,) = [one for one in against.COMPARISONS if one.other == other]
    times, told = against.ratio(comparison, quick=True)
    assert times >= comparison.least, told
