import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from hypothesis import given
from hypothesis import strategies as st

from gyges.runs.cluster._shares import BYTES, PIECES, SECONDS, Shares
from gyges.runs.cluster._work_piece import WorkPiece


class Hand:
    """Whoever gets a share."""

    known: frozenset[int] = frozenset()


def work() -> Callable[[Any], Awaitable[Any]]:
    raise AssertionError("nothing is worked on here")


def pieces(arguments: list[Any], alone: list[bool]) -> deque[WorkPiece]:
    loop = asyncio.get_running_loop()
    return deque(
        WorkPiece(0, work, argument, "it", None, None, loop.create_future(), one)
        for argument, one in zip(arguments, alone, strict=True)
    )


def taken(shares: Shares, waiting: deque[WorkPiece], hands: int) -> list[list[WorkPiece]]:
    batches = []
    while waiting:
        batch, orders = shares.take(waiting, Hand(), hands)  # type: ignore[arg-type]
        assert len(batch) == len(orders)
        batches.append(batch)
    return batches


@given(
    st.lists(st.tuples(st.sampled_from([10, 5_000, 70_000]), st.booleans()), min_size=1, max_size=60),
    st.floats(0, 1),
    st.integers(1, 5),
)
def test_everything_is_sent_once_in_order_and_in_bounds(rows: list[tuple[int, bool]], took: float, hands: int) -> None:
    async def main() -> None:
        shares = Shares()
        for _ in range(30):
            shares.took(took)
        waiting = pieces(["x" * size for size, _ in rows], [alone for _, alone in rows])
        asked = list(waiting)
        batches = taken(shares, waiting, hands)
        assert [piece for batch in batches for piece in batch] == asked
        for batch in batches:
            assert 1 <= len(batch) <= PIECES
            assert len(batch) == 1 or not any(piece.alone for piece in batch)
            assert len(batch) == 1 or sum(len(piece.argument) for piece in batch) <= BYTES

    anyio.run(main)


def test_long_work_goes_one_by_one_and_short_work_in_batches_of_which_everybody_free_has_one() -> None:
    async def main() -> None:
        slow, quick = Shares(), Shares()
        for _ in range(50):
            slow.took(SECONDS)
            quick.took(SECONDS / 1000)
        assert [len(batch) for batch in taken(slow, pieces(["x"] * 4, [False] * 4), 1)] == [1, 1, 1, 1]
        assert [len(batch) for batch in taken(quick, pieces(["x"] * 20, [False] * 20), 1)] == [16, 4]
        assert len(quick.take(pieces(["x"] * 8, [False] * 8), Hand(), 4)[0]) == 2  # type: ignore[arg-type]

    anyio.run(main)


def test_what_nobody_waits_for_is_dropped_and_what_cannot_be_sent_fails() -> None:
    async def main() -> None:
        waiting = pieces(["gone", lambda: None, "sent"], [False] * 3)
        gone, unsendable, sent = waiting
        gone.result.cancel()
        assert Shares().take(waiting, Hand(), 1)[0] == [sent]  # type: ignore[arg-type]
        assert unsendable.result.exception() is not None

    anyio.run(main)
