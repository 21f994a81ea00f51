"""Special categories of personal data: found by their words, told of those they are about."""

import pytest

from gyges.attacks import RulesAttack
from gyges.reading import read_text
from gyges.records import SPECIAL
from house.scripts import script


def _told(text: str) -> set[tuple[str, str, str]]:
    people = read_text(text).people
    return {(one.description.split(" - ")[0], fact.tag, fact.value) for one in people for fact in one.special}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ana Reis has had asthma since 2010.", {("Ana Reis", "HEALTH", "asthma")}),
        ("Councillor Tom Berger joined the Green Party.", {("Tom Berger", "POLITICS", "joined the Green Party")}),
        ("Lukas Brandt and his husband live in Kiel.", {("Lukas Brandt", "SEX_LIFE", "his husband")}),
        ("Ana Reis waved at the black cab.", set()),
        ("Tom Berger said the party starts at 8.", set()),
    ],
)
def test_a_category_is_told_of_whom_the_words_are_about(text: str, told: set[tuple[str, str, str]]) -> None:
    assert told <= _told(text)
    assert bool(told) == bool(_told(text))


def test_it_is_no_fact_of_the_person() -> None:
    (person,) = read_text("Ana Reis has had asthma since 2010.").people
    assert "HEALTH" not in {fact.tag for fact in person.facts}


def test_a_language_whose_words_are_not_known_counts_as_not_looked_at() -> None:
    english, german = "Ana Reis is a nurse in Porto.", "Frau Reis wohnt seit zwei Jahren in Hamburg und hat Asthma."
    assert SPECIAL in RulesAttack().find(english, "a").notes
    assert SPECIAL not in RulesAttack().find(german, "b").notes


def test_nearly_all_of_the_kept_sentences_and_hardly_a_distractor_are_found() -> None:
    benchmark = script("special")
    true = found = right = 0
    for document in benchmark.half("sentences", kept=True):
        held, said = ({tag for _, tag in pairs} for pairs in benchmark.pairs(document, show=False))
        true, found, right = true + len(held), found + len(said), right + len(held & said)
    assert right >= 0.9 * true
    assert right >= 0.95 * found
