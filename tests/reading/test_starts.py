"""Patterns are tried only where they can start, and find what they find when tried everywhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.page._page import Page

_PATTERNS = [
    r"\b(?:owns?|runs) (?:an?|the) \w+",
    r"(?<!\w)(?:I|my|us)\b",
    r"(?i)\bstraße|\bkind",
    r"(?<![\w.])[^\W\d_a-zß-öø-ÿ]\w+ (?:and|&)",
    r"(?:^|(?<=\n)|(?<=[.!?] ))[B-HJ-Z]\.",
    r"(?<![\w.])(?:[A-Z]\.\s?){1,2}|\b[^\W\d_a-zß-öø-ÿ](?!\w)|(?<!\w)[A-Z](?:['’]s|[- ][a-z])",
    r"@\w+|(?<!\w)#\w+",
    r"\b(?:an? )?\d{1,2}(?: years?)?",
    r"\b(?:co-)?owner\b|\bfoo_b",
    r"(?:ab|a)+c",
    r"[a-z]+ing\b",
]
_SIGNS = st.sampled_from([*"abcisoknwrunIMKSſıİKßé0189 .,-'’@#&_\n", "owns", "a shop", "co-owner", "straße", "foo_bar"])


def _everywhere(expression: str, text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(expression, text)]


@pytest.mark.parametrize("expression", _PATTERNS)
@given(st.lists(_SIGNS, max_size=60).map("".join))
def test_a_pattern_finds_what_it_finds_everywhere(expression: str, text: str) -> None:
    text += " " * 400  # of a short text no page asks where words start
    assert [match.span() for match in Page(text).each(re.compile(expression))] == _everywhere(expression, text)
