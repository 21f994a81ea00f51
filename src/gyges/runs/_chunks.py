"""Very many small pieces of work on documents: several go to a worker together, and results are taken in order."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from gyges.errors import WorkerDiedError
from gyges.runs._in_order import in_order
from gyges.runs.workers import Crew, Remote, at_once

__all__ = ["Sized", "in_chunks"]

CHUNK_TASKS = 32
"""Pieces of work that go together at most: what it costs to send and to hear them is then a small part."""

CHUNK_BYTES = 1 << 17
"""How long they may be together, about a tenth of a second of work: all workers have something to do to the end."""

_AT_ONCE = 16


class Sized(Protocol):
    """A piece of work."""

    @property
    def id(self) -> str:
        """The document."""

    def __len__(self) -> int:
        """How many bytes it has."""


_Task = TypeVar("_Task", bound=Sized)
_Result = TypeVar("_Result")


async def in_chunks(
    tasks: Iterable[_Task],
    remote: Remote,
    take: Callable[[_Task, _Result], None],
    *,
    workers: Crew | None,
    what: str,
    lost: Callable[[_Task, WorkerDiedError], _Result],
    alone: int = 1,
) -> None:
    """Do pieces of work, by workers where there are some.

    Args:
        tasks: What is worked on.
        remote: Makes the work.
        take: Given each piece and what came of it, in their order.
        workers: Processes that compute; None for this one.
        what: What is done, in words, before the id of a document.
        lost: Says what came of a piece that ended every worker that tried it.
        alone: How many are under way at once without workers; more than one where the work asks models.
    """
    if workers is None:
        await in_order(tasks, partial(_beside, remote()), lambda pair: take(*pair), at_once=alone)
        return
    crew, together = workers, partial(_several, remote)

    async def one(task: _Task) -> _Result:
        try:
            results: list[_Result] = await crew.do(together, [task], f"{what} of '{task.id}'")
        except WorkerDiedError as error:
            return lost(task, error)
        return results[0]

    async def all_of(chunk: Sequence[_Task]) -> tuple[Sequence[_Task], Sequence[_Result]]:
        if len(chunk) > 1:
            try:
                return chunk, await crew.do(together, chunk, f"{what} of '{chunk[0].id}' and others")
            except WorkerDiedError:  # one of them is why; the others must not be lost with it
                pass
        return chunk, [await one(task) for task in chunk]

    def take_all(done: tuple[Sequence[_Task], Sequence[_Result]]) -> None:
        for task, result in zip(*done, strict=True):
            take(task, result)

    await in_order(_chunks(tasks), all_of, take_all, at_once=at_once(crew, _AT_ONCE))


def _chunks(tasks: Iterable[_Task]) -> Iterator[list[_Task]]:
    chunk: list[_Task] = []
    size = 0
    for task in tasks:
        length = len(task)
        if chunk and (len(chunk) == CHUNK_TASKS or size + length > CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(task)
        size += length
    if chunk:
        yield chunk


async def _beside(work: Callable[[_Task], Awaitable[_Result]], task: _Task) -> tuple[_Task, _Result]:
    return task, await work(task)


def _several(remote: Remote) -> Callable[[Sequence[Any]], Awaitable[list[Any]]]:
    """Make work on several pieces."""
    work = remote()

    async def on_all(tasks: Sequence[Any]) -> list[Any]:
        return [await work(task) for task in tasks]

    return on_all
