"""Patterns that lie in a table, and the finders that are nothing but patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.finder._mentions import find_mentions
from gyges.reading.lexicon._load import read_toml
from gyges.reading.page._forms import find_forms, pattern, patterns
from gyges.reading.page._page import Page


def _found(text: str, section: str) -> list[str]:
    checks = dict.fromkeys(("domain", "dotted", "has_letters", "camel", "tag"), lambda _: True)
    return [text[cue.start : cue.end] for cue in find_forms(Page(text), section, checks)]


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("postal", "It is Blk 12 Toa Payoh #04-118 now.", ["Blk 12 Toa Payoh #04-118"]),
        ("postal", "PLZ/Ort: 72070 Tübingen", ["72070 Tübingen"]),
        ("contacts", "Write to nell (at) divers dot example.", ["nell (at) divers dot example"]),
    ],
)
def test_a_form_finds_what_its_pattern_says(section: str, text: str, found: list[str]) -> None:
    assert _found(text, section) == found


def test_where_the_sign_of_a_form_is_missing_its_pattern_is_not_tried() -> None:
    assert _found("72070 Tübingen", "postal") == []


def test_a_form_that_asks_for_a_check_cannot_do_without_it() -> None:
    with pytest.raises(KeyError, match="domain"):
        list(find_forms(Page("See owls.example for more."), "contacts"))


def test_a_part_of_a_pattern_may_be_a_list_of_words() -> None:
    assert pattern("firms.three").search("Reed, Pryce and Shaw")
    assert "<<" not in pattern("firms.three").pattern


def test_patterns_of_a_section_come_in_the_order_they_are_asked_for() -> None:
    assert patterns("postal", "left number") == (pattern("postal.left"), pattern("postal.number"))


def test_no_line_of_a_pattern_ends_with_a_blank_that_an_editor_would_cut() -> None:
    lines = [line for entries in read_toml("patterns.toml").values() for line in str(entries).split("\\n")]
    assert not [line for line in lines if line.endswith(" ")]


@given(st.text(alphabet="aA1 .,:@/#_-°\n'\"(", max_size=60))
def test_every_finder_of_forms_stays_inside_the_text(text: str) -> None:
    assert all(0 <= one.start < one.end <= len(text) for one in find_mentions(text))
