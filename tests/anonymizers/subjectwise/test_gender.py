"""Words that tell a sex, and the verbs that go with what stands there instead."""

import pytest

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._gender import find_gender, is_english, plain_verb
from gyges.anonymizers.subjectwise._pieces import Pieces


def neutral(text: str) -> str:
    board = Board(text, Pieces(find_gender(text)))
    board.lift(board.pieces)
    return board.version().text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She is here and he was there.", "They are here and they were there."),
        ("Was he late? Does she know?", "Were they late? Do they know?"),
        ("He works at night and has a dog.", "They work at night and have a dog."),
        ("He also carries a bag.", "They also carry a bag."),
        ("She's tired; he's been ill.", "They're tired; they've been ill."),
        ("I saw her in town with her dog.", "I saw them in town with their dog."),
        ("The book is his.", "The book is theirs."),
        ("He or she may apply for his or her pass.", "They may apply for their pass."),
        ("His wife and their son.", "Their spouse and their child."),
        ("He had said that she would.", "They had said that they would."),
        ("A waitress and a policeman.", "A server and a police officer."),
        ("HE WAS LATE.", "THEY WERE LATE."),
        ("The value is NaN.", "The value is NaN."),
    ],
)
def test_sentences_still_agree(text: str, expected: str) -> None:
    assert neutral(text) == expected


@pytest.mark.parametrize("verb", ["worked", "will", "was not", "always", "us"])
def test_other_words_are_no_verbs_to_change(verb: str) -> None:
    assert plain_verb(verb) is None


def test_other_languages_are_left_alone() -> None:
    assert is_english("Pt cries after, sit w/ her a bit. Rounds at the bedside, she will not wait.")
    assert not is_english("Her sabah erken kalkar ve işe gider; annesi ile yaşar.")
    assert not is_english("Er war in Wien und was er sagte, war in der Zeitung.")
