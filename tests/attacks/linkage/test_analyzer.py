from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks.linkage._analyzer import ANALYZERS, analyzer_named, lucene_length
from gyges.errors import UnknownNameError
from gyges.reading import stem_plainly
from gyges.reading.lexicon._porter import _STEP_2, _STEP_3, _STEP_4

ENDINGS = [ending for rules in (_STEP_2, _STEP_3, _STEP_4) for ending, _ in rules]
words = st.builds(
    lambda start, ends: start + "".join(ends),
    st.text("aeioubcdlstwxyz", min_size=1, max_size=6),
    st.lists(
        st.sampled_from([*ENDINGS, "logi", "ies", "ied", "eed", "ed", "ing", "y", "s", "sses", "ll", "e"]), max_size=3
    ),
)


@pytest.fixture(scope="module")
def porter() -> Any:
    stemmers = pytest.importorskip("nltk.stem.porter").PorterStemmer
    return stemmers(mode=stemmers.MARTIN_EXTENSIONS)


@given(word=words)
def test_plain_stems_are_those_of_porters_own_program(porter: Any, word: str) -> None:
    assert stem_plainly(word) == porter.stem(word)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("default", "She was Shepard's nurses' friend.", ["shepard", "nurs", "friend"]),
        ("default", "STRASSE Straße foo_bar 1,000", ["strass", "strass", "foo", "bar", "1", "000"]),
        ("default", "東京 Ünal", ["東", "京", "ünal"]),
        ("lucene", "She was Shepard's nurses' friend.", ["she", "shepard", "nurs", "friend"]),
        ("lucene", "O’Neil's e-mail: 3.14, 1,000 foo_bar", ["o’neil", "e", "mail", "3.14", "1,000", "foo_bar"]),
        ("lucene", "The U.S. is 東京", ["u.", "東", "京"]),
        ("lucene", "And the NOT of it", []),
    ],
)
def test_texts_become_terms(name: str, text: str, expected: list[str]) -> None:
    assert analyzer_named(name).terms(text) == expected


def test_lucene_has_33_stop_words() -> None:
    assert len(ANALYZERS["lucene"].stop) == 33


def test_lucene_remembers_short_lengths_exactly_and_long_ones_roughly() -> None:
    assert [lucene_length(number) for number in range(41)] == list(range(41))
    assert [lucene_length(number) for number in (41, 42, 55, 56, 58, 59, 60, 100, 1000)] == [
        *(40, 42, 54, 56, 56, 56, 60),
        *(96, 984),
    ]


def test_an_unknown_analyzer_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="default, lucene"):
        analyzer_named("standard")
