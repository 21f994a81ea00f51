"""Several questions at once, each one finished even if another fails: an answer under way is already paid for."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio

from gyges.errors import GygesError

__all__ = ["together"]

_Result = TypeVar("_Result")


async def together(jobs: Sequence[Callable[[], Awaitable[_Result]]], *, at_once: int | None = None) -> list[_Result]:
    """Run all jobs and return their results in order; raise the error of the first that failed, after all ended.

    Args:
        jobs: What to do.
        at_once: How many jobs may be under way; None for all.
    """
    results: dict[int, _Result] = {}
    errors: dict[int, GygesError] = {}

    limit = anyio.Semaphore(at_once or max(1, len(jobs)))

    async def run(number: int) -> None:
        try:
            async with limit:
                results[number] = await jobs[number]()
        except GygesError as error:
            errors[number] = error

    if len(jobs) == 1:
        return [await jobs[0]()]
    async with anyio.create_task_group() as group:
        for number in range(len(jobs)):
            group.start_soon(run, number)
    if errors:
        raise errors[min(errors)]
    return [results[number] for number in range(len(jobs))]
