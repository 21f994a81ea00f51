"""The levels of a place: "Porto / Portugal" as SPIA writes it, "Porto, Portugal" as author data does."""

import re

__all__ = ["place_levels"]

_BORDER = re.compile("[/,]")


def place_levels(value: str) -> list[str]:
    """Return the levels of a place, the narrowest first.

    Example:
        >>> place_levels("Porto, Portugal")
        ['Porto', 'Portugal']
    """
    return [level for part in _BORDER.split(value) if (level := part.strip())]
