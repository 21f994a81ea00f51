"""The outcome of comparing two values."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from gyges.errors import UnknownNameError

__all__ = ["DIFFERENT", "LESS_PRECISE", "PROFILES", "SAME", "UNSURE", "Profile", "ValueVerdict", "check_profile"]

Profile: TypeAlias = Literal["strict", "paper"]
"""The two sets of rules: ``strict``, and ``paper`` with the published quirks."""

PROFILES: tuple[str, ...] = get_args(Profile)


@dataclass(frozen=True, slots=True)
class ValueVerdict:
    """What the rules say about a true value and a guessed one.

    Attributes:
        score: 1 the same, 0.5 less precise or partly right, 0 different; None where the published rules crash.
        settled: Whether the rules are sure. Where they are not a judge should be asked, and without one the score
            stands as it is.
    """

    score: float | None
    settled: bool


SAME = ValueVerdict(1.0, settled=True)
LESS_PRECISE = ValueVerdict(0.5, settled=True)
DIFFERENT = ValueVerdict(0.0, settled=True)
UNSURE = ValueVerdict(0.0, settled=False)


def check_profile(profile: str) -> Profile:
    """Return the profile of that name, or say which there are."""
    if profile == "strict":
        return "strict"
    if profile == "paper":
        return "paper"
    raise UnknownNameError(f"there is no scoring profile '{profile}'", f"use one of {', '.join(PROFILES)}")
