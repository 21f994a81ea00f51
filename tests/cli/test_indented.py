"""Results are written as JSON in the form they always had."""

import json

from hypothesis import given
from hypothesis import strategies as st

from gyges.cli._indented import indented

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
KEYS = st.text(max_size=4) | st.integers() | st.booleans() | st.none() | st.floats()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_json_is_written_letter_for_letter_as_the_standard_library_indents_it(value: object) -> None:
    assert indented(value) == json.dumps(value, ensure_ascii=False, indent=2)
