"""The pools invented words are drawn from; they are part of what a key means and stay as they are."""

from functools import cache
from importlib.resources import files

__all__ = ["cities_by_country", "districts", "nicks", "regions_by_country", "streets"]


def _read(name: str) -> list[str]:
    return (files("gyges.anonymizers.replacement") / "pools" / name).read_text(encoding="utf-8").splitlines()


@cache
def streets() -> tuple[str, ...]:
    """Return names of streets that stand in any town."""
    return tuple(_read("streets.txt"))


@cache
def districts() -> tuple[str, ...]:
    """Return names of parts of towns, which are stems of invented organisations too."""
    return tuple(_read("districts.txt"))


@cache
def nicks() -> tuple[str, ...]:
    """Return words account names are made of, which say nothing of anybody."""
    return tuple(_read("nicks.txt"))


@cache
def _places() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    rows = (row.split("\t") for row in _read("places.tsv"))
    return {iso: (tuple(cities.split(";")), tuple(filter(None, regions.split(";")))) for iso, cities, regions in rows}


def cities_by_country() -> dict[str, tuple[str, ...]]:
    """Return names of cities by the two letters of their country."""
    return {iso: cities for iso, (cities, _) in _places().items()}


def regions_by_country() -> dict[str, tuple[str, ...]]:
    """Return names of regions by the two letters of their country; empty for most."""
    return {iso: regions for iso, (_, regions) in _places().items()}
