"""Words and patterns that stand in a text, found once for every text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.wording import places_of, stands

_TEXTS = st.text(alphabet="aAb@' .é-", max_size=40)
_WORDS = st.text(alphabet="aAb@' .é-", min_size=1, max_size=4)


@given(_TEXTS, _WORDS)
def test_words_stand_where_a_pattern_of_them_matches(text: str, words: str) -> None:
    said = re.escape(words)
    assert list(places_of(text, words)) == [m.span() for m in re.finditer(rf"\b{said}\b", text)]
    outside, ends = re.compile(r"(?<!\w)"), re.compile(r"(?!\w|'s)")
    expected = [m.span() for m in re.finditer(rf"(?<!\w){said}(?!\w|'s)", text)]
    assert list(places_of(text, words, outside, ends)) == expected


@given(_TEXTS, _WORDS)
def test_a_pattern_with_words_in_it_stands_where_it_matches(text: str, words: str) -> None:
    assert stands(text, r"\ba\s%s\b", words) == (re.search(rf"\ba\s{re.escape(words)}\b", text) is not None)


def test_a_pattern_needs_no_words() -> None:
    assert stands("100 %s off", r"\d+ %s")
    assert not stands("nothing off", r"\d+ %s")


def test_words_are_no_pattern() -> None:
    assert not stands("It is Axe.", r"\b%s", "A.e")
    assert stands("It is A.e.", r"\b%s", "A.e")
