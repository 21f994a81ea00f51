"""The draw: random, spread over kinds of texts, and the same in every call."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import ConfigError
from gyges.scoring.sampling import SamplingUnit, draw_sample


def _candidates(count: int) -> list[SamplingUnit]:
    return [
        SamplingUnit(f"d{n}", f"digest {n}", ("letter", "post", "court")[n % 3], 100 + 7 * n % 50, n % 11 / 10)
        for n in range(count)
    ]


@given(st.integers(2, 120), st.integers(2, 150), st.integers(0, 5))
def test_every_document_is_in_one_group_and_as_many_are_drawn_as_were_asked_for(
    documents: int, size: int, seed: int
) -> None:
    sample = draw_sample(_candidates(documents), size, seed=seed)
    members = [id for stratum in sample.strata for id in stratum.members]
    assert sorted(members) == sorted(one.id for one in _candidates(documents))
    assert len(set(sample.drawn)) == len(sample.drawn) == min(size, documents)
    for stratum in sample.strata:
        assert set(stratum.drawn) <= set(stratum.members)
        assert len(stratum.drawn) >= 2  # or nothing would be known of its spread


def test_the_same_texts_and_seed_give_the_same_sample_in_any_order() -> None:
    candidates = _candidates(90)
    first = draw_sample(candidates, 30)
    assert draw_sample(candidates[::-1], 30) == first
    assert draw_sample(candidates, 30, seed=1).drawn != first.drawn


def test_over_many_seeds_every_document_is_drawn_about_equally_often() -> None:
    counts = Counter(id for seed in range(400) for id in draw_sample(_candidates(60), 20, seed=seed).drawn)
    assert len(counts) == 60
    assert all(abs(count / 400 - 1 / 3) < 0.1 for count in counts.values())  # four standard errors


def test_documents_are_drawn_from_every_genre_in_proportion() -> None:
    sample = draw_sample(_candidates(300), 60)
    genres = Counter(int(id[1:]) % 3 for id in sample.drawn)
    assert all(18 <= count <= 22 for count in genres.values())


def test_a_sample_as_large_as_the_corpus_is_the_corpus() -> None:
    assert sorted(draw_sample(_candidates(7), 60).drawn) == [f"d{n}" for n in range(7)]
    assert draw_sample(_candidates(1), 1).drawn == ("d0",)
    assert draw_sample([], 60).drawn == ()


def test_one_document_of_many_is_refused() -> None:
    with pytest.raises(ConfigError, match="no interval follows"):
        draw_sample(_candidates(9), 1)
