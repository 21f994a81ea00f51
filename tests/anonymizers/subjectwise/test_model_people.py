"""Names as a model found them: one letter a person, whatever the rules took for a name."""

import json

import pytest

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._find import find_pieces
from gyges.anonymizers.subjectwise._model_people import name_people
from gyges.anonymizers.subjectwise._observer import Seen, observe
from gyges.attacks import AttackOptions, SubjectsAttack
from gyges.reading import read_text
from gyges.records import Fact, Finding, Subject
from gyges.testing import scripted, scripted_model


def named(text: str, **people: tuple[str, ...]) -> str:
    """Return a text in which only names were changed, given the forms of each name that the model quotes."""
    subjects, places = [], {}
    for id_, forms in people.items():
        fact = Fact("NAME", max(forms, key=len), 5, evidence=forms)
        subjects.append(Subject(id_, id_, (fact,)))
        spots = [(text.index(form), text.index(form) + len(form)) for form in forms]
        places[id_, "NAME", fact.value] = tuple(spots)
    board = Board(text, find_pieces(text, read_text(text)))
    name_people(board, Seen(Finding("d", "model", tuple(subjects)), places, None, text))
    board.lift(piece for piece in board.pieces if piece.kind == "name")
    return board.version().text


@pytest.mark.parametrize(
    ("text", "people", "expected"),
    [
        ("Khalid slept. Umm Khalid went home.", {"a": ("Khalid",), "b": ("Umm Khalid",)}, "B. slept. C. went home."),
        ('Margaret "Peg" Lind sang. Peg left.', {"a": ('Margaret "Peg" Lind', "Peg")}, "B. sang. B. left."),
        ("Ms R. Castell came. Castell spoke.", {"a": ("R. Castell",)}, "B. came. B. spoke."),
        ("We asked Tunde Ade. Ade's car is red.", {"a": ("Tunde Ade",)}, "We asked B. B.'s car is red."),
        ("She will be back before fajr with Nour.", {"a": ("Nour",)}, "She will be back before fajr with B."),
        ("C. and Bo Lind met.", {"a": ("Bo Lind",)}, "C. and D. met."),
    ],
)
def test_every_form_of_a_name_becomes_the_letter_of_its_person(
    text: str, people: dict[str, tuple[str, ...]], expected: str
) -> None:
    assert named(text, **people) == expected


def test_a_name_that_identifies_somebody_goes_though_the_model_did_not_see_it() -> None:
    assert "Okafor" not in named("Nour met Dr Chidi Okafor in the hall.", a=("Nour",))


def letters(text: str, *people: tuple[str, str, tuple[str, ...]]) -> dict[str, str]:
    """Return the names with their letters; of each person: words the text calls them, the name, and its quotes."""
    subjects, places = [], {}
    for id_, (called, name, quotes) in enumerate(people):
        facts = (Fact("NAME", name, 5, evidence=quotes),) if name else ()
        subjects.append(Subject(str(id_), called, facts, (called,)))
        places[str(id_), "NAME", name] = tuple((text.index(words), text.index(words) + len(words)) for words in quotes)
    board = Board(text, find_pieces(text, read_text(text)))
    return name_people(board, Seen(Finding("d", "model", tuple(subjects)), places, None, text))


def test_everybody_whom_the_text_names_has_a_letter_though_the_quotes_say_more_than_the_name() -> None:
    text = "The daughter Hilde rang. Then Hilde asked for Mrs Claes. Godelieve Claes-Peeters slept, and Luka watched."
    found = letters(
        text,
        ("Hilde", "Hilde", ("The daughter Hilde",)),
        ("Godelieve Claes-Peeters", "Godelieve Claes-Peeters", ("Godelieve Claes-Peeters",)),
        ("Luka", "", ()),
    )
    assert found["Claes"] == found["Godelieve Claes-Peeters"]
    assert len({found["Hilde"], found["Claes"], found["Luka"]}) == 3


def test_a_name_that_is_only_guessed_from_a_relative_has_no_letter_of_its_own() -> None:
    text = "Deirdre Fox wrote. Ms Fox has a brother. Mrs Whitcomb rang for Hank."
    found = letters(
        text,
        ("Deirdre Fox", "Deirdre Fox", ("Deirdre Fox",)),
        ("a brother", "Fox", ("Deirdre Fox", "has a brother")),
        ("Mrs Whitcomb", "Whitcomb", ("Mrs Whitcomb",)),
        ("Hank", "Hank Whitcomb", ("rang for Hank", "Mrs Whitcomb")),
    )
    assert found["Fox"] == found["Deirdre Fox"]
    assert found["Whitcomb"] != found["Hank"]


def test_a_short_form_has_the_letter_of_the_whole_name() -> None:
    found = letters("Sitiveni Ravula fell. Siti got up.", ("Sitiveni Ravula", "Sitiveni Ravula", ("Sitiveni Ravula",)))
    assert found["Siti"] == found["Sitiveni Ravula"]


def test_an_ordinary_word_that_the_reading_did_not_take_for_a_person_stays() -> None:
    text = "Nour fell.\n\nKit lost: 1 mouthguard, 1 boot."
    assert "Kit" not in letters(text, ("Nour", "Nour", ("Nour",)))
    assert named(text, a=("Nour",)).endswith("Kit lost: 1 mouthguard, 1 boot.")


@pytest.mark.anyio
async def test_faint_guesses_are_no_leaks_but_kept_apart_and_what_is_only_common_for_such_people_is_neither() -> None:
    rows = [
        {"tag": "SEX", "quotes": ["Nour"], "value": "Female", "certainty": 2},
        {"tag": "AGE", "quotes": [], "value": "40-49", "certainty": 1},
        {"tag": "OCCUPATION", "quotes": ["a nurse"], "value": "nurse", "certainty": 3},
    ]
    person = {"called": "Nour", "description": "nurse", "how_many": 1, "facts": rows}
    attack = SubjectsAttack(scripted_model(scripted([json.dumps({"people": [person]})])), AttackOptions(stages=1))
    seen = await observe(attack, "Nour is a nurse.", "d")
    assert [fact.tag for fact in seen.finding.subjects[0].facts] == ["OCCUPATION"]
    assert seen.faint is not None
    faint = seen.faint.subjects[0]
    assert [fact.tag for fact in faint.facts] == ["SEX", "OCCUPATION"]
    assert seen.where(faint.id, faint.facts[0]) == ((0, 4),)
