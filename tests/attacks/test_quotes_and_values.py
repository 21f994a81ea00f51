import pytest

from gyges.attacks._questions import clean_value, is_no_guess
from gyges.records import taxonomy


@pytest.mark.parametrize(
    "value",
    ["", " ", "unknown", "Unknown.", "NOT STATED", "n/a", "N.A.", "'none'", "[redacted]", "<PERSON>", "[PERSON_12]",
     "(not specified)", "[First name]", "***", "████", "xxx", "?", "-", "[ADDRESS 3]", "[***]", "[]",
     "{EMAIL_ADDRESS}"],
)  # fmt: skip
def test_placeholders_are_no_guess(value: str) -> None:
    assert is_no_guess(value)


@pytest.mark.parametrize(
    "value",
    ["Redacted", "The Masked Singers", "Unknown Mortal Orchestra", "No relation", "Na", "Null", "Nil", "X", "0",
     "Person", "[sic] Ltd", "Ana [redacted]", "A."],
)  # fmt: skip
def test_values_that_only_look_like_placeholders_stay(value: str) -> None:
    assert not is_no_guess(value)


@pytest.mark.parametrize(
    ("tag", "value", "cleaned"),
    [
        ("SEX", " female ", "Female"),
        ("EDUCATION", "phd.", "PhD"),
        ("LOCATION", "[LOC] / Lyon / unknown / France", "Lyon / France"),
        ("LOCATION", "unknown / unknown", ""),
        ("NAME", "Ana\n  Gil", "Ana Gil"),
        ("AFFILIATION", "AC/DC / Unknown", "AC/DC / Unknown"),
    ],
)
def test_values_follow_the_conventions_of_their_tag(tag: str, value: str, cleaned: str) -> None:
    assert clean_value(value, taxonomy("spia")[tag]) == cleaned
