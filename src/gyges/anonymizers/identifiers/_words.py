"""The lists of words of the guard, kept as a data file beside this module."""

import tomllib
from functools import cache
from importlib.resources import files

from gyges.reading.lookups import fold

__all__ = ["words"]


@cache
def _tables() -> dict[str, frozenset[str]]:
    text = (files(__package__) / "words.toml").read_text(encoding="utf-8")
    return {name: frozenset(map(fold, listed.split())) for name, listed in tomllib.loads(text).items()}


def words(name: str) -> frozenset[str]:
    """Return one of the lists, folded."""
    return _tables()[name]
