"""Whether a text stays clear without its sexes: completely or not at all."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.wording import judge_sexes

ROWS = [
    (verdict, text.replace("\\n", "\n"))
    for verdict, text in (
        line.split("\t") for line in (Path(__file__).parent / "sexes.tsv").read_text("utf-8").splitlines()[1:]
    )
]


def without_sex(text: str) -> str:
    out, last = "", 0
    for swap in judge_sexes(text).swaps:
        out, last = out + text[last : swap.start] + swap.rungs[0], swap.end
    return out + text[last:]


@pytest.mark.parametrize(("verdict", "text"), ROWS)
def test_a_text_loses_its_sexes_only_if_everybody_stays_clear(verdict: str, text: str) -> None:
    found = judge_sexes(text)
    if verdict == "hidden":
        assert found.reason == ""
    else:
        assert verdict in found.reason
        assert found.swaps == ()


def test_one_unclear_sentence_keeps_the_sexes_of_the_whole_text() -> None:
    clear, unclear = "Ana is ill. She rests.", "Ana told Olena that she was ill."
    assert without_sex(clear) == "Ana is ill. They rest."
    assert without_sex(f"{clear}\n{unclear}") == f"{clear}\n{unclear}"


def test_pronouns_of_animals_and_ships_are_left_alone() -> None:
    text = "Our boat is for sale. She leaks a little."
    found = judge_sexes(text)
    assert (without_sex(text), found.pronouns, found.reason) == (text, 0, "")


def test_who_lives_alone_does_so_without_themselves() -> None:
    assert without_sex("Ana lives by herself.") == "Ana lives alone."


def test_names_that_are_known_to_be_one_person_are_one() -> None:
    text = "Ana Reis came. Reis was late. She apologised."
    assert judge_sexes(text, {0: "a", 15: "a"}).reason == ""
    assert judge_sexes(text, {0: "a", 15: "b"}).reason == "two may be meant by one pronoun"


@given(st.text(alphabet="She her him is was and wife son Ana they .,'\n", max_size=100))
def test_either_nothing_changes_or_nothing_is_said_against_it(text: str) -> None:
    found = judge_sexes(text)
    assert not (found.swaps and found.reason)
