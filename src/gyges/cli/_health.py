"""One thing that was looked at."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Check", "State"]

State: TypeAlias = Literal["ok", "absent", "warning", "broken"]
"""Absent: not there and not needed. Warning: works, but look at it. Broken: something that is needed does not work."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        what: Its name.
        state: How it is.
        found: What was found, in a few words.
        mend: The one line that mends it, or brings what is not there; empty where there is nothing to do.
    """

    what: str
    state: State
    found: str
    mend: str = ""
