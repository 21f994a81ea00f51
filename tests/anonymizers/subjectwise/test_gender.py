"""Words that tell a sex or a tie, and what stands there instead."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._gender import find_gender, find_kin, is_english
from gyges.anonymizers.subjectwise._pieces import Piece, Pieces
from gyges.anonymizers.wording import Sexes, neutral_sex

ROWS = [tuple(line.split("\t")) for line in (Path(__file__).parent / "neutral.tsv").read_text("utf-8").splitlines()[1:]]
SOME = re.findall(
    r"\S+",
    """she He her his him herself is was has lives drinks and , . ? ! ( ) " 's mother Dad wife sons two a the my Mr Sir
    married widow who it they that told gave man women boy 41 Oban or / -""",
)
WORDS = st.lists(
    st.sampled_from(SOME),
    max_size=25,
).map(" ".join)


def pieces(text: str) -> list[Piece]:
    sexes = Sexes(neutral_sex(text))
    return sorted(
        [*find_gender(text, sexes), *find_kin(text, sexes)], key=lambda piece: (piece.start - piece.end, piece.start)
    )


def neutral(text: str, lifts: int = 1) -> str:
    board = Board(text, Pieces(pieces(text)))
    for _ in range(lifts):
        board.lift(board.pieces)
    return board.version().text


@pytest.mark.parametrize(("original", "expected"), ROWS)
def test_sentences_lose_the_sex_and_nothing_else(original: str, expected: str) -> None:
    assert neutral(original) == (original if expected == "keep" else expected)


@pytest.mark.parametrize("expected", [expected for _, expected in ROWS if expected != "keep"])
def test_what_is_neutral_stays_as_it_is(expected: str) -> None:
    once = neutral(expected)
    assert neutral(once) == once


@given(WORDS)
def test_any_words_make_pieces_inside_of_the_text(text: str) -> None:
    for piece in pieces(text):
        assert 0 <= piece.start < piece.end <= len(text)
        assert piece.rungs
    neutral(text, lifts=2)


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    neutral(text)


@given(
    st.sampled_from(["https://she.example/her?his=wife", "he.wife@mother.example", "#herson", "@his_wife", "[BRIDE]"])
)
def test_addresses_hashtags_and_placeholders_stay_whole(word: str) -> None:
    assert word in neutral(f"She wrote to {word} and he is late.\nHer son likes {word}.")


def test_higher_rungs_say_less_about_kin() -> None:
    assert neutral("My son told us.", lifts=2) == "My relative told us."
    assert neutral("My kids told us.", lifts=2) == "My relatives told us."


def test_two_relatives_never_get_one_word() -> None:
    assert neutral("My wife told my kids.", lifts=2) == "My partner told my kids."
    assert neutral("My aunt rang. My son answered.", lifts=2) == "My relative rang. My child answered."


def test_words_for_children_stay_until_more_must_go() -> None:
    assert neutral("My kids are here.") == "My kids are here."


def test_other_languages_are_left_alone() -> None:
    assert is_english("Pt cries after, sit w/ her a bit. Rounds at the bedside, she will not wait.")
    assert not is_english("Her sabah erken kalkar ve işe gider; annesi ile yaşar.")
    assert not is_english("Er war in Wien und was er sagte, war in der Zeitung.")
