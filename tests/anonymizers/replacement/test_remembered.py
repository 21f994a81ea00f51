"""Words and patterns that stand in a text, found once for every text."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges import anonymize
from gyges.anonymizers.replacement import _remembered
from gyges.anonymizers.replacement._remembered import how_often, places_of, stands

_TEXTS = st.text(alphabet="aAb@' .é-", max_size=40)
_WORDS = st.text(alphabet="aAb@' .é-", min_size=1, max_size=4)


@given(_TEXTS, _WORDS)
def test_words_stand_where_a_pattern_of_them_matches(text: str, words: str) -> None:
    said = re.escape(words)
    assert list(places_of(text, words)) == [m.span() for m in re.finditer(rf"\b{said}\b", text)]
    outside, ends = re.compile(r"(?<!\w)"), re.compile(r"(?!\w|'s)")
    expected = [m.span() for m in re.finditer(rf"(?<!\w){said}(?!\w|'s)", text)]
    assert list(places_of(text, words, outside, ends)) == expected


@pytest.fixture
def _near_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(_remembered, "_LONG", 0)
    monkeypatch.setattr(_remembered, "_SELDOM", 0)
    monkeypatch.setattr(_remembered, "_NEAR", 3)  # as far as the patterns below reach, so that texts are longer
    _remembered._known.cache_clear()
    yield
    _remembered._known.cache_clear()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_TEXTS, _WORDS)
@pytest.mark.usefixtures("_near_words")
def test_a_pattern_that_is_tried_near_its_words_alone_matches_as_often(text: str, words: str) -> None:
    said = re.escape(words)
    for pattern in (r"\ba\s%s\b", r"(?<!\w)%s(?=b| )", r"(?<![\w@.-])%s", r"\b%se?b\b"):
        expected = [match.span() for match in re.finditer(pattern.replace("%s", said), text)]
        if re.match(r"\w", words):
            assert how_often(text, pattern, words) == len(expected)
        assert stands(text, pattern, words) == bool(expected)


@pytest.mark.parametrize(("name", "longer"), [("Grant", "granted"), ("Max", "maximum"), ("Dean", "deanery")])
def test_a_word_that_begins_like_a_name_at_the_edge_of_what_is_looked_at_is_not_the_name(
    name: str, longer: str
) -> None:
    first = f"{longer} on the hills ".ljust(
        _remembered._NEAR, "y"
    )  # where the window of the first ends, so does "grant"
    text = "It rained on the hills again. " * 800 + f"They saw the {first[:-1]} {longer} there. {name} opened the door."
    assert text.rindex(longer) - text.index(longer) == _remembered._NEAR
    assert not stands(text, r"(?<![\w@.])%s(?!\w)", name.lower())
    assert name not in anonymize(text, "mask")
