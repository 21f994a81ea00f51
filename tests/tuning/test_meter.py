"""The cap on questions."""

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.models import Message, Request
from gyges.testing import scripted_model
from gyges.tuning import CapReachedError, Meter, metered

pytestmark = pytest.mark.anyio


def _request(words: str) -> Request:
    return Request((Message("user", words),))


@given(st.integers(0, 30), st.lists(st.integers(1, 5), max_size=20))
def test_no_more_is_ever_taken_than_the_cap(cap: int, wanted: list[int]) -> None:
    meter = Meter(cap)
    taken = 0
    for calls in wanted:
        try:
            meter.take(calls)
            taken += calls
        except CapReachedError:
            assert meter.left == 0
            break
    assert taken <= meter.used <= cap


async def test_every_question_counts_also_one_the_cache_answers() -> None:
    meter = Meter()
    model = metered(scripted_model(lambda _: "yes"), meter)
    await model.complete(_request("same"))
    await model.complete(_request("same"))
    assert meter.used == 2
    assert model.ledger.total.calls == 1


async def test_questions_that_are_asked_at_once_stop_at_the_cap() -> None:
    meter, refused = Meter(5), []
    model = metered(scripted_model(lambda _: "yes"), meter)

    async def ask(number: int) -> None:
        try:
            await model.complete(_request(str(number)))
        except CapReachedError:
            refused.append(number)

    async with anyio.create_task_group() as group:
        for number in range(9):
            group.start_soon(ask, number)
    assert len(refused) == 4
    assert model.ledger.total.calls == meter.used == 5


@given(st.integers(0, 30), st.lists(st.integers(0, 5), max_size=20))
def test_no_more_documents_are_rewritten_than_a_cap_on_rewrites_allows(cap: int, wanted: list[int]) -> None:
    meter = Meter(cap, unit="rewrites")
    for count in wanted:
        try:
            with meter.rewriting(count):
                meter.take(7)  # questions are counted beside and are not what the cap is about
        except CapReachedError:
            assert meter.rewrites + count > cap
            break
    assert meter.used == meter.rewrites <= cap


def test_a_rewrite_that_did_not_come_to_its_end_is_not_counted() -> None:
    meter = Meter()
    with pytest.raises(RuntimeError), meter.rewriting(3):
        raise RuntimeError
    assert meter.rewrites == 0
    with meter.rewriting(2):
        meter.take(5)
    use = meter.since(0, 0, cap=9)
    assert (use.used, use.cap, use.questions, use.rewrites) == (5, 9, 5, 2)
