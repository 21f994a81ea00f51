"""The tables of broader words, kept as data files beside this module."""

from functools import cache
from typing import Any

from gyges.anonymizers._toml import read_toml


def table(name: str) -> dict[str, Any]:
    """Return a table by its name."""
    return read_toml(__package__, "tables", f"{name}.toml")


@cache
def words_in(name: str, section: str) -> frozenset[str]:
    """Return a list of words of a table."""
    return frozenset(table(name)[section]["words"].split())
