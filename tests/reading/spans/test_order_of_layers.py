"""Where two finders see the same words, the order of the layers decides."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.spans._find import LAYERS, resolve
from gyges.reading.spans._layers import lay


@pytest.mark.parametrize(
    ("text", "words", "layer"),
    [
        ("Write to ana@example.pt today.", "ana@example.pt", "mail addresses"),
        ("He saw Ana Reis there.", "Ana Reis", "names"),
        ("He earned 300 euros.", "300 euros", "amounts"),
        ("It was signed on 3 May 2021.", "3 May 2021", "codes and dates"),
        ("He met her brother there.", "her brother", "kin, traits, ages in passing"),
        ("He lives in Porto now.", "Porto", "organisations, places, jobs, ages"),
    ],
)
def test_a_cue_says_which_layer_kept_it(text: str, words: str, layer: str) -> None:
    start = text.index(words)
    [found] = [cue for cue in resolve(Page(text)) if cue.start <= start < cue.end]
    assert (text[found.start : found.end], found.rule) == (words, layer)


def test_every_layer_has_a_name_of_its_own() -> None:
    names = [name for name, _ in LAYERS]
    assert len(names) == len(set(names))


_SPANS = st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6)), max_size=5)


@given(_SPANS, _SPANS)
def test_the_earlier_layer_keeps_its_words_and_nothing_overlaps(
    first: list[tuple[int, int]], then: list[tuple[int, int]]
) -> None:
    text = "x" * 30
    early = [Cue(start, start + size, "MISC") for start, size in first]
    late = [Cue(start, start + size, "MISC") for start, size in then]
    laid = lay(text, [("early", early), ("late", late)])
    assert all(one.end <= other.start for one, other in pairwise(laid))
    by_rule = {
        rule: {i for cue in laid if cue.rule == rule for i in range(cue.start, cue.end)} for rule in ("early", "late")
    }
    seen = {i for cue in early for i in range(cue.start, cue.end)}
    assert by_rule["early"] == seen
    assert by_rule["late"] == {i for cue in late for i in range(cue.start, cue.end)} - seen
