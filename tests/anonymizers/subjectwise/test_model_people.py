"""Names as a model found them: one letter a person, whatever the rules took for a name."""

import pytest

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._find import find_pieces
from gyges.anonymizers.subjectwise._model_people import name_people
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.reading import read_text
from gyges.records import Fact, Finding, Subject


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
        ("Khalid slept. Umm Khalid went home.", {"a": ("Khalid",), "b": ("Umm Khalid",)}, "A. slept. B. went home."),
        ('Margaret "Peg" Lind sang. Peg left.', {"a": ('Margaret "Peg" Lind', "Peg")}, "A. sang. A. left."),
        ("Ms R. Castell came. Castell spoke.", {"a": ("R. Castell",)}, "Ms A. came. A. spoke."),
        ("We asked Tunde Ade. Ade's car is red.", {"a": ("Tunde Ade",)}, "We asked A. A.'s car is red."),
        ("She will be back before fajr with Nour.", {"a": ("Nour",)}, "She will be back before fajr with A."),
        ("A. and Bo Lind met.", {"a": ("Bo Lind",)}, "A. and B. met."),
    ],
)
def test_every_form_of_a_name_becomes_the_letter_of_its_person(
    text: str, people: dict[str, tuple[str, ...]], expected: str
) -> None:
    assert named(text, **people) == expected


def test_a_name_that_identifies_somebody_goes_though_the_model_did_not_see_it() -> None:
    assert "Okafor" not in named("Nour met Dr Chidi Okafor in the hall.", a=("Nour",))
