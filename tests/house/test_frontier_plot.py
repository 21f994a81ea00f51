"""The frontier in the docs is drawn from its data file, and what follows from recorded readings does follow."""

import importlib.util
import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "frontier_plot.py"


def _script() -> Any:
    """Return the script as a module; others have a package of the name of its folder."""
    spec = importlib.util.spec_from_file_location("frontier_plot", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plot = _script()


def _words(picture: str) -> list[str]:
    return [unescape(words) for words in re.findall(r"<text[^>]*>([^<]*)</text>", picture)]


def test_the_picture_in_the_docs_is_the_one_of_the_data() -> None:
    drawn = plot.drawn(plot.rows())
    assert plot.PICTURE.read_text(encoding="utf-8") == drawn, "run: python benchmarks/frontier_plot.py"


def test_every_point_stands_in_the_picture_and_rated_ones_twice() -> None:
    words = _words(plot.drawn(plot.rows()))
    for one in plot.rows():
        assert words.count(one.name) == (1 if one.meaning is None else 2)


def test_a_name_is_text_and_no_mark_up(tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(plot.DATA.read_text(encoding="utf-8").replace('"paranoid"', '"<b>&"', 1), encoding="utf-8")
    assert "<b>&" in _words(plot.drawn(plot.rows(path)))


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in plot.rows() if row.readings], ids=lambda row: row.name)
def test_figures_follow_from_the_recorded_readings(row: Any) -> None:
    cpr, low, high, kept, documents = plot.of_readings(*row.readings)
    assert (row.cpr, row.low, row.high, row.rouge_l) == pytest.approx((cpr, low, high, kept), abs=0.006)
    assert row.documents == documents
