"""People without a name: who is somebody, who is nobody, and who was spoken of before."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.reading import PersonRead, read_text


def people(text: str) -> list[str]:
    return [person.description for person in read_text(text).people]


def one(text: str, description: str) -> PersonRead:
    found = [person for person in read_text(text).people if person.description == description]
    assert len(found) == 1, people(text)
    return found[0]


def fact(person: PersonRead, tag: str) -> str | None:
    return next((fact.value for fact in person.facts if fact.tag == tag), None)


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("The parcel was late. The delivery driver refused to carry it upstairs.", "delivery driver"),
        ("The gate was open when the witness arrived. She was out of breath.", "witness"),
        ("Our landlady keeps the deposit.", "the author's landlady"),
        ("The report says that a juvenile called an ambulance. He waited for it.", "juvenile"),
        ("The individual left at noon. She was out of breath.", "individual"),
        ("The report says that a passer-by called an ambulance. He waited for it.", "passer-by"),
        ("2301 On scene.\n2303 Nurse reports a temperature of 34.9.\n2310 Log closed.", "nurse"),
    ],
)
def test_somebody_is_told_by_a_role(text: str, description: str) -> None:
    text = f"{text} I am sorry, I was late." if "Our" in text else text
    assert description in people(text)


def test_a_role_of_whom_neither_sex_nor_job_is_known_is_nobody() -> None:
    assert not people("The gate was open when the witness arrived.")


@pytest.mark.parametrize(
    "text",
    [
        "Ana Reis is a nurse.",
        "She works as a nurse.",
        "Any doctor can tell you that.",
        "A doctor should look at it.",
        "Doctors and nurses work at night.",
        "You need a plumber.",
        "The patient portal is down.",
        "To the manager\n\nThe lift is broken.",
        "Four hundred guests came to the wedding.",
        "He moved the porter's chair.",
    ],
)
def test_a_word_for_what_people_are_is_nobody_by_itself(text: str) -> None:
    assert [person for person in read_text(text).people if not any(f.tag == "NAME" for f in person.facts)] == []


def test_counted_people_are_as_many_as_the_number_says() -> None:
    assert people("On Monday two bricklayers came to the house.") == ["bricklayer", "bricklayer"]


def test_one_of_several_is_one() -> None:
    assert people("Yesterday one of our volunteers rang. She was cold.") == ["volunteer"]


def test_a_noun_before_man_makes_a_job() -> None:
    assert fact(one("The bread man came at six.", "bread man"), "OCCUPATION") == "Bread Man"


def test_a_letter_to_an_office_holder_has_a_reader() -> None:
    assert "entry clearance manager" in people("Dear Entry Clearance Manager,\n\nThe visa was refused.")


def test_nobodys_kin_is_nobody() -> None:
    assert people("No coffee with anybody's daughter, please.") == []


def test_a_father_of_two_has_two_children() -> None:
    assert len(people("Jan Sol, a father of two, withdrew it.")) == 3


def test_a_role_beside_a_name_belongs_to_the_name() -> None:
    assert people("Our nurse, Ana Reis, rang. The nurse left at nine.") == ["Ana Reis"]


def test_the_same_word_later_means_the_same_person() -> None:
    assert people("The driver stopped. Nobody spoke. The driver got out.") == ["driver"]


def test_the_other_one_is_another() -> None:
    assert people("The driver stopped. The other driver got out.") == ["driver", "other driver"]


def test_a_pronoun_tells_the_sex_of_somebody_without_a_name() -> None:
    assert fact(one("The surgeon came late. She was tired.", "surgeon"), "SEX") == "Female"


def test_the_noun_itself_tells_the_sex() -> None:
    assert fact(one("The landlady keeps the key.", "landlady"), "SEX") == "Female"


def test_a_job_is_the_occupation_of_the_one_told_by_it() -> None:
    assert fact(one("The lifeguard blew a whistle.", "lifeguard"), "OCCUPATION") == "Lifeguard"


def test_a_rank_is_a_position() -> None:
    assert fact(one("The supervisor docked the bonus.", "supervisor"), "POSITION") == "Supervisor"


def test_a_man_who_comes_by_once_is_left_out_and_one_spoken_of_again_is_not() -> None:
    assert people("At the gate stood a man in a waistcoat.") == []
    assert people("At the gate stood a man in a waistcoat. He had no ticket.") == ["man"]


def test_the_patient_is_the_one_the_form_names() -> None:
    assert people("Patient: Ana Reis\nAge: 43\nWard: 5\n\nThe patient slept well.") == ["Ana Reis - patient"]


def test_a_letter_stands_for_somebody() -> None:
    found = people("Employee A asked for a talk. The complaint comes from Employee B. B left early.")
    assert found == ["employee", "employee"]


def test_a_title_with_a_letter_is_no_name_and_tells_the_sex() -> None:
    person = one("Mr X, the landlord, enters without knocking. The rent is high.", "landlord")
    assert fact(person, "SEX") == "Male"
    assert fact(person, "NAME") is None


def test_a_word_in_brackets_stands_for_somebody() -> None:
    assert fact(one("Then [SUPERVISOR] made the plan. She was proud.", "supervisor"), "SEX") == "Female"


def test_somebody_who_has_a_son_has_a_son() -> None:
    assert "son of Ana Reis" in people("Ana Reis is ill. She has a son in Valencia.")


def test_parents_are_two_people() -> None:
    assert people("Ana Reis is 27 and lives with her parents.")[1:] == [
        "first parent of Ana Reis",
        "second parent of Ana Reis",
    ]


def test_whoever_says_to_be_a_mother_is_no_second_person() -> None:
    assert not any("mother" in person for person in people("My daughter Farida is ill and I am her mother."))


_WORDS = [
    *("the", "a", "two", "nurse", "drivers", "Mr", "X", "[CLERK]", "██", "'s", "Employee", "A", ":", ",", "\n", "her"),
    *("parents", "son", "one", "of", "man", "other", "is", "who", "left", ".", "She", "1", "twins", "ward", "mother"),
]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(_WORDS), max_size=30))
def test_any_text_can_be_read(words: list[str]) -> None:
    text = " ".join(words)
    for person in read_text(text).people:
        assert person.description
        for mention in person.mentions:
            assert 0 <= mention.start < mention.end <= len(text)
