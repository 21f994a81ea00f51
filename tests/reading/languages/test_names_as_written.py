"""A name is hidden whole, however its words are parted."""

import pytest

from gyges.reading.finder._mentions import find_mentions

GERMAN = "Gestern war {} bei uns, und wir haben lange darüber geredet, weil es für alle wichtig ist."
SPANISH = "Ayer vino {} a casa y hablamos mucho de todo con ella, porque es importante para nosotros."


def _people(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_mentions(text) if one.type == "PERSON"]


@pytest.mark.parametrize("gap", ["\n", "\u00a0", "\t", "\r\n", "  ", " \n ", "** **", " „Peti“ ", "“ „"])
@pytest.mark.parametrize(("sentence", "first", "last"), [(GERMAN, "Petra", "Hagedorn"), (SPANISH, "Marta", "Etxebe")])
def test_a_surname_is_hidden_whatever_parts_it_from_the_first_name(
    sentence: str, first: str, last: str, gap: str
) -> None:
    assert _people(sentence.format(first + gap + last)) == [first + gap + last]


@pytest.mark.parametrize("gap", ["\n", "\u00a0", "  "])
def test_a_surname_is_hidden_whatever_parts_it_from_the_title(gap: str) -> None:
    assert _people(GERMAN.format(f"Frau{gap}Hagedorn")) == [f"Frau{gap}Hagedorn"]


def test_first_names_below_one_another_are_so_many_people() -> None:
    text = "Anwesend waren bei der Sitzung:\nPetra\nUwe\nKarl\n\nWir haben lange darüber geredet."
    assert _people(text) == ["Petra", "Uwe", "Karl"]


def test_the_sentence_below_a_first_name_is_no_surname() -> None:
    assert _people("Das ist der Brief an Petra\nGestern waren wir dort und haben es nicht gesehen.") == ["Petra"]


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Gestern kam Tiedemann zu spät", "Tiedemann"),
        ("Das Auto von Lindenberg ist rot", "Lindenberg"),
        ("Hagedorn kam zu spät", "Hagedorn"),
        ("Der Nachbar Sauerbier ist da", "Sauerbier"),
        ("Bäcker Sauerbier ist da", "Sauerbier"),
        ("Freiherr von und zu Stolzenfels war da", "Stolzenfels"),
    ],
)
def test_a_german_surname_that_looks_like_a_compound_is_hidden(sentence: str, name: str) -> None:
    text = f"{sentence}, und wir haben lange darüber geredet, weil es für alle wichtig ist."
    assert any(name in text[one.start : one.end] for one in find_mentions(text))


def test_compounds_that_nobody_is_called_are_shown() -> None:
    assert not find_mentions("Die alte Haustür haben wir mit Schlüsseln geöffnet, und Regenschirme waren nicht da.")
