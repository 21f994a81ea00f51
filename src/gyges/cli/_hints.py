"""One line for users whom another attacker would serve better, or did not serve at all."""

import sys
from collections.abc import Mapping
from importlib.util import find_spec

from gyges.models import TINY_BASE, weights_path
from gyges.records import UNKNOWN_GENRE

__all__ = ["hint_at_tiny", "unread_line"]


def hint_at_tiny(attacker: str, genres: Mapping[str, int]) -> None:
    """Say on standard error that ``rules+tiny`` reads texts of unknown genres better, if rules alone read some."""
    strange = genres.get(UNKNOWN_GENRE, 0)
    if attacker != "rules" or not strange:
        return
    needed = [] if find_spec("xllamacpp") else ["pip install 'gyges[local]'"]
    needed += [] if weights_path(TINY_BASE).is_file() else ["gyges models get tiny"]
    get = f" (once before: {'; '.join(needed)})" if needed else ""
    sys.stderr.write(
        f"gyges: {strange:,} of {sum(genres.values()):,} texts are of no genre that the rules know; "
        f"--attacker rules+tiny finds more in them{get}\n"
    )


def unread_line(unread: Mapping[str, int], texts: int) -> str:
    """Return how many texts the attacker could not read and in which languages they are.

    Example:
        >>> unread_line({"Russian": 2, "Japanese": 1}, 60)
        '3 of 60 texts were not read: Russian 2, Japanese 1'
    """
    named = ", ".join(f"{language} {count:,}" for language, count in unread.items())
    return f"{sum(unread.values()):,} of {texts:,} texts were not read: {named}"
