"""Cues: the table that ships, and what it expects of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._changes import Change, Version, version_of
from gyges.anonymizers.subjectwise._cues import cue_table, features_of, leaks_of


def leak(words: str) -> float:
    return leaks_of(words, Version(words), cue_table()).between(0, len(words) + 1)


def test_the_table_says_what_it_was_fitted_on() -> None:
    table = cue_table()
    assert table.version.startswith("cues-")
    assert "read by a strong language model" in table.trained_on
    assert min(table.weights.values()) > 0


@pytest.mark.parametrize(
    ("telling", "plain"),
    [
        ("my wife is a nurse", "the door is a problem"),
        ("he studied at the university", "it stood at the corner"),
        ("they ate satkora in the yard", "they ate something in the yard"),
        ("the widow came in 1974", "the letter came in time"),
    ],
)
def test_words_about_people_are_expected_to_tell_more(telling: str, plain: str) -> None:
    assert leak(telling) > leak(plain)


def test_a_capital_at_the_beginning_says_nothing() -> None:
    assert "#capital" not in features_of("Door", opens=True)
    assert "#capital" in features_of("Door", opens=False)


def test_changed_words_count_as_what_stands_there_now() -> None:
    text = "My wife came."
    version = version_of(text, [Change(3, 7, "one")])
    assert leaks_of(text, version, cue_table()).between(3, 7) < leaks_of(text, Version(text), cue_table()).between(3, 7)


@given(st.text(max_size=80), st.integers(0, 80))
def test_leaks_of_two_parts_add_up_to_that_of_the_whole(text: str, cut: int) -> None:
    leaks = leaks_of(text, Version(text), cue_table())
    whole = leaks.between(0, len(text) + 1)
    assert leaks.between(0, cut) + leaks.between(cut, max(cut, len(text) + 1)) == pytest.approx(whole)
