"""The words account names are made of; they are part of what a key means and stay as they are."""

from functools import cache
from importlib.resources import files

__all__ = ["nicks"]


@cache
def nicks() -> tuple[str, ...]:
    """Return words account names are made of, which say nothing of anybody."""
    packed = (files("gyges.anonymizers.replacement") / "pools" / "nicks.txt").read_text(encoding="utf-8")
    return tuple(packed.splitlines())
