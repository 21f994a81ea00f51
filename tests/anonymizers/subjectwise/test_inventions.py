"""What a text in a model's own words brings in or back: the words are named, and numbers are compared by value."""

import pytest

from gyges.anonymizers.subjectwise._inventions import brought_back, dropped, inventions
from gyges.records import Fact

TEXT = (
    "Nora Feld is a nurse and lives in Cork. Most mornings Nora Feld walks along the quay, and on Sundays she sings in "
    "the choir."
)


@pytest.mark.parametrize(
    ("new", "named"),
    [
        ("a town", []),
        ("Cork", []),
        ("a town near Galway", ["Galway"]),
        ("in 1984", ["1984"]),
        ("Mr Smith", ["Smith"]),
        ("", []),
        ("B.", []),
        ("Person 1", []),
        ("Witness A and their relative", []),
        ("[a place]", []),
        ("the Council", []),
        ("They left. Nobody knew why.", []),
        ("They left. Every morning they came back.", []),
        ("Ward 7", ["7"]),
        ("on Friday", ["Friday"]),
        ("1. They left.\n2. They came back.", []),
    ],
)
def test_new_names_numbers_and_places_are_named_but_labels_and_items_of_lists_are_not(
    new: str, named: list[str]
) -> None:
    found = inventions(new, TEXT)
    assert bool(found) == bool(named)
    assert all(any(word in one for one in found) for word in named)


@pytest.mark.parametrize(
    ("new", "known", "invented"),
    [
        ("two children", "2 children", []),
        ("2 children", "two children", []),
        ("five nights", "two nights", ["five nights"]),
        ("5 nights", "two nights and five days", ["5 nights"]),
        ("the three friends", "Ana, Ben and Cem", []),
        ("forty people", "the people", ["forty"]),
        ("one night", "two nights", []),
    ],
)
def test_numbers_are_compared_by_value_and_by_what_they_count(new: str, known: str, invented: list[str]) -> None:
    assert inventions(new, known) == invented


GERMAN = "Unsere Schülerin Lena aus Potsdam hat die Arbeit nicht bestanden. Der Vater rief am Abend in der Schule an."


@pytest.mark.parametrize(
    ("new", "invented"),
    [
        ("B. hat den Test nicht bestanden, und von zu Hause kam ein Anruf mit einer lauten Beschwerde.", []),
        ("B. hat den Test nicht bestanden, und Herr Kaiser rief in der Einrichtung an.", ["Herr Kaiser"]),
    ],
)
def test_new_nouns_of_german_are_no_inventions_but_names_are(new: str, invented: list[str]) -> None:
    assert inventions(new, GERMAN) == invented


@pytest.mark.parametrize(("new", "invented"), [("in their 40s", False), ("the 1990s", False), ("in their 50s", True)])
def test_the_decade_of_a_known_age_or_year_is_no_invention(new: str, invented: bool) -> None:
    assert bool(inventions(new, "Nora, 44, came in 1998.")) is invented


FACTS = (
    Fact("OCCUPATION", "nurse", 5, evidence=("a nurse",)),
    Fact("SEX", "Female", 4, evidence=("she",)),
    Fact("AFFILIATION", "choir", 3, evidence=("on Sundays she sings in the choir",)),
)


def test_what_told_something_and_was_dropped_in_this_text_may_not_come_back() -> None:
    gone = dropped(TEXT, FACTS, "B. is a worker and lives in a town. Most mornings B. walks, and B. sings.")
    assert {"nora", "feld", "nurse", "cork", "she", "choir", "sundays"} <= gone
    assert not {"mornings", "a", "sings", "in"} & gone
    assert brought_back(gone, "A nurse walks along; she sings.") == ["nurse", "she"]
    widower = Fact("SEX", "Male", 5, evidence=("a widower",))
    assert brought_back(dropped("He is a widower.", (widower,), "B. lives."), "a widower in a shop") == ["widower"]


def test_what_still_stands_somewhere_may_stand_anywhere() -> None:
    assert "nurse" not in dropped(TEXT, FACTS, "B. is a nurse.")
