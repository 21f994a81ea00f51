import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import DecidedBy
from gyges.scoring.semantic import (
    SAME,
    SIMILAR,
    UNSUPPORTED,
    ClaimRating,
    RatedRecord,
    rate_by_model,
    rate_by_rules,
    semantic_distance,
)
from gyges.testing import ChatRequest, scripted_model

RECORD = "A woman in her forties lives in Porto. She works as a nurse at the city hospital and has two children."


@pytest.mark.parametrize(
    ("claim", "rating"),
    [
        ("She lives in Porto.", SAME),
        ("She has two children.", SAME),
        ("She works as a nurse at the hospital in Braga.", SIMILAR),
        ("She was born in 1971 in Lisbon.", UNSUPPORTED),
        ("She smokes.", UNSUPPORTED),
        ("It is.", UNSUPPORTED),
    ],
)
def test_rules_rate_a_claim_by_the_words_that_matter(claim: str, rating: int) -> None:
    assert rate_by_rules([claim], RECORD)[0].rating == rating


def test_a_denial_supports_no_claim_and_a_claim_no_denial() -> None:
    assert rate_by_rules(["She smokes."], "She does not smoke.")[0].rating == UNSUPPORTED
    assert rate_by_rules(["She never smokes."], "She smokes.")[0].rating == UNSUPPORTED
    assert rate_by_rules(["She doesn't smoke."], "She does not smoke.")[0].rating == SAME


def test_a_denial_elsewhere_in_a_sentence_changes_nothing() -> None:
    record = "She smokes but does not drink, and she never married."
    claims = ["She smokes.", "She does not drink.", "She never married.", "She drinks."]
    assert [row.rating for row in rate_by_rules(claims, record)] == [SAME, SAME, SAME, UNSUPPORTED]


def test_words_scattered_over_a_long_record_support_nothing() -> None:
    filler = "Nothing happened that day. " * 20
    record = f"A nurse came. {filler} They lives far. {filler} Porto is nice."
    assert rate_by_rules(["The nurse lives in Porto."], record)[0].rating == UNSUPPORTED


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=200))
def test_rules_rate_every_claim_whatever_the_texts(claims: list[str], record: str) -> None:
    rated = rate_by_rules(claims, record)
    assert [row.claim for row in rated] == claims
    assert {row.rating for row in rated} <= {SAME, SIMILAR, UNSUPPORTED}
    assert all(row.decided_by is DecidedBy.RULE for row in rated)


def _ratings(*ratings: int) -> str:
    rows = [{"number": n, "reason": "so", "rating": rating} for n, rating in enumerate(ratings, start=1)]
    return json.dumps({"ratings": rows})


@pytest.mark.anyio
async def test_the_commonest_of_several_samples_counts_and_a_tie_counts_as_the_greater_leak() -> None:
    answers = iter([_ratings(1, 3), _ratings(3, 3), _ratings(3, 1), _ratings(1, 1)])
    rated = await rate_by_model(scripted_model(lambda request: next(answers)), ["a", "b"], RECORD, samples=4)
    assert [row.rating for row in rated] == [SAME, SAME]
    assert rated[0].samples == (1, 1, 3, 3)


@pytest.mark.anyio
async def test_a_claim_the_model_left_out_is_asked_for_again() -> None:
    answers = iter([_ratings(1), _ratings(1, 2)])
    rated = await rate_by_model(scripted_model(lambda request: next(answers)), ["a", "b"], RECORD, samples=1)
    assert [row.rating for row in rated] == [SAME, SIMILAR]


@pytest.mark.anyio
async def test_a_judge_that_gives_no_usable_answer_leaves_claims_unjudged_and_never_private() -> None:
    rated = await rate_by_model(scripted_model(lambda request: "I cannot say."), ["a", "b"], RECORD, samples=2)
    assert [(row.rating, row.decided_by) for row in rated] == [(None, DecidedBy.FAILED)] * 2
    rates = semantic_distance([RatedRecord("r", tuple(rated), frozenset())])
    assert rates.distance.value is None
    assert rates.judged.value == 0
    assert rates.left_out == {"no remaining claim could be judged": 1}


@pytest.mark.anyio
async def test_many_claims_go_out_in_batches_and_come_back_in_order() -> None:
    def answer(request: ChatRequest) -> str:
        count = int(request.messages[-1].content.split("There are ")[1].split()[0])
        return _ratings(*([2] * count))

    claims = [f"claim {number}" for number in range(23)]
    rated = await rate_by_model(scripted_model(answer), claims, RECORD, samples=1)
    assert [row.claim for row in rated] == claims
    assert {row.rating for row in rated} == {SIMILAR}


def _record(id: str, ratings: Sequence[int | None], known: Sequence[int] = (), *, linked: bool = True) -> RatedRecord:
    rows = tuple(
        ClaimRating(f"claim {n}", rating, DecidedBy.FAILED if rating is None else DecidedBy.RULE)
        for n, rating in enumerate(ratings)
    )
    return RatedRecord(id, rows if linked else (), frozenset(known), linked)


def test_claims_the_attacker_knew_do_not_count() -> None:
    rates = semantic_distance([_record("a", [1, 1, 3, 3], known=[0, 1]), _record("b", [1, 2, 2], known=[0])])
    assert rates.distance.value == pytest.approx((1.0 + 0.5) / 2)
    assert rates.with_known.value == pytest.approx((0.5 + 1 / 3) / 2)
    assert rates.leaked.value == pytest.approx(2 / 4)


def test_records_without_a_distance_are_counted_by_reason_and_never_as_private() -> None:
    rates = semantic_distance(
        [_record("a", [], linked=False), _record("b", [1, 1], known=[0, 1]), _record("c", [None, 1], known=[1])]
    )
    assert rates.distance.value is None
    assert sum(rates.left_out.values()) == 3


@given(st.lists(st.lists(st.sampled_from([1, 2, 3, None]), min_size=1, max_size=6), min_size=1, max_size=6))
def test_distances_stay_between_nought_and_one(rows: list[list[int | None]]) -> None:
    rates = semantic_distance([_record(str(n), row) for n, row in enumerate(rows)])
    for rate in (rates.distance, rates.leaked, rates.judged):
        assert rate.value is None or 0 <= rate.value <= 1
