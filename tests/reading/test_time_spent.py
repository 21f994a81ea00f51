"""The time a text takes grows with its length, in every language that is read."""

import time
from itertools import count

import pytest

from gyges.reading import read_text

_MOST = 7  # four times as long; a quadratic step takes sixteen times the time
_STARTS = count()


def _spent(text: str, size: int) -> float:
    start = next(_STARTS)  # another text each time: what is remembered of one is not read again
    long = (text * ((start + size) // len(text) + 1))[start : start + size]
    started = time.process_time()
    read_text(long)
    return time.process_time() - started


@pytest.mark.parametrize(
    "text",
    [
        "Anna Smith, 43, is a nurse and lives with her husband in Leeds. On 3 May Mr Miller moved to London. ",
        "Anna Schmidt, 43, ist Krankenschwester und wohnt mit ihrem Mann in Köln. Am 3. Mai zog Herr Müller um. ",
        "Ana López, de 43 años, es enfermera y vive con su marido. El señor García se mudó a Valencia. ",
        "nurse and teacher and ",
        "[PERSON 1] said so. ",
        "1. The applicant, Mr Tun, was born in 1970. ",
    ],
)
def test_four_times_the_text_takes_about_four_times_the_time(text: str) -> None:
    _spent(text, 2_000)  # tables are loaded once
    small = min(_spent(text, 8_000) for _ in range(2))
    assert min(_spent(text, 32_000) for _ in range(2)) < _MOST * small + 0.05
