import asyncio

import anyio
import pytest

from gyges.anonymizers import PartUnderWay
from gyges.records import pack
from gyges.runs.cluster._work_piece import WorkPiece
from gyges.runs.workers._messages import WorkDone
from runs.workers import remote_works


class Hand:
    """Whoever has answered."""

    def __init__(self) -> None:
        self.known: set[int] = set()


def deaf(seconds: float, limit: float, part: PartUnderWay | None) -> None:
    raise ValueError("nobody listens")


def piece() -> WorkPiece:
    result = asyncio.get_running_loop().create_future()
    return WorkPiece(0, remote_works.unreadable, 1, "it", None, deaf, result)


def test_an_answer_that_cannot_be_read_is_told_to_whoever_waits() -> None:
    async def main() -> None:
        one = piece()
        one.settle(pack(WorkDone(remote_works.Unreadable())), Hand())  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="no number"):
            await one.result

    anyio.run(main)


def test_what_a_listener_raises_is_told_to_whoever_waits() -> None:
    async def main() -> None:
        one = piece()
        one.goes_on(1.0)
        one.goes_on(2.0)
        with pytest.raises(ValueError, match="nobody listens"):
            await one.result

    anyio.run(main)
