"""What is repeated without end takes time that grows with its length; `python benchmarks/pumped.py` tries all of it."""

import pytest

from house.scripts import script

pumped = script("pumped")
SIZE = 1_000
MENDED = (
    "english.jobs_and", "english.speakers", "english.camel", "english.lettered", "german.compound",
    "spanish.illnesses", "signs.one_word", "signs.one_capital", "signs.elisions", "mixed.paragraphs",
)  # fmt: skip
"""Shapes that grew faster than the text before."""


def test_units_are_many_and_of_every_kind() -> None:
    names = pumped.shapes()
    assert len(names) > 200
    assert {name.partition(".")[0] for name in names} == {"english", "german", "spanish", "signs", "mixed"}
    assert set(MENDED) <= set(names)


@pytest.mark.slow
@pytest.mark.parametrize("door", ["read", "mask"])
def test_time_grows_with_the_text(door: str) -> None:
    units = pumped.shapes()
    some = {name: units[name] for name in dict.fromkeys((*MENDED, *list(units)[::8]))}
    found = pumped.measure(SIZE, pumped.doors(door), some)
    assert not [(one.shape, one.seconds) for one in found if one.too_fast]


@pytest.mark.parametrize(
    ("door", "shape"), [("subjectwise", "signs.labels_alone"), ("paranoid", "english.jobs_commas")]
)
def test_what_is_dropped_is_chosen_in_time_that_grows_with_the_text(door: str, shape: str) -> None:
    found = pumped.pump(door, pumped.doors(door)[door], shape, pumped.shapes()[shape], 2_000)
    assert not found.too_fast, found.seconds  # sixteen times the time, and eleven
