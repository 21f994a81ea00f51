"""What a model was told to close: a line is told twice and then given up, and the last reader sees all of them."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding
from gyges.anonymizers.subjectwise._tellings import Tellings, leaks_text

TEXT = "Nora Feld is a nurse in Cork."


def person(*leaks: Leak, id: str = "0") -> PersonStanding:
    return PersonStanding(id, "Nora  Feld - a nurse", 0.0, len(leaks), leaks)


JOB = Leak("OCCUPATION", "nurse", ((15, 20),))
NAME = Leak("NAME", "Nora Feld", ((0, 9),))


def test_a_line_that_two_rewrites_could_not_close_is_given_up_but_a_name_never_is() -> None:
    tellings = Tellings()
    for text in ("one", "two"):
        assert [leak.tag for leak in tellings.still_open(text, [person(JOB, NAME)])[0].leaks] == ["OCCUPATION", "NAME"]
        tellings.note(text, [person(JOB, NAME)])
    assert [leak.tag for leak in tellings.still_open("three", [person(JOB, NAME)])[0].leaks] == ["NAME"]
    assert tellings.still_open("three", [person(JOB)]) == []
    assert tellings.still_open("three", [person(JOB, id="1")]) == [person(JOB, id="1")]


def test_a_text_that_is_asked_about_twice_counts_once() -> None:
    tellings = Tellings()
    for _ in range(3):
        tellings.note("one", [person(JOB)])
    assert tellings.still_open("two", [person(JOB)]) == [person(JOB)]


def test_the_clues_of_all_texts_are_told_under_the_people_they_are_about() -> None:
    tellings = Tellings()
    assert tellings.clues() == ""
    tellings.note(TEXT, [person(JOB, NAME)], told=False)
    tellings.note("B. is on the ward.", [person(Leak("OCCUPATION", "doctor", ((9, 17),)))])
    assert tellings.clues().splitlines() == [
        "About Nora Feld - a nurse:",
        "- OCCUPATION: nurse / doctor - given away by: nurse | the ward",
        "- NAME: Nora Feld - given away by: Nora Feld",
    ]
    assert tellings.still_open("x", [person(JOB)]) == [person(JOB)]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["SEX", "AGE"])), max_size=8))
def test_every_leak_has_a_line_and_every_person_one_heading_in_a_row(rows: list[tuple[str, str]]) -> None:
    rows.sort()
    shown = [(person(id=id_), Leak(tag, "x", ())) for id_, tag in rows]
    lines = leaks_text("", shown).splitlines()
    assert sum(line.startswith("- ") for line in lines) == len(rows)
    assert sum(line.startswith("About ") for line in lines) == len({id_ for id_, _ in rows})
