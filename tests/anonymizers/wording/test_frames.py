"""Frames: what goes with a place or an organisation, and where it must stay."""

import pytest

from gyges.anonymizers.wording import adjunct, attribute, field_around


def without(text: str, name: str) -> str | None:
    start = text.index(name)
    goes = attribute(text, start, start + len(name)) or adjunct(text, start, start + len(name))
    return None if goes is None else text[: goes[0]] + text[goes[1] :]


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("A guest from Wanci rang.", "Wanci", "A guest rang."),
        ("The guest, of Wanci, rang.", "Wanci", "The guest rang."),
        ("The guest (Wanci) rang.", "Wanci", "The guest rang."),
        ("They took the Mull ferry.", "Mull", "They took the ferry."),
        ("They opened a Mull office.", "Mull", "They opened a office."),
        ("The road to Wanci is closed.", "Wanci", "The road is closed."),
        ("The streets of Wanci were empty.", "Wanci", "The streets were empty."),
        ("The flat in northern Wanci was sold.", "Wanci", "The flat was sold."),
        ("The flat in the city of Wanci was sold.", "Wanci", "The flat was sold."),
        ("We sold the boat near Wanci in May.", "Wanci", "We sold the boat in May."),
        ("Bring it home to Wanci by Friday.", "Wanci", "Bring it home by Friday."),
        ("The lamps in Wanci and the boats were sold.", "Wanci", "The lamps and the boats were sold."),
        ("Room above the pharmacy, Wanci", "Wanci", "Room above the pharmacy"),
    ],
)
def test_a_phrase_goes_where_the_sentence_is_as_good_without_it(text: str, name: str, left: str) -> None:
    assert without(text, name) == left


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("They live in Wanci.", "Wanci"),
        ("They are from Wanci.", "Wanci"),
        ("They went to Wanci.", "Wanci"),
        ("They were born in Wanci.", "Wanci"),
        ("Half of Wanci was there.", "Wanci"),
        ("It is far from Wanci.", "Wanci"),
        ("It lies ten miles from Wanci.", "Wanci"),
        ("The flat in Wanci, where they met, was sold.", "Wanci"),
        ("The flat in Wanci that they sold was small.", "Wanci"),
        ("The flats in Wanci and Buton were sold.", "Wanci"),
        ("The flats in Wanci, Buton and Ende were sold.", "Wanci"),
        ("The bridge at Wanci stops is new.", "Wanci"),
        ("The flat in Wanci's old town was sold.", "Wanci"),
        ("The Wanci-based firm closed.", "Wanci"),
        ("Not in Wanci, please.", "Wanci"),
        ("Both in Wanci and at home they sang.", "Wanci"),
        ("Wanci is wet.", "Wanci"),
        ("They left Wanci on foot.", "Wanci"),
    ],
)
def test_a_phrase_stays_where_the_sentence_needs_it(text: str, name: str) -> None:
    assert without(text, name) is None


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("Name: B.\nAge: 84\nEnd", "84", "Name: B.\nEnd"),
        ("B. | age 84 | ward 6", "age 84", "B. | ward 6"),
        ("B. | ward 6 | 0171 555", "0171 555", "B. | ward 6"),
        ("Tel.   | 0171 555\nEnd", "0171 555", "End"),
        ("5. Phone: 0171 555\nEnd", "0171 555", "End"),
    ],
)
def test_a_field_goes_whole(text: str, words: str, left: str) -> None:
    start = text.index(words)
    field = field_around(text, start, start + len(words))
    assert field is not None
    assert text[: field[0]] + text[field[1] :] == left


def test_a_line_with_more_in_it_is_no_field() -> None:
    assert field_around("Ring 0171 555 after six.", 5, 13) is None
