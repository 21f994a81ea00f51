"""A step of an audit over very many documents: several go to a worker together, and results are taken in order."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from anyio.lowlevel import checkpoint

from gyges.errors import WorkerDiedError
from gyges.records import Document, Finding, Release, Unread
from gyges.runs._loops import in_order
from gyges.runs.workers import Crew, at_once
from gyges.scoring import ScoredDocument

CHUNK_TASKS = 32
"""Pieces of work that go together at most: what it costs to send and to hear them is then a small part."""

CHUNK_BYTES = 1 << 17
"""How long they may be together, about a tenth of a second of work: all workers have something to do to the end."""

_AT_ONCE = 16

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Parts:
    """A document with what an audit has of it, unread: all of it goes to another process as it lies on disk."""

    id: str
    document: Unread[Document] | None = None  # the original with its people; None where nobody knows them
    release: Unread[Release] | None = None  # what was handed in for it
    finding: Unread[Finding] | None = None  # what was found in that
    before: Unread[Finding] | None = None  # what was found in the original
    scored: Unread[ScoredDocument] | None = None  # the document as scored
    original: Unread[ScoredDocument] | None = None  # its original text scored the same way

    def __len__(self) -> int:
        """How many bytes it has."""
        parts = (self.document, self.release, self.finding, self.before, self.scored, self.original)
        return sum(len(kept) for kept in parts if kept is not None)


def thing(kept: Unread[_Item] | None) -> _Item | None:
    """Return a thing that may not be there."""
    return None if kept is None else kept.thing


def needed(kept: Unread[_Item] | None) -> _Item:
    """Return a thing that is there in this step."""
    if kept is None:
        raise TypeError("a step was given a document without what it needs")
    return kept.thing


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
    step: Callable[[_Task], _Result],
    take: Callable[[_Task, _Result], None],
    *,
    workers: Crew | None,
    what: str,
    lost: Callable[[_Task, WorkerDiedError], _Result],
) -> None:
    """Do a step, which pickle can name, for all documents, by workers where there are some."""
    if workers is None:
        for task in tasks:
            take(task, step(task))
            await checkpoint()
        return
    crew, together = workers, partial(several, step)

    async def done(chunk: Sequence[_Task]) -> tuple[Sequence[_Task], Sequence[_Result]]:
        others = " and others" if len(chunk) > 1 else ""
        try:
            return chunk, await crew.do(together, chunk, f"{what} of '{chunk[0].id}'{others}")
        except WorkerDiedError as error:
            if not others:
                return chunk, [lost(chunk[0], error)]
        return chunk, [(await done([task]))[1][0] for task in chunk]  # one is why; no other must be lost with it

    def take_all(done: tuple[Sequence[_Task], Sequence[_Result]]) -> None:
        for task, result in zip(*done, strict=True):
            take(task, result)

    await in_order(_chunks(tasks), done, take_all, at_once=at_once(crew, _AT_ONCE))


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


def several(step: Callable[[Any], Any]) -> Callable[[Sequence[Any]], Awaitable[list[Any]]]:
    """Make work that does a step on several pieces."""

    async def on_all(tasks: Sequence[Any]) -> list[Any]:
        return [step(task) for task in tasks]

    return on_all
