"""Questions answered by words alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring.semantic import Example, MultipleChoice, WordReader

EXAMPLES = [Example("a", "fever and cough", "influenza virus"), Example("b", "swollen toe", "uric acid")]
OPTIONS = {"A": "influenza", "B": "acid", "C": "nothing"}


def test_the_answer_of_the_nearest_record_wins() -> None:
    reader = WordReader(EXAMPLES)
    assert reader.credit(MultipleChoice("x", "Why?", OPTIONS, "A"), "a bad cough") == 1
    assert reader.credit(MultipleChoice("x", "Why?", OPTIONS, "B"), "a bad cough") == 0
    assert reader.credit(MultipleChoice("x", "Why?", OPTIONS, "B"), "his toe hurts") == 1


def test_what_it_cannot_tell_counts_as_a_draw() -> None:
    reader = WordReader(EXAMPLES)
    assert reader.credit(MultipleChoice("x", "Why?", OPTIONS, "A"), "") == pytest.approx(1 / 3)
    assert WordReader([]).credit(MultipleChoice("x", "Why?", OPTIONS, "C"), "a cough") == pytest.approx(1 / 3)


def test_a_record_never_answers_its_own_question() -> None:
    reader = WordReader(EXAMPLES)
    assert reader.credit(MultipleChoice("a", "Why?", OPTIONS, "A"), "fever and cough") == pytest.approx(1 / 3)


@given(st.text("abc ", max_size=20))
def test_the_credits_of_all_options_add_up_to_one(context: str) -> None:
    reader = WordReader([Example("x", "aa bb", "influenza"), Example("y", "bb cc", "acid")])
    shares = [reader.credit(MultipleChoice("q", "Why?", OPTIONS, letter), context) for letter in OPTIONS]
    assert sum(shares) == pytest.approx(1)
