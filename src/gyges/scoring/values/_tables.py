"""The tables of words that the rules know, kept as TOML beside this module."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["table"]


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table that ships, by its name."""
    source = files(__package__) / "tables" / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
