"""How many identifiers the guard misses and how often it is wrong: no worse than when it was measured.

Each bound is the figure reached with a margin; ``benchmarks/guard.py`` prints the figures.
"""

import pytest
from training.languages import FOLDER, language_documents

from anonymizers.guard_languages import masked, taken, words
from anonymizers.guard_sets import emptied, measured, read_by_hand, thinned


def test_of_releases_read_by_hand_few_identifiers_are_missed_and_few_alarms_are_false() -> None:
    told = measured(read_by_hand())
    assert (told.releases, told.identifiers) == (216, 24)
    assert told.missed <= 6  # reached: 4; the guard before missed all
    assert told.releases_alarmed <= 6  # reached: 3


def test_of_identifiers_left_at_random_few_are_missed() -> None:
    told = measured(thinned(half=1))
    assert told.identifiers > 150
    assert told.missed / told.identifiers <= 0.04  # reached: 0.016


def test_in_lower_case_not_many_more_are_missed() -> None:
    told = measured(thinned(lower=True, half=1))
    assert told.missed / told.identifiers <= 0.08  # reached: 0.049


def test_where_all_annotated_identifiers_are_gone_alarms_are_less_than_one_a_release() -> None:
    told = measured(emptied(half=1))
    assert told.alarms / told.releases <= 1.0  # reached: 0.82


@pytest.mark.parametrize(("language", "most"), [("german", 5), ("spanish", 3)])  # reached: 4, 2; before: 10, 6
def test_few_names_that_are_words_are_missed_in_letters_the_rules_were_not_written_on(language: str, most: int) -> None:
    told = measured(taken(words(language, 1), 0.0))
    assert told.identifiers == 54
    assert told.missed <= most


def test_of_what_mask_leaves_in_german_most_is_named() -> None:
    told = measured(masked(words("german")))
    assert told.identifiers == 15
    assert told.missed <= 5  # reached: 4; before: 13


@pytest.mark.parametrize(("language", "most"), [("german", 0.2), ("spanish", 0.15)])  # reached: 0.12, 0.08
def test_releases_of_mask_raise_few_alarms(language: str, most: float) -> None:
    told = measured(masked(list(language_documents([FOLDER / f"{language}_opened.txt"]))))
    assert told.alarms / told.releases <= most
