"""Headings of a table of a paper in groups."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.reports.benchmark.papers import PaperTable


def _groups(*heads: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return PaperTable("t", "", heads, ()).groups


def test_columns_of_one_data_set_are_one_group() -> None:
    assert _groups("Method", "tab: R", "tab: CPR", "posts: R") == (
        ("", ("Method",)),
        ("tab", ("R", "CPR")),
        ("", ("posts: R",)),
    )


@given(st.lists(st.sampled_from(["Method", "a: R", "a: CPR", "b: R", "b: IPR"]), max_size=8, unique=True))
def test_no_heading_gets_lost_or_moves(heads: list[str]) -> None:
    told = [f"{name}: {head}" if name else head for name, some in _groups(*heads) for head in some]
    assert told == heads
