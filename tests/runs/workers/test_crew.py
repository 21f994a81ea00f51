"""The crew: what goes to a worker together."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import PartUnderWay, pack
from gyges.runs.workers._crew import BYTES, PIECES, SECONDS, Errand, take_batch
from runs.workers import remote_works


def work() -> Callable[[Any], Awaitable[Any]]:
    raise AssertionError("nothing is worked on here")


def pieces(arguments: list[Any], alone: list[bool]) -> deque[Errand]:
    loop = asyncio.get_running_loop()
    return deque(
        Errand(0, work, argument, "it", None, None, loop.create_future(), one)
        for argument, one in zip(arguments, alone, strict=True)
    )


def taken(waiting: deque[Errand], pace: float, hands: int) -> list[list[Errand]]:
    batches = []
    while waiting:
        batch, orders = take_batch(waiting, set(), pace, hands)
        assert len(batch) == len(orders)
        batches.append(batch)
    return batches


@given(
    st.lists(st.tuples(st.sampled_from([10, 5_000, 70_000]), st.booleans()), min_size=1, max_size=60),
    st.floats(0, 1),
    st.integers(1, 5),
)
def test_everything_is_sent_once_in_order_and_in_bounds(rows: list[tuple[int, bool]], pace: float, hands: int) -> None:
    async def main() -> None:
        waiting = pieces(["x" * size for size, _ in rows], [alone for _, alone in rows])
        asked = list(waiting)
        batches = taken(waiting, pace, hands)
        assert [piece for batch in batches for piece in batch] == asked
        for batch in batches:
            assert 1 <= len(batch) <= PIECES
            assert len(batch) == 1 or not any(piece.alone for piece in batch)
            assert len(batch) == 1 or sum(len(piece.argument) for piece in batch) <= BYTES

    anyio.run(main)


def test_long_work_goes_one_by_one_and_short_work_in_batches_of_which_everybody_free_has_one() -> None:
    async def main() -> None:
        slow, quick = SECONDS, SECONDS / 1000
        assert [len(batch) for batch in taken(pieces(["x"] * 4, [False] * 4), slow, 1)] == [1, 1, 1, 1]
        assert [len(batch) for batch in taken(pieces(["x"] * 20, [False] * 20), quick, 1)] == [16, 4]
        assert len(take_batch(pieces(["x"] * 8, [False] * 8), set(), quick, 4)[0]) == 2

    anyio.run(main)


def test_what_nobody_waits_for_is_dropped_and_what_cannot_be_sent_fails() -> None:
    async def main() -> None:
        waiting = pieces(["gone", lambda: None, "sent"], [False] * 3)
        gone, unsendable, sent = waiting
        gone.result.cancel()
        assert take_batch(waiting, set(), SECONDS / PIECES, 1)[0] == [sent]
        assert unsendable.result.exception() is not None

    anyio.run(main)


def test_an_answer_that_cannot_be_read_and_a_listener_with_a_bug_are_told_to_whoever_waits() -> None:
    def deaf(seconds: float, limit: float, part: PartUnderWay | None) -> None:
        raise ValueError("nobody listens")

    async def main() -> None:
        answered, heard = pieces([1, 1], [False, False])
        answered.settle(pack((remote_works.Unreadable(), None)), set())
        heard.still = deaf
        heard.goes_on(5.0, None)
        for piece, why in ((answered, "no number"), (heard, "nobody listens")):
            with pytest.raises(ValueError, match=why):
                await piece.result

    anyio.run(main)
