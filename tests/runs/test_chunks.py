"""Many small pieces of work, several to a worker at a time."""

import os
import signal
import sys
from dataclasses import dataclass
from functools import partial

import pytest

from gyges.errors import InputError, WorkerDiedError
from gyges.runs import _chunks
from gyges.runs._chunks import in_chunks
from gyges.runs.workers import Workers

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of work of some length."""

    id: str
    length: int = 1

    def __len__(self) -> int:
        return self.length


def doubling(deadly: str | None, piece: Piece) -> str:
    """Double ids, but die at one of them, and refuse another."""

    if piece.id == deadly:
        os.kill(os.getpid(), signal.SIGKILL)
    if piece.id == "bad":
        raise InputError("it is bad", "make it good")
    return piece.id * 2


async def _done(ids: list[str], jobs: int, deadly: str | None = None) -> list[tuple[str, str]]:
    taken: list[tuple[str, str]] = []

    def lost(piece: Piece, error: WorkerDiedError) -> str:
        assert piece.id == deadly
        return "lost"

    def take(piece: Piece, result: str) -> None:
        taken.append((piece.id, result))

    step = partial(doubling, deadly)
    pieces = map(Piece, ids)
    if jobs == 1:
        await in_chunks(pieces, step, take, workers=None, what="it", lost=lost)
    else:
        async with Workers(jobs) as workers:
            await in_chunks(pieces, step, take, workers=workers, what="it", lost=lost)
    return taken


@pytest.mark.parametrize("jobs", [1, 2])
async def test_results_are_taken_in_order_whoever_computes(jobs: int) -> None:
    ids = [str(number) for number in range(150)]
    assert await _done(ids, jobs) == [(id_, id_ * 2) for id_ in ids]


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
async def test_a_piece_that_kills_workers_takes_none_of_its_neighbours_with_it() -> None:
    ids = [str(number) for number in range(70)]
    taken = dict(await _done(ids, 2, deadly="40"))
    assert taken == {id_: "lost" if id_ == "40" else id_ * 2 for id_ in ids}


@pytest.mark.parametrize("jobs", [1, 2])
async def test_an_error_of_the_work_is_raised(jobs: int) -> None:
    with pytest.raises(InputError, match="it is bad"):
        await _done(["1", "bad", "2"], jobs)


def test_long_pieces_go_alone_and_short_ones_together() -> None:
    pieces = [Piece("a"), Piece("long", _chunks.CHUNK_BYTES + 1), *(Piece(str(n)) for n in range(40))]
    sizes = [len(chunk) for chunk in _chunks._chunks(pieces)]
    assert sizes == [1, 1, _chunks.CHUNK_TASKS, 8]
