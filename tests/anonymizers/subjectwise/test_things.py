"""Capitals that name nobody stay; people keep their letters."""

import pytest

from gyges.anonymizers.subjectwise._things import is_thing


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Nothing happens until after Bayram.", "Bayram"),
        ("We met on Matariki.", "Matariki"),
        ("Simit crumbs lay about.", "Simit"),
        ("Lochia normal, no fever.", "Lochia"),
        ("Telefon: 555 0184\n", "Telefon"),
        ("It was the 27th of Zzulhaj.", "Zzulhaj"),
        ("It has been wet since St Stephen's.", "Stephen"),
        ("A car blocks Block B.", "Block B"),
        ("Fit. Clasps adjusted.", "Fit"),
        ("Boda riders crawl home.", "Boda"),
        ("A cake came.\nKit lost: 1 mouthguard.", "Kit"),
        ("Next: P-Konto at the bank.", "P-Konto"),
        ("I took Tram 1 home.", "Tram"),
        ("Tere! A room for seven?", "Tere"),
        ("No deformity, Ottawa neg.", "Ottawa"),
        ("3. Fika with the whole corridor.", "Fika"),
        ("Rain.\nROUSTABOUT, no bed. A man came.", "ROUSTABOUT"),
        ("for the Jordan's Principle file", "Jordan"),
    ],
)
def test_what_names_nobody_is_a_thing(text: str, words: str) -> None:
    start = text.index(words)
    assert is_thing(text, start, start + len(words))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Mr Bayram came.", "Bayram"),
        ("Since Merche died, it is quiet.", "Merche"),
        ("Totoy came out.", "Totoy"),
        ("Helena wrote.", "Helena"),
        ("Tom Booth left. Booth was late.", "Booth"),
    ],
)
def test_a_person_is_no_thing(text: str, words: str) -> None:
    start = text.rindex(words)
    assert not is_thing(text, start, start + len(words))


def test_an_ordinary_word_behind_the_end_of_a_sentence_is_nobody_s_surname() -> None:
    text = "It was her first contact outside the States. Young lady asked if there were bears."
    start = text.index("Young")
    assert is_thing(text, start, start + len("Young"))
    assert not is_thing("Tom Young asked. Young left.", 17, 22)
