"""The finder: what tells who somebody is, whatever letters it is written in, and what tells nobody."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.finder import find_spans


def direct(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_spans(text) if one.direct]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ring jonas weber on 0171 555 01 22 about it", "jonas weber"),
        ("THE KEY IS WITH WENDELL ABARA NOW", "WENDELL ABARA"),
        ("Send it to Flat 3, Larkspur Court, 18 Tanner's Rise by Friday.", "Larkspur Court"),
        ("The van, plate KV19 ZRO, is on the double yellow lines again.", "KV19 ZRO"),
        ("The gate is at 52.71834, -2.94417, past the farm.", "52.71834"),
        ("Her page is https://www.facebook.com/ottilie.brandsgaard.77 if you want it.", "ottilie.brandsgaard.77"),
        ("Pay into account 50914472, sort code 20-88-17, by Monday.", "50914472"),
        ("Call me on 0161 496 0391 after six.", "0161 496 0391"),
        ("Bitte rufen Sie Frau Hedwig Lindner unter 0171 5550122 an, sie wartet darauf.", "Hedwig Lindner"),
        ("El inquilino Nublado no paga desde mayo y la llave la tiene la gestoría.", "Nublado"),
    ],
)
def test_what_identifies_by_itself_is_direct(text: str, words: str) -> None:
    assert any(words in found for found in direct(text))


@pytest.mark.parametrize(
    "text",
    [
        "We will meet in May, or on a Thursday after the rain.",
        "The dose is 500 mg twice daily with food.",
        "They moved to Porto last year.",
        "[PERSON] called [PERSON] about [CODE].",
        "",
        "\n\n",
    ],
)
def test_what_many_share_is_not_direct(text: str) -> None:
    assert direct(text) == []


def test_all_names_of_one_person_have_one_id() -> None:
    text = "Ana Reis arrived late. Nobody had told Reis about the meeting with Tom Baker."
    people = {text[one.start : one.end]: one.person for one in find_spans(text) if one.kind == "person"}
    assert people["Ana Reis"] == people["Reis"] != people["Tom Baker"]


def test_a_span_says_what_spoke_for_it() -> None:
    (one,) = [one for one in find_spans("Mr Tomasz Nowak signed.") if one.direct]
    assert one.kind == "person"
    assert one.sure > 0.5
    assert one.why


def test_a_long_text_is_read_to_its_end() -> None:
    text = "The rain went on and the bus was late again. " * 400 + "Ask Priya Menon."
    assert any("Priya Menon" in found for found in direct(text))


@given(st.text(max_size=200))
def test_spans_lie_in_the_text_in_order_and_apart(text: str) -> None:
    spans = find_spans(text)
    assert all(0 <= one.start < one.end <= len(text) for one in spans)
    assert all(one.end <= other.start for one, other in itertools.pairwise(spans))
