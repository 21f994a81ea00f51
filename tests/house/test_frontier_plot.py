"""The frontier in the docs is drawn from its data file, and what follows from recorded readings does follow."""

from typing import Any

import pytest

from house.scripts import script

plot = script("frontier_plot")


def test_the_picture_in_the_docs_is_the_one_of_the_data() -> None:
    drawn = plot.drawn(plot.rows())
    assert plot.PICTURE.read_text(encoding="utf-8") == drawn, "run: python benchmarks/frontier_plot.py"


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in plot.rows() if row.readings], ids=lambda row: row.name)
def test_figures_follow_from_the_recorded_readings(row: Any) -> None:
    cpr, low, high, kept, documents = plot.of_readings(*row.readings)
    assert (row.cpr, row.low, row.high, row.rouge_l) == pytest.approx((cpr, low, high, kept), abs=0.006)
    assert row.documents == documents
