"""People whose names were taken out, or who never had one in the text, are read like others."""

import pytest

from gyges.reading import read_text


def _told(text: str) -> list[dict[str, str]]:
    return [{fact.tag: fact.value for fact in person.facts} for person in read_text(text).people]


@pytest.mark.parametrize(
    "who",
    ["[...]", "[…]", "xxx", "#####", "●●●●", "[Vorname Nachname]", "<NAME/>", "PERSON1", "B.", "BB.", "Eine Frau"],
)
def test_whoever_stands_for_somebody_is_read(who: str) -> None:
    people = _told(f"{who} aus Bremen arbeitet als Lehrerin an einer Schule und ist 43 Jahre alt.")
    assert [(one["OCCUPATION"], one["AGE"], one["SEX"]) for one in people] == [("Teacher", "43", "Female")]


@pytest.mark.parametrize("who", ["[...]", "xxx", "<NOMBRE/>", "[Nombre Apellidos]", "PERSONA 1", "B.", "Una mujer"])
def test_whoever_stands_for_somebody_in_spanish_is_read(who: str) -> None:
    people = _told(f"{who} de Sevilla trabaja como maestra en una escuela y tiene 43 años.")
    assert [(one["OCCUPATION"], one["AGE"], one["SEX"]) for one in people] == [("Teacher", "43", "Female")]


def test_a_letter_stands_for_the_same_person_again() -> None:
    people = _told("B. aus Bremen arbeitet als Lehrerin an einer Schule. B. ist 43 und hat zwei Kinder.")
    assert [(one["OCCUPATION"], one["AGE"]) for one in people] == [("Teacher", "43")]


def test_a_man_and_a_woman_who_are_nobodys_are_no_couple() -> None:
    people = _told("Der Mann ist 40 Jahre alt und wohnt in Bremen. Die Frau ist 38 und Lehrerin.")
    assert [(one["AGE"], one["SEX"]) for one in people] == [("40", "Male"), ("38", "Female")]
    assert not any("RELATIONSHIP" in one for one in people)


def test_the_woman_is_the_one_named_before() -> None:
    people = _told("Petra Hagedorn wohnt in Bremen. Die Frau ist 43 und arbeitet dort als Lehrerin.")
    assert [(one["NAME"], one["AGE"], one["OCCUPATION"]) for one in people] == [("Petra Hagedorn", "43", "Teacher")]


def test_a_heading_is_nobody() -> None:
    people = _told("### Anamnese\n\nDer Patient ist 50 Jahre alt und wohnt seit langem in Kiel.")
    assert [one["AGE"] for one in people] == ["50"]
