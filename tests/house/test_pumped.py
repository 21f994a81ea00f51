"""What is repeated without end takes time that grows with its length; `python benchmarks/pumped.py` tries all of it."""

import time

import pytest

from gyges.reading import find_mentions
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
    find_mentions(f"<Ana> hello\n{' ' * 8_000}x\n<Ben> hi Ana Reis\n")
    find_mentions(f"Ana: hello\nBen: hi\n{'- ' * 4_000}x\nAna: hi\nBen: yes\n")
    assert time.process_time() - started < 2  # it took 6 s


def test_an_endless_word_is_masked_at_once() -> None:
    found = pumped.pump("mask", pumped.doors("mask")["mask"], "signs.one_word", "a", 4_000)
    assert found.seconds[2] < 0.5  # it took 4 s
