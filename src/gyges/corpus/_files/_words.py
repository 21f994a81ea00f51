"""Words about files: the names that their formats use, and how many of something there are."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

__all__ = ["counted", "names", "patterns", "spoken"]


@cache
def _tables() -> dict[str, dict[str, str | dict[str, str]]]:
    return tomllib.loads((files(__package__) / "kept.toml").read_text(encoding="utf-8"))


@cache
def names(format_: str, list_: str) -> frozenset[str]:
    """Return a list of names in ``kept.toml``."""
    return frozenset(cast(str, _tables()[format_][list_]).split())


def spoken(format_: str) -> Mapping[str, str]:
    """Return what people call the elements of a format."""
    return cast(Mapping[str, str], _tables()[format_]["names"])


@cache
def patterns(format_: str) -> Mapping[str, re.Pattern[str]]:
    """Return the attributes of a format that may stay, with what their whole values must be."""
    listed = cast(Mapping[str, str], _tables()[format_]["attributes"])
    return {name: re.compile(pattern) for name, pattern in listed.items()}


def counted(name: str, count: int) -> str:
    """Return how many of something there are.

    Example:
        >>> counted("comment", 1), counted("hidden part", 3)
        ('1 comment', '3 hidden parts')
    """
    return f"{count:,} {name}" if count == 1 else f"{count:,} {name}s"
