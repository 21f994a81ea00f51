"""Text whose names were taken out: the people are still there, and what the words around say about them."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gyges.reading import PersonRead, Reading, read_text
from gyges.reading.masks._find import find_masks, hide, shown
from gyges.reading.page._tokens import FILLER, HIDDEN


def values(reading: Reading, tag: str) -> set[str]:
    return {fact.value for person in reading.people for fact in person.facts if fact.tag == tag}


def at(reading: Reading, text: str, words: str) -> PersonRead:
    """Return the person spoken of where some words first stand."""
    start = text.index(words)
    return next(p for p in reading.people if any(m.start <= start < m.end for m in p.mentions))


def known(person: PersonRead, tag: str) -> str | None:
    return next((fact.value for fact in person.facts if fact.tag == tag), None)


@pytest.mark.parametrize(
    "mask",
    ["[PERSON]", "[NAME]", "[PERSON_1]", "[PERSON 2]", "<PERSON>", "<NAME_3>", "{{NAME}}", "[redacted]", "[REDACTED]",
     "████", "****", "XXXX", "@[PERSON]"],
)  # fmt: skip
def test_placeholder_is_a_person_without_a_name(mask: str) -> None:
    text = f"{mask} was tired. She went back to her flat in Porto, where she works as a nurse."
    reading = read_text(text)
    person = reading.people[0]
    assert known(person, "SEX") == "Female"
    assert known(person, "OCCUPATION") == "Nurse"
    assert not values(reading, "NAME")


@pytest.mark.parametrize("mask", ["[PERSON]", "****", "████", "XXXX", "[REDACTED]", "____"])
def test_titles_before_placeholders(mask: str) -> None:
    reading = read_text(f"Yesterday Mrs {mask} came to the clinic.")
    assert values(reading, "SEX") == {"Female"}
    assert not values(reading, "NAME")


@pytest.mark.parametrize(
    "text",
    ["We met in [LOC] at [ORG] on [DATETIME].", "The code was [CODE], about [QUANTITY].", "See [MISC] and <DATE>.",
     "A rating of **** or XXXX units.", "Use a[n] < b[PERSONS] and [x] here."],
)  # fmt: skip
def test_other_placeholders_are_nobody(text: str) -> None:
    reading = read_text(text)
    assert not reading.people


def test_hidden_things_are_no_values() -> None:
    text = "[PERSON], a [DEM] at [ORG], [LOC], lives at [LOC] and is head of nursing at [ORG]. Call [CODE]. She is 44."
    reading = read_text(text)
    shown_values = [fact.value for person in reading.people for fact in person.facts]
    assert len(reading.people) == 1
    assert known(reading.people[0], "SEX") == "Female"
    assert known(reading.people[0], "AGE")
    for value in shown_values:
        assert not any(word in value for word in ("[", "LOC", "ORG", "DEM", "CODE", HIDDEN, FILLER))


def test_numbered_placeholders_are_told_apart() -> None:
    text = "[PERSON_1] is a baker. [PERSON_2] is a dentist.\n\n[PERSON_1] left her husband. [PERSON_2] cut his beard."
    reading = read_text(text)
    one, two = at(reading, text, "[PERSON_1]"), at(reading, text, "[PERSON_2]")
    assert one is not two
    assert (known(one, "OCCUPATION"), known(one, "SEX")) == ("Baker", "Female")
    assert (known(two, "OCCUPATION"), known(two, "SEX")) == ("Dentist", "Male")


def test_one_subject_of_a_paragraph_is_one_person() -> None:
    text = "[PERSON] came at nine. [PERSON] was calm. She slept well. [PERSON] left at noon."
    assert len(read_text(text).people) == 1


def test_lists_are_several_people() -> None:
    text = "[PERSON], [PERSON] and [PERSON] were present."
    assert len(read_text(text).people) == 3


def test_titles_tell_people_apart() -> None:
    text = "Mr [PERSON] was heard first. Ms [PERSON] spoke next. Mr [PERSON] agreed with her."
    reading = read_text(text)
    assert len(reading.people) == 2
    assert sorted(known(person, "SEX") or "" for person in reading.people) == ["Female", "Male"]


def test_kin_beside_placeholders() -> None:
    text = "[PERSON] is a plumber. His wife [PERSON] teaches at a school. [PERSON]'s mother died in spring."
    reading = read_text(text)
    wife = at(reading, text, "[PERSON] teaches")
    assert known(wife, "SEX") == "Female"
    assert known(wife, "RELATIONSHIP") == "Married"
    husband = at(reading, text, "[PERSON] is")
    assert husband is not wife
    assert known(husband, "SEX") == "Male"


def test_forms() -> None:
    text = "Patient: [PERSON]\nDate of birth: 3 May 1960\nOccupation: retired miner\nNext of kin: [PERSON] (wife)\n"
    patient = at(read_text(text), text, "[PERSON]")
    assert "patient" in patient.description
    assert known(patient, "AGE") == "65"


def test_part_in_the_placeholder() -> None:
    reading = read_text("[PATIENT] is a 70-year-old widow. [DOCTOR] saw [PATIENT] today.")
    assert {person.description for person in reading.people} >= {"patient", "doctor"}
    patient = next(person for person in reading.people if person.description == "patient")
    assert known(patient, "RELATIONSHIP") == "Widowed"


def test_two_bare_speakers_take_turns() -> None:
    text = (
        "[PERSON]: Where do you work?\n[PERSON]: I am a dentist in Lyon.\n"
        "[PERSON]: My husband is one too.\n[PERSON]: Good for you."
    )
    reading = read_text(text)
    asks, answers = at(reading, text, "[PERSON]: Where"), at(reading, text, "[PERSON]: I am")
    assert asks is not answers
    assert known(answers, "OCCUPATION") == "Dentist"
    assert known(asks, "RELATIONSHIP") == "Married"


def test_mail_header_and_signature() -> None:
    text = (
        "From: [PERSON] <[CODE]>\nTo: [PERSON] <[CODE]>\n\n"
        "Dear [PERSON],\nI am a nurse in Graz.\n\nRegards,\n[PERSON]\n"
    )
    reading = read_text(text)
    author, reader = at(reading, text, "[PERSON] <[CODE]>\nTo"), at(reading, text, "[PERSON] <[CODE]>\n\n")
    assert author is not reader
    assert known(author, "OCCUPATION") == "Nurse"
    assert known(reader, "OCCUPATION") is None
    assert at(reading, text, "[PERSON]\n") is author
    assert at(reading, text, "[PERSON],\nI am") is reader


def test_lettered_labels() -> None:
    text = "Person A met Person B in Oslo. Person A is a teacher and loves his dog. Person B said nothing."
    reading = read_text(text)
    assert len(reading.people) == 2
    assert known(at(reading, text, "Person A"), "OCCUPATION") == "Teacher"


def test_generalised_text() -> None:
    text = "Mr somebody was heard. somebody, working in health, told us that she had seen him. somebody left."
    reading = read_text(text)
    assert known(at(reading, text, "somebody was"), "SEX") == "Male"
    assert known(at(reading, text, "somebody, working"), "SEX") == "Female"


def test_lines_to_fill_in_are_no_placeholders() -> None:
    assert not find_masks("Name: ______\nDate: ______\n***\n_____\n")


def test_somebody_is_nobody_in_plain_text() -> None:
    assert not find_masks("I think somebody took my bike. Somebody should do something, somewhere.")


def test_hiding_keeps_the_length() -> None:
    text = "Dr **** of [ORG] met [PERSON]’s 狗 in [LOC]."
    assert len(hide(text, find_masks(text))) == len(text)
    assert shown(f"{HIDDEN}{FILLER}{FILLER}") == ""
    assert shown("Head of nursing") == "Head of nursing"


_WORDS = st.sampled_from(
    ["[PERSON]", "[PERSON_1]", "<NAME>", "████", "****", "XXXX", "[LOC]", "[ORG]", "[redacted]", "somebody", "Mr",
     "his", "wife", "she", "I", "is", "a", "nurse", ",", ".", "\n", "\n\n", ":", "From:", "Dear", "and", "(", ")", "'s",
     "the", "applicant", "Patient:", "44", "@", "#", "Regards,", "Person A", "\"", "[14.03.2025, 21:07]", ">", "é"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@example(words=["somebody", "[PERSON]", ":", "[PERSON]"], space="")
@given(words=st.lists(_WORDS, max_size=40), space=st.sampled_from(["", " "]))
def test_masked_word_salad_is_read(words: list[str], space: str) -> None:
    text = space.join(words)
    for person in read_text(text).people:
        assert not any(letter in person.description for letter in (HIDDEN, FILLER))
        for fact in person.facts:
            assert fact.value
            assert HIDDEN not in fact.value
            assert FILLER not in fact.value
            assert all(0 <= one.start < one.end <= len(text) for one in fact.evidence)


def test_every_placeholder_of_a_text_is_found_however_many_there_are() -> None:
    assert len(find_masks("[ORG], " * 12_000)) == 12_000
    assert len(find_masks("".join(f"[PERSON_{n}], " for n in range(7_000)))) == 7_000
    assert len(find_masks("Person A met Person B. " * 6_000)) == 12_000
