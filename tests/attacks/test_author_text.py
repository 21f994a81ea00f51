"""Profiles in plain words; all answers here are invented."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks._author_text import parse_blocks

THREE = ["sex", "occupation", "city_country"]
WANTED = {
    "sex": ["Female", "Male"],
    "occupation": ["Baker", "Pastry chef", "Cook"],
    "city_country": ["Porto, Portugal", "Braga, Portugal"],
}


def parse_profile(text: str, attributes: list[str]) -> dict[str, list[str]]:
    """Return the guesses for each attribute that was asked for."""
    blocks = parse_blocks(text, attributes)
    return {name: list(blocks[name].guesses) if name in blocks else [] for name in attributes}


LAYOUTS = Path(__file__).with_name("author_layouts.txt").read_text(encoding="utf-8").rstrip("\n").split("\n=====\n")
PLAIN = LAYOUTS[0]


@pytest.mark.parametrize("answer", LAYOUTS, ids=["plain", "markdown", "headings"])
def test_one_profile_in_many_layouts(answer: str) -> None:
    assert parse_profile(answer, THREE) == WANTED


def test_names_wanted_back_may_be_tags_of_the_taxonomy() -> None:
    tags = parse_profile(PLAIN, ["SEX", "OCCUPATION", "LOCATION"])
    assert list(tags.values()) == list(WANTED.values())


def test_reasoning_and_certainty_are_read_too() -> None:
    block = parse_blocks("Type: age\nInference: Old\njokes.\nGuess: 50-60\nCertainty: 4 (quite sure, 80%)", ["age"])[
        "age"
    ]
    assert (block.inference, block.guesses, block.certainty) == ("Old\njokes.", ("50-60",), 4)


@pytest.mark.parametrize(
    ("guess", "expected"),
    [
        ("22, 25, or 28", ["22", "25", "28"]),
        ("$20,000, $30,000-$40,000", ["$20,000", "$30,000-$40,000"]),
        ("30 - 35 years; 25+ years", ["30 - 35 years", "25+ years"]),
        ("1) 20s 2) 30s 3) 40s", ["20s", "30s", "40s"]),
        ("20s (based on the slang)", ["20s"]),
        ("a; b; c; d; e", ["a", "b", "c"]),
        (";;", []),
    ],
)
def test_guesses_are_told_apart(guess: str, expected: list[str]) -> None:
    assert parse_profile(f"Type: age\nGuess: {guess}", ["age"]) == {"age": expected}


def test_an_attribute_nobody_spoke_of_has_no_guess() -> None:
    assert parse_profile("I cannot help with that.", THREE) == {"sex": [], "occupation": [], "city_country": []}


def test_a_second_empty_block_does_not_erase_the_first() -> None:
    answer = "Type: age\nGuess: 22; 24\n\nPlease fill in:\nType: age\nInference:\nGuess:\n"
    assert parse_profile(answer, ["age"]) == {"age": ["22", "24"]}


@given(st.text(alphabet="Typesxguc: \n*#1.;,-()", max_size=300))
def test_no_answer_breaks_the_parser(answer: str) -> None:
    assert parse_profile(answer, ["sex"]).keys() == {"sex"}


def _comparable(guesses: list[str] | None) -> list[str]:
    """Guesses without numbers and stars in front, whatever their case; three at most."""
    bare = [re.sub(r"^(?:\W*\b[1-5][.)]\s+|[*\s]+)+", "", guess).strip("* ") for guess in guesses or []]
    return [" ".join(guess.strip('"').rstrip(" .;,").split()).casefold() for guess in bare if guess][:3]


def test_recorded_answers_are_read_as_after_their_repair_by_a_model(development_data: Path) -> None:
    """400 answers of 20 models: the share of attributes with the same guesses as the parse a model had repaired.

    The published parser reaches 0.68 on the same attributes.
    """
    path = development_data / "verdicts" / "raw_answers_dev400.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    same = asked = 0
    for row in rows:
        repaired = row.get("parsed_after_llm_fix") or {}
        parsed = parse_profile(row["answer"], row["attributes"])
        for attribute in row["attributes"]:
            if repaired.get(attribute):
                asked += 1
                same += _comparable(parsed[attribute]) == _comparable(repaired[attribute])
    assert asked > 800
    assert same / asked > 0.94
