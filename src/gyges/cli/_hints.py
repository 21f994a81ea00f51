"""One line for users whom another attacker would serve better, or did not serve at all."""

import platform
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from gyges.cli._volume import tell
from gyges.models import TINY_BASE, weights_path
from gyges.records import UNKNOWN_GENRE

__all__ = ["INSTALL_LOCAL", "hint_at_tiny", "needed_for_tiny", "unread_line"]

INSTALL_LOCAL = "pip install 'gyges[local]'"
_MACHINES = frozenset(("x86_64", "amd64", "arm64", "aarch64"))
"""Processors that the runtime of local models is built for."""


def hint_at_tiny(attacker: str, genres: Mapping[str, int]) -> None:
    """Say on standard error that ``rules+tiny`` reads texts of unknown genres better, if rules alone read some."""
    strange = genres.get(UNKNOWN_GENRE, 0)
    if attacker != "rules" or not strange:
        return
    needed = needed_for_tiny()
    if needed is None:
        return
    get = f" (once before: {needed})" if needed else ""
    tell(
        f"{strange:,} of {sum(genres.values()):,} texts are of no genre that the rules know; "
        f"--attacker rules+tiny finds more in them{get}"
    )


def needed_for_tiny() -> str | None:
    """Return the one line that makes ``tiny`` run, empty if it does already; None where it cannot run at all."""
    runtime = find_spec("xllamacpp") is not None
    if not runtime and (sys.maxsize < 2**32 or platform.machine().lower() not in _MACHINES):
        return None
    needed = [] if runtime else [INSTALL_LOCAL]
    needed += [] if weights_path(TINY_BASE).is_file() else ["gyges models get tiny"]
    return " && ".join(needed)


def unread_line(unread: Mapping[str, int], texts: int) -> str:
    """Return how many texts the attacker could not read and in which languages they are.

    Example:
        >>> unread_line({"Russian": 2, "Japanese": 1}, 60)
        '3 of 60 texts were not read: Russian 2, Japanese 1'
    """
    named = ", ".join(f"{language} {count:,}" for language, count in unread.items())
    return f"{sum(unread.values()):,} of {texts:,} texts were not read: {named}"
