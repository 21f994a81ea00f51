"""Patterns of a language are tried only where they can start, and find what they find when tried everywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.languages.table._firsts import Firsts, firsts
from gyges.reading.languages.table._language import Language, language_named

SIGNS = st.sampled_from(
    [*"abcisoknwrunIMKSſıİKßé0189 .,-'’@#&_\n\ue000\ue001\ue004", "Frau", "calle", "años", "geboren "]
)


@pytest.mark.parametrize("name", ["German", "Spanish"])
@given(st.lists(SIGNS, max_size=60).map("".join))
def test_a_pattern_finds_what_it_finds_everywhere(name: str, text: str) -> None:
    language = language_named(name)
    assert isinstance(language, Language)
    index = Firsts(text)
    for rules in (*language.rules.values(), *language.facts.values()):
        for rule in rules:
            assert [one.span() for one in index.each(rule.pattern, text)] == [
                one.span() for one in rule.pattern.finditer(text)
            ]


@pytest.mark.parametrize("name", ["German", "Spanish"])
def test_of_nearly_all_patterns_it_is_known_what_they_begin_with(name: str) -> None:
    language = language_named(name)
    assert isinstance(language, Language)
    every = [rule.pattern for rules in (*language.rules.values(), *language.facts.values()) for rule in rules]
    assert sum(firsts(one.pattern, one.flags) is None for one in every) < len(every) / 20
