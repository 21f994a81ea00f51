import warnings
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import bundled_corpus
from gyges.reading.lexicon._porter import _STEP_2, _STEP_3, _STEP_4, stem
from gyges.scoring import rouge

ENDINGS = (
    *(ending for rules in (_STEP_2, _STEP_3, _STEP_4) for ending, _ in rules),
    *("logi", "ies", "ied", "eed", "ed", "ing", "y", "s", "sses", "ss", "ll", "e", "at", "bl", "iz"),
)
words = st.builds(
    lambda start, ends: start + "".join(ends),
    st.text("aeioubcdlstwxyz1", min_size=1, max_size=6),
    st.lists(st.sampled_from(ENDINGS), max_size=3),
)
texts = st.lists(st.one_of(words, st.sampled_from(["The", "é", "İ", "K", "don't", "x_y", "—", "\n"])), max_size=30).map(
    " ".join
)


@pytest.fixture(scope="module")
def reference() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scorer = pytest.importorskip("rouge_score.rouge_scorer")
    return scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True)


@pytest.fixture(scope="module")
def porter() -> Any:
    return pytest.importorskip("nltk.stem.porter").PorterStemmer()


@given(word=words)
def test_stems_are_those_of_the_reference(porter: Any, word: str) -> None:
    assert stem(word) == porter.stem(word)


@given(one=texts, two=texts)
def test_overlap_is_that_of_the_reference(reference: Any, one: str, two: str) -> None:
    expected, found = reference.score(one, two), rouge(one, two)
    assert found.rouge_1 == pytest.approx(expected["rouge1"].fmeasure, abs=1e-9)
    assert found.rouge_l == pytest.approx(expected["rougeL"].fmeasure, abs=1e-9)


def test_overlap_of_real_sentences_is_that_of_the_reference(reference: Any) -> None:
    texts = [document.text for document in bundled_corpus()][:12]
    for one, two in pairwise(texts):
        cut = one[: len(one) // 2] + two[len(two) // 2 :]
        expected, found = reference.score(one, cut), rouge(one, cut)
        assert found.rouge_1 == pytest.approx(expected["rouge1"].fmeasure, abs=1e-9)
        assert found.rouge_l == pytest.approx(expected["rougeL"].fmeasure, abs=1e-9)


@given(texts, texts)
def test_overlap_is_a_share_and_words_in_order_are_fewer_than_words(one: str, two: str) -> None:
    found = rouge(one, two)
    assert 0 <= found.rouge_l <= found.rouge_1 <= 1
    assert rouge(two, one).rouge_1 == pytest.approx(found.rouge_1)


def test_a_text_equals_itself_and_nothing_overlaps_with_nothing() -> None:
    assert (rouge("Ana left.", "ana LEFT").rouge_1, rouge("Ana left.", "left Ana").rouge_l) == (1.0, 0.5)
    assert rouge("", "").rouge_l == 0.0
    assert rouge("—", "word").rouge_1 == 0.0
