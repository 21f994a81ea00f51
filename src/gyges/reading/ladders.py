"""Ladders: what is one rung broader than a word; the one answer of all rooms that make words vaguer or weigh them."""

import re
from functools import cache
from typing import Any

from gyges.reading.lexicon._load import read_toml

__all__ = ["continent", "decade", "ladder", "place_levels", "ten_years"]

_BORDER = re.compile("[/,]")


def ladder(name: str) -> dict[str, Any]:
    """Return a ladder by its name, each word with the next rung: ``peoples``, ``money``, ..."""
    found: dict[str, Any] = read_toml("ladders.toml")[name]
    return found


@cache
def continent(iso2: str) -> str:
    """Return the continent of a country, by the two letters that stand for it; empty if it has none."""
    return next((name for name, lands in ladder("continents").items() if iso2 in lands.split()), "")


def place_levels(value: str) -> list[str]:
    """Return the levels of a place, the narrowest first: "Porto / Portugal" as SPIA writes it, or with commas."""
    return [level for part in _BORDER.split(value) if (level := part.strip())]


def ten_years(age: int) -> str:
    """Return the ten years of life an age lies in."""
    low = age // 10 * 10
    return f"{low}-{low + 9}"


def decade(year: int) -> str:
    """Return the decade of a year."""
    return f"the {year // 10 * 10}s"
