"""What the reader tells of jobs, trades, ages, sexes, homes and houses in layouts of many kinds.

``facts_told.tsv`` has of whom and what, the text, all that is told of it, and what that shows.
"""

from pathlib import Path

import pytest

from gyges.reading import find_occupations, read_text
from gyges.reading.work._words import written_jobs

ROWS = [row.split("\t") for row in Path(__file__).with_name("facts_told.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("whose", "text", "values", "why"), ROWS)
def test_what_is_told_of_somebody(whose: str, text: str, values: str, why: str) -> None:
    name, tag = whose.split()
    person = next(one for one in read_text(text.replace("\\n", "\n")).people if name in one.description)
    assert "; ".join(fact.value for fact in person.facts if fact.tag == tag) == values, why


def jobs(text: str) -> list[tuple[str, ...]]:
    return [written_jobs(cue) for cue in find_occupations(text)]


def test_a_job_is_told_in_the_words_of_the_text_before_the_general_word() -> None:
    assert jobs("a night receptionist")[0][0] == "Receptionist"
    assert jobs("our watchman") == [("Watchman", "Security guard")]


def test_a_retired_bus_driver_is_both_retired_and_a_retired_bus_driver() -> None:
    assert jobs("a retired bus driver") == [("Retired", "Retired bus driver")]


def test_abbreviations_and_words_of_other_languages_keep_the_general_word() -> None:
    assert jobs("the GP") == [("General practitioner",)]
    assert jobs("an enfermera") == [("Nurse",)]


def test_who_teaches_chemistry_is_a_chemistry_teacher() -> None:
    assert jobs("She teaches chemistry.")[0] == ("Chemistry teacher", "Teacher")


def test_what_is_sold_names_the_seller() -> None:
    assert jobs("She sells fish.")[0][0] == "Fish seller"
