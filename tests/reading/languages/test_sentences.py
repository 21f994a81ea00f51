"""German and Spanish are read by their tables: what a masker hides, and what is understood of whom."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.marked import read_marks

from gyges.reading import read_text, why_unread
from gyges.reading.finder._mentions import find_mentions
from reading.languages.checks import assert_hidden, assert_sound, assert_told

HERE = Path(__file__).parent
TAILS = {
    "german": " Das ist alles, was wir dazu noch sagen können.",
    "spanish": " Eso es todo lo que podemos decir por ahora sobre este asunto.",
}
MARKED = [(one, tail) for name, tail in TAILS.items() for one in (HERE / f"{name}.txt").read_text("utf-8").splitlines()]
TOLD = [
    row.split("\t") for name in TAILS for row in (HERE / f"{name}_facts.tsv").read_text(encoding="utf-8").splitlines()
]

GERMAN_LETTER = """Rosenheim, den 4. April 2025

Sehr geehrte Frau Huber,

mein Name ist Ingrid Obermüller, ich bin 72 Jahre alt und war Lehrerin. Mein Mann Georg sitzt nach seinem Schlaganfall
im Rollstuhl. Sie erreichen mich unter 08031 555 017.

Mit freundlichen Grüßen
Ingrid Obermüller
"""
SPANISH_LETTER = """Ronda, 4 de abril de 2025

Estimada señora Villalobos:

Me llamo Encarnación Heredia Luque, tengo 72 años y fui maestra. Mi marido, Baldomero, va en silla de ruedas desde que
tuvo un ictus. Me encuentra en el 952 555 017.

Un saludo,
Encarnación Heredia
"""


@pytest.mark.parametrize(("marked", "tail"), MARKED)
def test_what_a_masker_hides_is_found_with_its_type(marked: str, tail: str) -> None:
    assert_hidden(marked, tail)


@pytest.mark.parametrize(("text", "name", "tag", "value"), TOLD)
def test_a_fact_is_understood_of_the_one_it_is_told_of(text: str, name: str, tag: str, value: str) -> None:
    assert_told(text, name, tag, value)


@pytest.mark.parametrize(
    "plain",
    [
        "Die Frau kaufte Brot, Milch und Käse im Laden, weil der Hunger groß war und das Wetter schlecht.",
        "Si llueve, no vamos. Ojalá pare. Bueno, ya veremos. Así es la vida, y nada más hay que decir de eso.",
        "Se casaron en San Pedro Garza y después se fueron a vivir a otro pueblo que no conocía nadie.",
        "La familia se fue a vivir a Santiago de los Caballeros y no volvió nunca más a ver a nadie.",
    ],
)
def test_capitals_of_nouns_sentences_and_places_are_nobody(plain: str) -> None:
    types = [one.type for one in find_mentions(plain)]
    assert not {"PERSON", "ORG"} & set(types)
    assert ("LOC" in types) is ("vivir" in plain)


@pytest.mark.parametrize(
    ("letter", "author", "phone", "others"),
    [
        (GERMAN_LETTER, "Ingrid Obermüller", "08031 555 017", {"Georg", "Huber"}),
        (SPANISH_LETTER, "Encarnación Heredia", "952 555 017", {"Baldomero", "Villalobos"}),
    ],
)
def test_whoever_signs_a_letter_is_the_one_who_says_i(letter: str, author: str, phone: str, others: set[str]) -> None:
    people = {one.description.split(" - ")[0]: one for one in read_text(letter).people}
    writer = next(one for name, one in people.items() if name.startswith(author))
    told = {fact.tag: fact.value for fact in writer.facts if fact.certainty >= 4}
    wanted = {"SEX": "Female", "AGE": "72-73", "RELATIONSHIP": "Married", "PHONE_NUMBER": phone}
    assert told.items() >= wanted.items()
    assert others <= people.keys()


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("Jürgen Kaiser war da. Das Gericht hat Kaisers Brief gelesen, und Frau Vogel hat ihn auch gesehen.", "AAB"),
        ("Comparece Yolanda Milagros Quispe Flores. No dijo nada por ahora. Firma Yolanda Quispe F. ante todos.", "AA"),
        ("Ingresa Amalia Estévez Roca por una caída. Doña Amalia dice que está bien y que se va a su casa.", "AA"),
    ],
)
def test_mentions_of_one_person_share_their_chain(text: str, chains: str) -> None:
    found = [one.person for one in find_mentions(text) if one.type == "PERSON"]
    assert ["ABC"[list(dict.fromkeys(found)).index(one)] for one in found] == list(chains)


def test_a_capital_that_no_table_explains_is_hidden_wherever_the_word_stands() -> None:
    text = "Nos lo contó ayer Brxtwen en la plaza. Brxtwen no sabía nada más. Nadie sabía lo que había pasado allí."
    hidden = [text[one.start : one.end] for one in find_mentions(text)]
    assert hidden.count("Brxtwen") == 2
    assert "Nadie" not in hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("[PERSON] wohnt mit seiner Frau in [LOC] und arbeitet seit [DATETIME] als Lehrer bei [ORG].", "Frau Lehrer"),
        ("[PERSON] vive con su esposa en [LOC] y trabaja desde [DATETIME] como maestro en la [ORG].", "esposa maestro"),
    ],
)
def test_nothing_is_found_where_something_is_masked(text: str, hidden: str) -> None:
    assert [text[one.start : one.end] for one in find_mentions(text)] == hidden.split()
    assert all("[" not in fact.value for person in read_text(text).people for fact in person.facts)


def test_short_spanish_sentences_are_not_taken_for_a_neighbour_language() -> None:
    text = "La alertante llama de noche. Muy nerviosa. Respira. Se moviliza ambulancia. En el lugar. No responde."
    assert why_unread(text + TAILS["spanish"]) is None


PLAIN = [(read_marks(marked)[0], tail) for marked, tail in MARKED]
SIGNS = ["und", "\n\n", "Mit freundlichen Grüßen\n", "Un saludo,\n", "(", "„", "«", "ß", "ñ", "😀", "12.", "12.º"]


@given(st.sampled_from(list(TAILS.values())), st.data())
def test_offsets_are_those_of_the_text_and_nothing_changes_from_one_reading_to_the_next(
    tail: str, data: st.DataObject
) -> None:
    pieces = [plain for plain, of in PLAIN if of == tail] + SIGNS
    assert_sound(" ".join([tail.strip(), *data.draw(st.lists(st.sampled_from(pieces), max_size=8))]))
