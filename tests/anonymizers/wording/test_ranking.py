"""Who weighs wordings: the rules' own choice stands unless another is clearly better."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.wording import Choice, TinyRanker, chosen
from gyges.attacks.tiny import Likelihood


@given(st.lists(st.floats(-20, 0), min_size=1, max_size=5), st.floats(0, 5))
def test_another_wording_is_taken_only_where_it_is_better_by_the_margin(weights: list[float], margin: float) -> None:
    place = chosen(weights, margin)
    assert weights[place] == max(weights) if place else max(weights) - weights[0] <= margin


def test_wordings_that_weigh_the_same_leave_the_order_of_the_rules() -> None:
    assert chosen((0.0, 0.0, 0.0), 0.0) == 0


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_small_model_tells_a_broken_sentence_from_a_whole_one(small_model: Path) -> None:
    ranker = TinyRanker(Likelihood(small_model))
    grammar = Choice("Yesterday she", (" the", " was"), " told to leave the room.")
    sense = Choice("In the end", (" green", " Anna"), " drove us to the clinic herself.")
    first = await ranker.weigh([grammar, sense])
    assert first[0][1] > first[0][0]
    assert first[1][1] > first[1][0]
    alone = [(await ranker.weigh([choice]))[0] for choice in (grammar, sense)]
    assert [weight for one in alone for weight in one] == pytest.approx([w for one in first for w in one], abs=1e-3)


@pytest.mark.anyio
async def test_nothing_to_weigh_needs_no_weights(tmp_path: Path) -> None:
    assert await TinyRanker(Likelihood(tmp_path / "none.gguf")).weigh([]) == []
