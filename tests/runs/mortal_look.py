"""A look at documents that kills the worker at one of them."""

import os
import signal

from gyges.runs._chunks import Parts
from gyges.runs._examined import DocumentLook, LookTerms, look_at


def mortal_look(id_: str, terms: LookTerms, task: Parts) -> DocumentLook:
    """Look at a document, but die at one."""
    if task.id == id_ and task.release is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return look_at(terms, task)
