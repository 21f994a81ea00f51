"""What of an original still stands in its release."""

import pytest

from gyges.reading.finder import residuals


def left(original: str, released: str) -> list[str]:
    return [one.words for one in residuals(original, released)]


@pytest.mark.parametrize(
    ("released", "words"),
    [
        ("She said Ana Reis was late.", "Ana Reis"),
        ("She said REIS was late.", "REIS"),
        ("She said ana was late.", "ana"),
        ("Ask anareis88 about it.", "anareis88"),
        ("Ring 0 1 5 1-234567 now.", "0 1 5 1-234567"),
    ],
)
def test_an_identifier_stands_however_it_is_written(released: str, words: str) -> None:
    assert words in left("Ana Reis was late. Ring her on 0151 234567.", released)


def test_nothing_stands_where_all_went() -> None:
    assert left("Ana Reis was late. Ring her on 0151 234567.", "[PERSON] was late. Ring her on [CODE].") == []


def test_a_month_is_nobody_of_that_name() -> None:
    assert left("April Jones is a nurse. We met in April 2024.", "B. is a nurse. We met in April 2024.") == []


def test_words_that_another_method_calls_direct_count() -> None:
    assert [one.words for one in residuals("The Wren left.", "Wren left.", known=[("Wren", "PERSON")])] == ["Wren"]


def test_each_word_of_a_name_that_the_finder_will_not_call_a_person_counts_too() -> None:
    original = '"I\'m Marigold Achieng," she said. "I\'m nine. I\'m going to Hirtshals." Marigold did not ring.'
    left = residuals(original, '"I\'m [...]," she said. Achieng did not ring.')
    assert [one.words for one in left] == ["Achieng"]
