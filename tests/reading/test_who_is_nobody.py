"""People who are none, ties told in passing, ages of many school systems: invented snippets."""

from datetime import date

import pytest

from gyges.reading import read_text
from gyges.reading.time._ages import find_ages

_REFERENCE, _WRITTEN = date(2025, 9, 1), date(2025, 8, 20)


def _facts(text: str, who: str) -> dict[str, str]:
    person = next(person for person in read_text(text).people if who in person.description)
    return {fact.tag: fact.value for fact in reversed(person.facts)}


@pytest.mark.parametrize(
    "text",
    [
        "The meeting was held in the Rosa Luxemburg room.",
        "Quote from Otieno & Sons accepted.",
        "2. Lorry. It needs new tyres.",
        "Barthel and Harris score 51 on admission.",
        "She taught Latin and Greek.",
        "We sold the Toyota Corolla.",
        "The sign still says Uncle Kojo's Electricals.",
        "The dog Bruno barked all night.",
        "Respectfully, Pak,",
        "The flight left from Simón Bolívar airport.",
        "We met at Brynäs Kyl and drank tea.",
    ],
)
def test_things_are_nobody(text: str) -> None:
    assert not [person.description for person in read_text(text).people if person.description != "author"]


def test_a_speaker_whose_name_has_a_number_is_one_person() -> None:
    turns = (
        "Ewa Flat 5: my kitchen is cold",
        "Declan Flat 2: mine too",
        "Ewa Flat 5: all night",
        "Declan Flat 2: sure",
    )
    chat = "\n".join(f"[02/02/2025, 08:0{minute}] {turn}" for minute, turn in enumerate(turns))
    assert sorted(person.description for person in read_text(chat).people) == ["Declan Flat 2", "Ewa Flat 5"]


def test_a_role_of_whom_a_special_category_is_told_is_somebody() -> None:
    assert [person.description for person in read_text("The applicant is pregnant.").people] == ["applicant"]


def test_honorifics_of_first_names_meet_the_full_name() -> None:
    people = read_text("Present: Mzee Daudi bin Omar. Later Mzee Daudi read the book.").people
    assert [person.description for person in people] == ["Daudi bin Omar"]


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("She is in Form 3.", 15),
        ("He is in class XI.", 16),
        ("Kofi is in JHS 1.", 12),
        ("Lea is in 2nd of ESO.", 13),
        ("At 41 she is tired.", 41),
        ("my mum is 71 and well", 71),
        ("He left in 2015 at sixty.", 69),
    ],
)
def test_ages_in_passing(text: str, low: int) -> None:
    assert [cue.low for cue in find_ages(text, _REFERENCE, _WRITTEN)] == [low]


@pytest.mark.parametrize(
    ("text", "who", "bond"),
    [
        ("Mr Osei buried his wife in March.", "Osei", "Widowed"),
        ("Paolo and Giulia are getting married in June.", "Paolo", "In Relation"),
        ("My father-in-law sits at the counter. I keep the books.\n\nRegards,\nS. Meena (Mrs)", "Meena", "Married"),
    ],
)
def test_bonds_of_both(text: str, who: str, bond: str) -> None:
    assert _facts(text, who)["RELATIONSHIP"] == bond


def test_a_wife_tells_the_sex_of_the_author() -> None:
    assert _facts("My wife and I moved here. I work nights and my wife works days.", "author")["SEX"] == "Male"


def test_a_home_no_gazetteer_lists() -> None:
    text = "Leeds, 3 May 2025\n\nAna Ruiz fell at home. She has a flat in Quarrendale Bottom."
    assert _facts(text, "Ana Ruiz")["LOCATION"].startswith("Quarrendale Bottom / Leeds")


def test_the_addressee_is_you() -> None:
    text = (
        "Dear Ms Ansah,\n\nYour son Kwame is doing well. I have met your husband at the gate.\n\nRegards,\nJoyce Mensah"
    )
    facts = _facts(text, "Ansah")
    assert facts["RELATIONSHIP"] == "Married"
