"""Work on very many things, several at once, whose results are taken one after the other, in their order."""

from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from typing import TypeVar

import anyio
from anyio.abc import TaskGroup

from gyges.errors import GygesError
from gyges.runs._heart import heart

__all__ = ["in_order"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


async def in_order(
    items: Iterable[_Item],
    work: Callable[[_Item], Awaitable[_Result]],
    take: Callable[[_Result], None],
    *,
    at_once: int,
) -> None:
    """Work on each thing; no more of them are in memory than are under way or wait for their turn.

    An error ends it once all that is under way has ended: it may be paid for. The first in the order is raised.

    Args:
        items: The things.
        work: What is done with each.
        take: Given the results in the order of the things.
        at_once: How many may be under way or wait for their turn.
    """
    slots = anyio.Semaphore(at_once)
    results: dict[int, _Result] = {}
    errors: dict[int, GygesError] = {}
    turn = 0

    async def one(number: int, item: _Item) -> None:
        nonlocal turn
        try:
            results[number] = await work(item)
        except GygesError as error:
            errors[number] = error
            slots.release()
            return
        while turn in results:
            try:
                take(results.pop(turn))
            except GygesError as error:
                errors[turn] = error
                slots.release()
                return
            turn += 1
            slots.release()

    async def begin(group: TaskGroup) -> None:
        source = iter(items)
        for number in count():
            await slots.acquire()
            if errors:
                return
            try:
                item = next(source)
            except StopIteration:
                return
            except GygesError as error:
                errors[number] = error
                return
            group.start_soon(one, number, item)

    try:
        async with anyio.create_task_group() as group:
            await begin(group)
    except ExceptionGroup as group_error:  # a defect, or a full disk
        raise heart(group_error) from group_error
    if errors:
        raise errors[min(errors)]
