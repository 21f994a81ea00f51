"""Countries by any of their names."""

import re
from functools import cache

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain

__all__ = ["country", "country_part"]

_ABBREVIATION = re.compile(r"\b([a-z])\.\s?")


def country(value: str) -> str | None:
    """Return the canonical name of a country given by name, alias or demonym; None if it is none.

    Example:
        >>> country("U.S."), country("Filipina"), country("Lyon")
        ('United States', 'Philippines', None)
    """
    return _names().get(_shape(value))


def country_part(value: str) -> tuple[str, str] | None:
    """Return a part of a country and the country, as ("Scotland", "United Kingdom"); None if it is none."""
    return _parts().get(_shape(value))


def _shape(value: str) -> str:
    return _ABBREVIATION.sub(r"\1", plain(value)).strip(" .,")


@cache
def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for canonical, others in table("countries")["countries"].items():
        for name in (plain(canonical), *others):
            names[name] = canonical
    return names


@cache
def _parts() -> dict[str, tuple[str, str]]:
    parts: dict[str, tuple[str, str]] = {}
    for canonical, row in table("countries")["parts"].items():
        for name in (plain(canonical), *row["names"]):
            parts[name] = (canonical, row["of"])
    return parts
