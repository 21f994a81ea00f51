"""Asynchronous work for every caller: ordinary code, a notebook whose loop is running, a loop that must stay free."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

import anyio
from anyio import to_thread
from anyio.from_thread import start_blocking_portal

__all__ = ["aside", "wait_for"]

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
