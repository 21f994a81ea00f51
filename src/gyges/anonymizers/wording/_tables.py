"""The tables of words by which sentences are understood and repaired, kept as data files beside this module."""

from functools import cache
from typing import Any

from gyges.anonymizers._toml import read_toml

__all__ = ["row", "table", "words_in"]


def table(name: str) -> dict[str, Any]:
    """Return a table by its name."""
    return read_toml(__package__, "tables", f"{name}.toml")


@cache
def words_in(name: str, section: str) -> frozenset[str]:
    """Return a list of words of a table."""
    return frozenset(table(name)[section]["words"].split())


def row(name: str, section: str) -> dict[str, str]:
    """Return what a section of a table says for each of its words."""
    known: dict[str, str] = table(name)[section]
    return known
