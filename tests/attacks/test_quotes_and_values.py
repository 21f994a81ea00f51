import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks._questions import clean_value, is_no_guess
from gyges.reading import QuoteFinder
from gyges.records import taxonomy

TEXT = "She said:\n  “I’m Straße 5 — near  the mill”, and left\u200b early. ΟΔΟΣ, İzmir."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("near  the mill", "near  the mill"),
        ("near the mill", "near  the mill"),
        ("NEAR THE MILL", "near  the mill"),
        ('"I\'m straße 5 - near the mill"', "I’m Straße 5 — near  the mill"),
        ("strasse 5", "Straße 5"),
        ("she said: “i'm", "She said:\n  “I’m"),
        ("left early...", "left\u200b early"),
        ("οδοσ", "ΟΔΟΣ"),
        ("far from the mill", None),
        ("", None),
        ("...", None),
    ],
)
def test_quotes_are_found_whatever_case_spaces_and_marks(quote: str, found: str | None) -> None:
    assert QuoteFinder(TEXT).find(quote) == found


@given(st.text(max_size=80), st.data())
def test_a_piece_of_the_text_is_always_found(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    piece = text[start:end]
    assert QuoteFinder(text).find(piece) == (piece if piece.strip() else None)


@given(st.text(max_size=80), st.text(max_size=20))
def test_what_is_found_stands_in_the_text(text: str, quote: str) -> None:
    found = QuoteFinder(text).find(quote)
    assert found is None or found in text


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
