"""What is repeated without end takes time that grows with its length; `python benchmarks/pumped.py` tries all of it."""

import time

import pytest

from gyges.reading import find_spans
from house.scripts import script

pumped = script("pumped")
SIZE = 1_000
MENDED = (
    "english.jobs_and",
    "english.speakers",
    "english.camel",
    "english.lettered",
    "german.compound",
    "spanish.illnesses",
    "signs.one_word",
    "signs.one_capital",
    "signs.elisions",
    "mixed.paragraphs",
)
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


def test_blanks_in_an_answer_are_read_at_once() -> None:
    for shape, unit in (("signs.blanks", " "), ("signs.returns", "\r")):
        assert pumped.pump("profile", pumped.doors("profile")["profile"], shape, unit, 1_000).seconds[2] < 0.5  # 25 s


def test_a_line_of_blanks_among_turns_of_a_chat_is_read_at_once() -> None:
    started = time.process_time()
    find_spans(f"<Ana> hello\n{' ' * 8_000}x\n<Ben> hi Ana Reis\n")
    find_spans(f"Ana: hello\nBen: hi\n{'- ' * 4_000}x\nAna: hi\nBen: yes\n")
    assert time.process_time() - started < 2  # it took 6 s


def test_an_endless_word_is_masked_at_once() -> None:
    found = pumped.pump("mask", pumped.doors("mask")["mask"], "signs.one_word", "a", 4_000)
    assert found.seconds[2] < 0.5  # it took 4 s


def test_a_word_of_endless_elisions_is_masked_in_time_that_grows_with_it() -> None:
    found = pumped.pump("mask", pumped.doors("mask")["mask"], "signs.elisions", "O'", 5_000)
    assert not found.too_fast, found.seconds  # sixteen times the time


@pytest.mark.parametrize(
    ("door", "shape"), [("subjectwise", "signs.labels_alone"), ("paranoid", "english.jobs_commas")]
)
def test_what_is_dropped_is_chosen_in_time_that_grows_with_the_text(door: str, shape: str) -> None:
    found = pumped.pump(door, pumped.doors(door)[door], shape, pumped.shapes()[shape], 2_000)
    assert not found.too_fast, found.seconds  # sixteen times the time, and eleven


def test_a_new_word_in_each_turn_is_another_one() -> None:
    words = pumped.repeated("{} ", 6_000).split()
    assert len(words) == len(set(words)) == 600
