"""Two names that look the same are one name or none, and nobody is called like what is imported."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.studio._auth import proper_name


@pytest.mark.parametrize("given", ["ana ", " ana", "ana\u3000", "ana\u00a0"])
def test_blanks_at_the_ends_make_no_other_name(given: str) -> None:
    assert proper_name(given) == "ana"


def test_letters_that_were_written_in_parts_make_no_other_name() -> None:
    assert proper_name("Jose\u0301") == proper_name("Jos\u00e9")


@pytest.mark.parametrize("given", ["an\u200ba", "\u202eana", "a\u00a0na", "a\nb", " ", "a:b", "imported", "Imported "])
def test_what_cannot_be_seen_or_means_something_else_is_no_name(given: str) -> None:
    with pytest.raises(InputError):
        proper_name(given)


@given(st.text(max_size=70))
def test_a_name_that_is_taken_is_kept_in_one_form(given: str) -> None:
    try:
        kept = proper_name(given)
    except InputError:
        return
    assert proper_name(kept) == kept == unicodedata.normalize("NFC", kept).strip()
