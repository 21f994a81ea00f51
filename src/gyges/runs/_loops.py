"""Asynchronous work for every caller: ordinary code, a notebook whose loop is running, a loop that must stay free."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from typing import TypeVar, TypeVarTuple

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup
from anyio.from_thread import start_blocking_portal

from gyges.errors import BudgetExhaustedError, GygesError
from gyges.runs.workers import WorkStopped


def heart(error: Exception) -> Exception:
    """Return the error inside a group that tells most: Ctrl-C, a used-up budget, or else the first one."""
    while isinstance(error, ExceptionGroup):
        error = error.subgroup(WorkStopped) or error.subgroup(BudgetExhaustedError) or error
        error = error.exceptions[0]
    return error


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


Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


def wait_for(work: Callable[[*Arguments], Awaitable[Result]], *arguments: *Arguments) -> Result:
    """Do asynchronous work from ordinary code and wait for it, whether or not a loop is running already.

    Ctrl-C cancels the work, and it has ended when the KeyboardInterrupt goes on.
    """
    if not _in_event_loop():
        return anyio.run(work, *arguments)
    # A notebook has a loop of its own, and loops do not nest.
    with start_blocking_portal() as portal:
        future = portal.start_task_soon(work, *arguments)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()  # leaving the block waits until the work has ended
            raise


async def aside(work: Callable[[*Arguments], Awaitable[Result]], *arguments: *Arguments) -> Result:
    """Do asynchronous work in a loop of its own, so that the caller's stays free while rules read.

    A cancelled caller cancels the work, and it has ended when the cancellation goes on.
    """
    with start_blocking_portal() as portal:
        future = portal.start_task_soon(work, *arguments)
        try:
            return await to_thread.run_sync(future.result, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            future.cancel()
            raise


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
