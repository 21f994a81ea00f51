"""Patterns are tried only where they can start, and find what they find when tried everywhere."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import bundled_corpus
from gyges.reading.genres.court._table import phrases
from gyges.reading.languages.table._language import language_named
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.lexicon._load import read_toml
from gyges.reading.page._forms import pattern
from gyges.reading.page._page import Page
from gyges.reading.page._starts import starts

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


def _shipped() -> Iterator[re.Pattern[str]]:
    table = read_toml("patterns.toml")
    for section, entries in table.items():
        if section != "shared":
            yield from (pattern(f"{section}.{name}") for name in entries if name not in {"kind", "direct"})
    yield from (phrase.pattern for phrase in phrases())


def test_patterns_that_ship_find_what_they_find_everywhere() -> None:
    pages = [Page(document.text) for document in list(bundled_corpus())[:12]]
    known = 0
    for shipped in _shipped():
        known += starts(shipped.pattern, shipped.flags) is not None
        for page in pages:
            assert [m.span() for m in page.each(shipped)] == [m.span() for m in shipped.finditer(page.text)]
    assert known > 50


def test_what_is_left_of_a_word_beside_a_cue_can_start_a_match() -> None:
    page = Page("Müllers Haus, Einzelhaus, Hausmann")
    shadow = Shadow(page)
    shadow.cover("name", 0, 6)
    shadow.cover("job", 19, 20)
    shadow.cover("role", 30, 34)
    found = [match.span() for match in shadow._starts.each(re.compile(r"(?<!\w)(?:s|haus|aus|Haus)\b"), shadow.text)]
    assert found == [match.span() for match in re.finditer(r"(?<!\w)(?:s|haus|aus|Haus)\b", shadow.text)]
    assert (6, 7) in found
    assert (26, 30) in found


@pytest.mark.parametrize("name", ["German", "Spanish"])
def test_patterns_of_a_language_find_what_they_find_everywhere(name: str) -> None:
    language = language_named(name)
    assert language is not None
    text = (
        "Frau Dr. Anna Schmidt, 43 Jahre, wohnt in Köln, Hauptstraße 5, 50667 Köln, und arbeitet als Lehrerin.\n"
        "La señora Ana López García, de 43 años, vive en la calle Mayor 12, 28013 Madrid, y trabaja como enfermera.\n"
    )
    page = Page(text * 3)
    for rules in (*language.rules.values(), *language.facts.values()):
        for rule in rules:
            found = [match.span() for match in page.each(rule.pattern)]
            assert found == [match.span() for match in rule.pattern.finditer(page.text)]
