"""German is read by its tables: what a masker hides, and what is understood of whom."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading import read_text
from gyges.reading.finder._mentions import find_mentions
from reading.languages.checks import assert_sound

TYPES = {"P": "PERSON", "C": "CODE", "L": "LOC", "O": "ORG", "D": "DEM", "T": "DATETIME", "Q": "QUANTITY"}
MARK = re.compile(r"\{(?P<type>[A-Z])\|(?P<words>[^}]*)\}")
TAIL = " Das ist alles, was wir dazu noch sagen können."

HERE = Path(__file__).parent
MARKED = (HERE / "german.txt").read_text(encoding="utf-8").splitlines()
TOLD = [row.split("\t") for row in (HERE / "german_facts.tsv").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("marked", MARKED)
def test_what_a_masker_hides_is_found_with_its_type(marked: str) -> None:
    text, wanted = "", []
    last = 0
    for mark in MARK.finditer(marked):
        text += marked[last : mark.start()]
        wanted.append((len(text), len(text) + len(mark["words"]), TYPES[mark["type"]]))
        text += mark["words"]
        last = mark.end()
    text += marked[last:] + TAIL
    found = find_mentions(text)
    for start, end, type_ in wanted:
        inside = [one for one in found if one.start < end and start < one.end]
        hidden = sum(min(one.end, end) - max(one.start, start) for one in inside)
        assert {one.type for one in inside} == {type_}, text[start:end]
        assert hidden >= len(text[start:end].rstrip(".–")), text[start:end]


def test_ordinary_nouns_with_their_capitals_are_no_names() -> None:
    plain = "Die Frau kaufte Brot, Milch und Käse im Laden, weil der Hunger groß war und das Wetter schlecht."
    assert [one for one in find_mentions(plain) if one.type in {"PERSON", "LOC", "ORG"}] == []


@pytest.mark.parametrize(("text", "name", "tag", "value"), TOLD)
def test_a_fact_is_understood_of_the_one_it_is_told_of(text: str, name: str, tag: str, value: str) -> None:
    people = [one for one in read_text(text).people if one.description.startswith(name)]
    assert len(people) == 1, read_text(text).people
    told = {fact.value: fact for fact in people[0].facts if fact.tag == tag}
    assert value in told, people[0].facts
    best = max(told.values(), key=lambda fact: fact.certainty)
    assert best.value == value


LETTER = """Rosenheim, den 4. April 2025

Sehr geehrte Frau Huber,

mein Name ist Ingrid Obermüller, ich bin 72 Jahre alt und war Lehrerin. Mein Mann Georg sitzt nach seinem Schlaganfall
im Rollstuhl. Sie erreichen mich unter 08031 555 017.

Mit freundlichen Grüßen
Ingrid Obermüller
"""


def test_whoever_signs_a_letter_is_the_one_who_says_i() -> None:
    people = {one.description.split(" - ")[0]: one for one in read_text(LETTER).people}
    told = {fact.tag: fact.value for fact in people["Ingrid Obermüller"].facts if fact.certainty >= 4}
    assert told["SEX"] == "Female"
    assert told["AGE"] == "72-73"
    assert told["RELATIONSHIP"] == "Married"
    assert told["PHONE_NUMBER"] == "08031 555 017"
    assert {"Ingrid Obermüller", "Georg", "Huber"} <= people.keys()


def test_mentions_of_one_person_share_their_chain() -> None:
    text = "Jürgen Kaiser war da. Das Gericht hat Kaisers Brief gelesen, und Frau Vogel hat ihn auch gesehen."
    chains = [one.person for one in find_mentions(text) if one.type == "PERSON"]
    assert len(chains) == 3
    assert chains[0] == chains[1] != chains[2]


def test_nothing_is_found_where_something_is_masked() -> None:
    text = "[PERSON] wohnt mit seiner Frau in [LOC] und arbeitet seit [DATETIME] als Lehrer bei [ORG]."
    assert [text[one.start : one.end] for one in find_mentions(text)] == ["Frau", "Lehrer"]
    assert all("[" not in fact.value for person in read_text(text).people for fact in person.facts)


PIECES = st.sampled_from(
    [
        *(MARK.sub(r"\g<words>", marked) for marked in MARKED),
        "und",
        "\n\n",
        "Mit freundlichen Grüßen\n",
        "(",
        "„",
        "ß",
        "😀",
        "12.",
    ]
)


@given(st.lists(PIECES, max_size=8).map(" ".join))
def test_offsets_are_those_of_the_text_and_nothing_changes_from_one_reading_to_the_next(text: str) -> None:
    text = TAIL.strip() + " " + text
    assert_sound(text)
