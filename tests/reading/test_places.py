"""Places."""

import pytest

from gyges.reading.lexicon._load import read_rows
from gyges.reading.lexicon._names import country
from gyges.reading.page._page import Page
from gyges.reading.places._find import find_places
from gyges.reading.places._gazetteer import Place
from gyges.reading.places._scene import find_hints
from reading.finders import properties

test_any_text = properties(find_places)


def levels(text: str) -> list[tuple[str, ...]]:
    return [place.levels for place in find_places(text)]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(place.kind, place.text) for place in find_places(text)]


def test_districts() -> None:
    assert levels("14 Seapoint Rise, Salthill, Galway")[0] == ("14 Seapoint Rise", "Salthill", "Galway", "Ireland")
    assert ("Salthill", "Galway", "Ireland") in levels("She lives in Salthill, Galway.")
    assert ("district", "Vila Berta") in kinds("They live in Lisbon, in the Vila Berta quarter.")
    assert levels("in the Alfama quarter") == [("Alfama", "Lisbon", "Portugal")]


def test_languages_are_weaker_than_people() -> None:
    assert [place.certainty for place in find_places("He speaks French.")] == [2]
    assert [place.certainty for place in find_places("He is a French citizen.")] == [5]


def test_a_town_without_evidence_needs_support() -> None:
    assert find_places("Lycksele") == []
    assert ("Lycksele", "Sweden") in levels("Lycksele is far from Stockholm, Sweden.")


def test_places_say_where_they_are() -> None:
    text = "He went from Galway, Ireland to 12 Bay Street, Toronto."
    for place in find_places(text):
        assert isinstance(place, Place)
        assert place.text == text[place.start : place.end]
        assert place.country is None or place.levels[-1] == place.country


test_any_text_hints = properties(lambda text: find_hints(Page(text)))


def test_the_last_of_several_places_in_one_word_is_found() -> None:
    assert levels("in TW 417 Nairobi-Lusaka")[-1] == ("Lusaka", "Zambia")


def test_hints_are_no_places() -> None:
    text = "I topped up my Oyster card before the braai."
    assert find_places(text) == []
    assert [hint.levels for hint in find_hints(Page(text))] == [("London", "United Kingdom"), ("South Africa",)]


@pytest.mark.parametrize("table", ["hints.tsv", "landmarks.tsv"])
def test_every_listed_place_ends_in_a_country(table: str) -> None:
    for _, levels, certainty in read_rows(table):
        assert country(levels.split(";")[-1]) is not None, levels
        assert 1 <= int(certainty) <= 5
