"""A look at documents that kills the worker at one of them."""

import os
import signal
from collections.abc import Awaitable, Callable

from gyges.runs.workers import DocumentLook, LookTask, LookTerms, look_at


def mortal_look(id_: str, terms: LookTerms) -> Callable[[LookTask], Awaitable[DocumentLook]]:
    """Look at documents, but die at one."""

    async def work(task: LookTask) -> DocumentLook:
        if task.id == id_:
            os.kill(os.getpid(), signal.SIGKILL)
        return look_at(terms, task)

    return work
