"""Patterns that lie in a table, and the finders that are nothing but patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.lexicon._load import read_toml
from gyges.reading.page._forms import _forms, _possible, find_forms, pattern, patterns
from gyges.reading.page._page import Page
from gyges.reading.spans._find import resolve


def _found(text: str, section: str) -> list[str]:
    return [text[cue.start : cue.end] for cue in find_forms(Page(text), section)]


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("postal", "It is Blk 12 Toa Payoh #04-118 now.", ["Blk 12 Toa Payoh #04-118"]),
        ("houses", "They met at number 9.", ["number 9"]),
        ("houses", "Write to P.O. Box 118 instead.", ["P.O. Box 118"]),
        ("schooling", "Usha Rao, M.Pharm, spoke.", ["M.Pharm"]),
        ("age_gaps", "He is two years older than she is.", ["two years older"]),
    ],
)
def test_a_form_finds_what_its_pattern_says(section: str, text: str, found: list[str]) -> None:
    assert _found(text, section) == found


def test_where_the_sign_of_a_form_is_missing_its_pattern_is_not_tried() -> None:
    assert _found("They met at  9.", "houses") == []


def test_a_form_that_asks_for_a_check_cannot_do_without_it() -> None:
    with pytest.raises(KeyError, match="domain"):
        _found("See owls.example for more.", "contacts")


def test_a_part_of_a_pattern_may_be_a_list_of_words() -> None:
    assert pattern("titled.short_family").match(" Oh,")
    assert "<<" not in pattern("titled.short_family").pattern


def test_patterns_of_a_section_come_in_the_order_they_are_asked_for() -> None:
    assert patterns("clock", "spoken led") == (pattern("clock.spoken"), pattern("clock.led"))


def test_no_line_of_a_pattern_ends_with_a_blank_that_an_editor_would_cut() -> None:
    lines = [line for entries in read_toml("patterns.toml").values() for line in str(entries).split("\\n")]
    assert not [line for line in lines if line.endswith(" ")]


@given(st.text(alphabet="aA1 .,:@/#_-°\n'\"(", max_size=60))
def test_every_finder_of_forms_stays_inside_the_text(text: str) -> None:
    assert all(0 <= cue.start < cue.end <= len(text) for cue in resolve(Page(text)))


_FORMS = [form for section in read_toml("patterns.toml") for form in _forms(section)]
_NEEDED = sorted({need for form in _FORMS for need in (*form.words, *form.signs)})


@given(st.lists(st.sampled_from(_NEEDED), max_size=6).map(" ".join))
def test_one_look_for_all_forms_tells_what_each_would_find_out_for_itself(text: str) -> None:
    page = Page(text)
    for form in _FORMS:
        worded = not form.words or not page.keys.isdisjoint(form.words)
        signed = not form.signs or any(sign in text for sign in form.signs)
        assert (form.name in _possible(page)) == (worded and signed)
