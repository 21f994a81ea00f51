"""The time a text takes grows with its length, in every language that is read."""

import time
from collections.abc import Callable
from itertools import count

import pytest

from gyges.reading import read_text
from gyges.reading.finder._mentions import find_mentions
from gyges.reading.genres._table import looks
from gyges.reading.page._page import Page

_TEXTS = {
    "English": "Anna Smith, 43, is a nurse and lives with her husband in Leeds. On 3 May Mr Miller moved to London. ",
    "German": "Anna Schmidt, 43, ist Krankenschwester und wohnt mit ihrem Mann in Köln. Am 3. Mai zog Herr Müller um. ",
    "Spanish": "Ana López, de 43 años, es enfermera y vive con su marido. El señor García se mudó a Valencia. ",
    "one sentence": "nurse and teacher and ",
    "one German sentence": "die Krankenschwester und der Lehrer und ",
    "one Spanish sentence": "la enfermera y la profesora y ",
}
_SIZES = [12_500, pytest.param(50_000, marks=pytest.mark.slow)]
_MOST = 7  # four times as long; a quadratic step takes sixteen times the time
_STARTS = count()


def _spent(read: Callable[[str], object], text: str, size: int) -> float:
    start = next(_STARTS)  # another text each time: what is remembered of one is not read again
    long = (text * ((start + size) // len(text) + 1))[start : start + size]
    started = time.process_time()
    read(long)
    return time.process_time() - started


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("read", [read_text, find_mentions])
@pytest.mark.parametrize("text", _TEXTS.values(), ids=_TEXTS)
def test_four_times_the_text_takes_about_four_times_the_time(
    read: Callable[[str], object], text: str, size: int
) -> None:
    _spent(read, text, 2_000)  # tables are loaded once
    small = min(_spent(read, text, size) for _ in range(2))
    assert min(_spent(read, text, 4 * size) for _ in range(2)) < _MOST * small + 0.05


def test_a_look_at_the_genre_takes_less_than_the_reading() -> None:
    page = Page((_TEXTS["English"] * 40)[:3900])
    looks("posts", page)  # everybody asks for the words it needs
    started = time.process_time()
    for _ in range(50):
        looks("posts", page)
    assert (time.process_time() - started) / 50 < 0.002  # 0.0005 beside other work
