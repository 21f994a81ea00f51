"""Who is what: predicates in lists, kin of somebody named, denials, and what stands below a signature."""

import pytest

from gyges.reading import read_text
from gyges.reading.finder._mentions import find_mentions


def told(text: str, tag: str) -> dict[str, list[str]]:
    return {
        person.description.partition(" - ")[0]: [fact.value for fact in person.facts if fact.tag == tag]
        for person in read_text(text).people
    }


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("Petra ist Lehrerin, Uwe ist Arzt.", {"Petra": ["Teacher"], "Uwe": ["Physician"]}),
        (
            "Petra Klein ist Lehrerin, Uwe Groß ist Arzt und Jana Roth ist Richterin.",
            {"Petra Klein": ["Teacher"], "Uwe Groß": ["Physician"], "Jana Roth": ["Judge"]},
        ),
        (
            "Petra es maestra, Raúl es médico y Juana es jueza.",
            {"Petra": ["Teacher"], "Raúl": ["Physician"], "Juana": ["Judge"]},
        ),
    ],
)
def test_a_predicate_in_a_list_is_of_the_one_before_it(text: str, jobs: dict[str, list[str]]) -> None:
    assert told(text, "OCCUPATION") == jobs


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("Uwe Groß ist kein Arzt, er ist Lehrer.", ["Teacher"]),
        ("Petra Klein ist keine Lehrerin.", []),
        ("Karl Weber ist nicht Lehrer, sondern Bäcker.", ["Baker"]),
        ("Raúl Pérez no es médico, es maestro.", ["Teacher"]),
    ],
)
def test_a_denied_job_is_none(text: str, jobs: list[str]) -> None:
    assert [*told(text, "OCCUPATION").values()] == [jobs]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jonas ist der Sohn von Petra Klein. Er wohnt in Bonn.", ["Jonas - son", "Petra Klein"]),
        ("Mateo es hijo de Petra Ruiz. Vive en Lima con su perro.", ["Mateo - son", "Petra Ruiz"]),
    ],
)
def test_who_is_said_to_be_somebodys_child_is_nobody_else(text: str, names: list[str]) -> None:
    assert [person.description for person in read_text(text).people] == names


def test_the_boss_of_a_mother_is_no_mother() -> None:
    people = read_text("Ángel Bueno es el jefe de mi madre y vive en la misma calle.").people
    assert "Ángel Bueno - mother" not in [person.description for person in people]


def test_a_label_in_the_line_below_a_job_is_nobody() -> None:
    closing = "Wir danken für die Unterlagen.\nMit freundlichen Grüßen\nBarbara von Arx\n"
    text = f"{closing}Sachbearbeiterin\nDirektwahl 032 555 01 61"
    assert [text[one.start : one.end] for one in find_mentions(text) if one.type == "PERSON"] == ["Barbara von Arx"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Carlos Rico vive en Madrid y es médico.", ["Carlos Rico"]),
        ("Rosa Blanco vive en Lima con su gato.", ["Rosa Blanco"]),
        ("El testigo Luis Calvo declaró que vio el coche.", ["Luis Calvo"]),
        ("María Guerra trabaja en una escuela y vive sola.", ["María Guerra"]),
        ("Vino Marta Rey y Pedro Campo a la reunión de vecinos.", ["Marta Rey", "Pedro Campo"]),
        ("Ayer vino José Ortega y Gasset con su marido.", ["José Ortega y Gasset"]),
    ],
)
def test_surnames_that_are_words_belong_to_the_first_name(text: str, names: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_mentions(text) if one.type == "PERSON"] == names


@pytest.mark.parametrize(
    "between",
    ["", "ja selbst erst ", "schon ", "nun ", "jetzt ", "mittlerweile ", "inzwischen ", "bald ", "fast ", "gerade "],
)
def test_small_words_may_stand_before_the_age_of_whoever_writes(between: str) -> None:
    text = (
        f"Das macht nichts. Ich bin {between}58, haha. Mein Mann Jürgen ist Kantor an der Kirche und hat viel zu tun."
    )
    assert "58" in {text[one.start : one.end] for one in find_mentions(text)}
