"""Slots: what stands before some words tells their case, and a new noun agrees with it."""

import pytest

from gyges.anonymizers.subjectwise.languages._slots import find_slot, rendered
from gyges.anonymizers.subjectwise.languages._table import writing_in

SLOTS = [
    ("de", "im ", "hospital", "in einem Krankenhaus"),
    ("de", "im ", "company", "in einer Firma"),
    ("de", "ins ", "company", "in eine Firma"),
    ("de", "Beim ", "hospital", "Bei einem Krankenhaus"),
    ("de", "zur ", "hospital", "zu einem Krankenhaus"),
    ("de", "für die ", "hospital", "für ein Krankenhaus"),
    ("de", "mit der ", "hospital", "mit einem Krankenhaus"),
    ("de", "Mitglied der ", "club", "Mitglied einer Vereinigung"),
    ("de", "Leiter der ", "hospital", "Leiter eines Krankenhauses"),
    ("de", "Leiter des ", "company", "Leiter einer Firma"),
    ("de", "in unserem ", "company", "in unserer Firma"),
    ("de", "mit dem neuen ", "company", "mit einer neuen Firma"),
    ("de", "ein neuer ", "hospital", "ein neues Krankenhaus"),
    ("de", "dieser ", "hospital", "diesem Krankenhaus"),
    ("de", "bei ", "company", "bei einer Firma"),
    ("de", "wegen ", "hospital", "wegen eines Krankenhauses"),
    ("es", "al ", "company", "a una empresa"),
    ("es", "de la ", "hospital", "de un hospital"),
    ("es", "en nuestra ", "hospital", "en nuestro hospital"),
    ("es", "Del ", "company", "De una empresa"),
    ("es", "con su ", "bank", "con su banco"),
]


@pytest.mark.parametrize(("iso", "before", "noun", "written"), SLOTS)
def test_a_noun_comes_with_the_preposition_article_and_adjectives_that_fit_it(
    iso: str, before: str, noun: str, written: str
) -> None:
    writing = writing_in(iso)
    slot = find_slot(f"{before}X", len(before), writing)
    assert before[: slot.start] + rendered(slot, writing.nouns[noun], writing) == written


@pytest.mark.parametrize(
    ("iso", "before", "noun", "written"),
    [
        ("de", "in einem ", "hospital", "im Krankenhaus B."),
        ("de", "zu einem ", "company", "zur Firma B."),
        ("es", "de una ", "hospital", "del hospital B."),
        ("es", "a un ", "bank", "al banco B."),
    ],
)
def test_a_definite_article_is_contracted_with_its_preposition(iso: str, before: str, noun: str, written: str) -> None:
    writing = writing_in(iso)
    slot = find_slot(f"{before}X", len(before), writing)
    assert rendered(slot, writing.nouns[noun], writing, definite=True, tail=" B.") == written


def test_an_article_of_another_gender_shows_that_a_word_is_another_one() -> None:
    writing = writing_in("de")
    assert not find_slot("mit der Leiter", 8, writing, gender="m").agrees
    assert find_slot("mit dem Leiter", 8, writing, gender="m").agrees
    assert find_slot("die Leiter", 4, writing, gender="m").many
