"""Asking back into the event loop from the thread in which gepa runs, and leaving that thread."""

from typing import Any

from anyio import from_thread, get_cancelled_exc_class

from gyges.errors import GygesError

__all__ = ["LeaveGepa", "ThreadCancelled", "ask_loop"]


class LeaveGepa(BaseException):
    """Leaves gepa from inside an iteration. No `Exception`, because gepa asks again after one of those."""

    def __init__(self, error: GygesError) -> None:
        super().__init__(str(error))
        self.error = error


class ThreadCancelled(BaseException):
    """Ends the thread of gepa when the task that waits for it is cancelled, as by Ctrl-C."""


def ask_loop(function: Any, *arguments: Any) -> Any:
    """Return what an async function gives in the event loop.

    Raises:
        LeaveGepa: It failed.
        ThreadCancelled: Nobody waits for the answer any more.
    """
    try:
        answer = from_thread.run(_answered, function, arguments)
    except GygesError as error:
        raise LeaveGepa(error) from None
    if answer is ThreadCancelled:
        raise ThreadCancelled
    return answer


async def _answered(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Ask; a cancellation ends here and is told to the thread, which could not make anything of it."""
    try:
        return await function(*arguments)
    except get_cancelled_exc_class():
        return ThreadCancelled
