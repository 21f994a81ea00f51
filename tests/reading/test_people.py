import pytest

from gyges.reading import PersonRead, read_text


def people(text: str) -> dict[str, PersonRead]:
    return {person.description: person for person in read_text(text).people}


def names(text: str) -> list[str]:
    return [fact.value for person in read_text(text).people for fact in person.facts if fact.tag == "NAME"]


def test_full_name_surname_and_first_name_are_one_person() -> None:
    text = "Henrik Solberg runs the mill. Mr Solberg is ill. Henrik asked for leave."
    assert names(text) == ["Henrik Solberg"]


def test_a_wife_with_the_same_surname_is_another_person() -> None:
    text = "Henrik Solberg and Ingrid Solberg came. Mrs Solberg spoke."
    (_, ingrid) = read_text(text).people
    assert len(ingrid.mentions) == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("I live here with my two sons.", 3),
        ("I live here with my sons.", 1),
        ("I live here with my wife. My wife is kind.", 2),
        ("We love our twin girls, and I say so.", 3),
    ],
)
def test_counted_kin_are_taken_apart_and_uncounted_left_out(text: str, count: int) -> None:
    assert len(read_text(text).people) == count


def test_kin_with_a_name_is_one_person() -> None:
    found = people("I came with my mother, Rosalind Achterberg, by train.")
    assert [d for d in found if "mother" in d] == ["Rosalind Achterberg - mother of the author"]


def test_a_name_followed_by_kin_in_brackets_is_kin_of_the_person_of_the_form() -> None:
    found = people("Patient: Oskar Lindqvist\nNext of kin: Maja Lindqvist (wife)")
    assert any("wife of Oskar Lindqvist" in description for description in found)


def test_the_signer_is_the_author() -> None:
    found = people("Dear all,\n\nI am sorry for the delay.\n\nBest regards,\nPilar Echeverria")
    assert list(found) == ["Pilar Echeverria - author"]


def test_a_speaker_who_gives_a_name_is_that_person() -> None:
    text = "AGENT: Good morning, how can I help?\nCALLER: Hello, I am Dimitri Vasko.\nAGENT: Sure.\nCALLER: Thanks."
    assert any(person.description.startswith("Dimitri Vasko") for person in read_text(text).people)


def test_a_role_is_linked_to_its_name() -> None:
    text = "The applicant, Ms Oana Petrescu, was born in 1971. The applicant complained."
    (person,) = [p for p in read_text(text).people if "applicant" in p.description]
    assert person.description.startswith("Oana Petrescu")


def test_a_numeral_is_no_author() -> None:
    assert read_text("(i) The roof. (ii) The wall. I. BACKGROUND").people == ()


def test_first_letters_that_are_also_a_particle_are_somebody() -> None:
    text = 'Interviewer: Dr Lena Aaltonen (LA)\nInterviewee: "Joseph" (J)\n\nLA: Go.\nJ: I weld.\nLA: So\nJ: I left.'
    assert names(text) == ["Lena Aaltonen", "Joseph"]


def test_everybody_behind_a_placeholder_is_read_however_many_there_are() -> None:
    text = " ".join(f"[PERSON_{number}] ist Lehrerin." for number in range(400))
    seen = {mention.start for person in read_text(text).people for mention in person.mentions}
    assert seen >= {at for at, sign in enumerate(text) if sign == "["}


def test_everybody_named_is_read_however_many_there_are() -> None:
    given = [f"{head}{tail}" for head in ("Hel", "Mar", "Lor", "Kat", "Ros") for tail in ("ena", "ina", "etta", "ia")]
    family = [f"{head}{tail}" for head in ("Bak", "Port", "Fish", "Turn") for tail in ("erson", "ins", "ley", "ford")]
    text = "\n".join(f"Ms {first} {last} is a teacher in Leeds." for first in given for last in family)
    assert len(read_text(text).people) == len(given) * len(family) == 320
