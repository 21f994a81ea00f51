"""Quotes are found in a text whatever their spaces, quotation marks, dashes and, where need be, case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading import QuoteFinder, quote_places


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("Ann", "Ann, Anna and Ann's dog", ["Ann", "Ann"]),
        ("may", "It may. May it be", ["may", "May"]),
        ("I'm 23", "I’m  23 now", ["I’m  23"]),
        ("Ann Lee", "An\u200bn\u00a0Lee", ["An\u200bn\u00a0Lee"]),
        ("...", "...", []),
        ("straße", "Straße", ["Straße"]),
    ],
)
def test_quotes_are_found_as_whole_words(quote: str, text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in quote_places(quote, text)] == words


@given(st.text(max_size=30), st.text(max_size=60))
def test_places_lie_in_order_inside_the_text(quote: str, text: str) -> None:
    last = 0
    for start, end in quote_places(quote, text):
        assert last <= start < end <= len(text)
        last = end


@given(st.text("abAB ’'-–\n", max_size=12), st.text("abAB ’'-–\n", max_size=6), st.text("abAB ’'-–\n", max_size=12))
def test_words_between_spaces_are_always_found(before: str, quote: str, after: str) -> None:
    text = f"{before} {quote} {after}"
    found = [" ".join(text[start:end].casefold().split()) for start, end in quote_places(quote, text)]
    if any(letter.isalpha() for letter in quote):
        assert any(len(words) == len(" ".join(quote.split())) for words in found)
        assert QuoteFinder(text).find(quote) is not None
