from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import bundled_corpus
from gyges.scoring import bleu

texts = st.lists(st.sampled_from(["a", "b", "c", "d", "E", "e"]), max_size=14).map(" ".join)


@pytest.fixture(scope="module")
def reference() -> Any:
    module = pytest.importorskip("nltk.translate.bleu_score")
    smoothing = module.SmoothingFunction().method4

    def score(one: str, two: str) -> float:
        return float(module.sentence_bleu([one.split()], two.split(), smoothing_function=smoothing))

    return score


@given(one=texts, two=texts)
def test_bleu_is_that_of_the_reference(reference: Any, one: str, two: str) -> None:
    assert bleu(one, two) == pytest.approx(reference(one, two), abs=1e-9)


def test_bleu_of_real_sentences_is_that_of_the_reference(reference: Any) -> None:
    for document in bundled_corpus()[:20]:
        cut = document.text.replace("the", "[X]")
        assert bleu(document.text, cut) == pytest.approx(reference(document.text, cut), abs=1e-9)


@given(texts, texts)
def test_bleu_is_a_share(one: str, two: str) -> None:
    assert 0 <= bleu(one, two) <= 1


def test_a_text_equals_itself_and_nothing_equals_nothing() -> None:
    assert bleu("a b c d e", "a b c d e") == 1.0
    assert (bleu("", ""), bleu("a", ""), bleu("", "a"), bleu("a", "b")) == (0.0, 0.0, 0.0, 0.0)
