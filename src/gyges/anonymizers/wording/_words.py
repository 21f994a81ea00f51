"""The tables of this room: short lists of English words, kept as data files."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["listed", "room_table"]


@cache
def room_table(name: str) -> dict[str, Any]:
    """Return a table by its name."""
    return tomllib.loads((files(__package__) / "tables" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def listed(name: str, section: str) -> frozenset[str]:
    """Return a list of words of a table."""
    return frozenset(room_table(name)[section]["words"].split())
