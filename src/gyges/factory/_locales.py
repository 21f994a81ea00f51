"""Locales: names, cities, codes and everyday words of thirty countries, kept as a data file."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_LAST_GRADE = 12

__all__ = ["City", "Locale", "locales", "read_data"]


@dataclass(frozen=True, slots=True)
class City:
    """A city with words that point to it: districts, landmarks, the way to work."""

    name: str
    districts: tuple[str, ...]
    landmarks: tuple[str, ...]
    transit: str


@dataclass(frozen=True, slots=True)
class Locale:
    """What life looks like in one country; the data file describes the fields."""

    iso: str
    country: str
    adjective: str
    signal: int
    male: tuple[str, ...]
    female: tuple[str, ...]
    last: tuple[str, ...]
    feminine: tuple[tuple[str, str], ...]
    cities: tuple[City, ...]
    phones: tuple[str, ...]
    ids: tuple[tuple[str, str], ...]
    passport: str
    licence: str
    money: str
    grade: tuple[str, int, int]
    exam: str
    offices: tuple[str, ...]
    culture: tuple[str, ...]
    streets: tuple[str, ...]
    firm: str
    tld: str


def read_data(name: str) -> str:
    """Return the text of a data file of the factory."""
    return (files(__package__) / name).read_text(encoding="utf-8")


@cache
def locales() -> tuple[Locale, ...]:
    """Return all locales, in the order of the file."""
    names = tomllib.loads(read_data("data/names.toml"))
    return tuple(
        _locale(iso, row, names.get(iso, {})) for iso, row in tomllib.loads(read_data("data/locales.toml")).items()
    )


def _locale(iso: str, row: dict[str, Any], more: dict[str, str]) -> Locale:
    return Locale(
        iso=iso,
        country=row["country"],
        adjective=row["adjective"],
        signal=row["signal"],
        male=_words(row["male"], more.get("male", "")),
        female=_words(row["female"], more.get("female", "")),
        last=_words(row["last"], more.get("last", "")),
        feminine=tuple((old, new) for old, new in row.get("feminine", ())),
        cities=tuple(_city(cell) for cell in row["city"]),
        phones=tuple(row["phone"]),
        ids=tuple((label.strip(), form.strip()) for label, form in (cell.split(";") for cell in row["id"])),
        passport=row["passport"],
        licence=row["licence"],
        money=row["money"],
        grade=(row["grade"][0], row["grade"][1], row["grade"][2] if len(row["grade"]) > 2 else _LAST_GRADE),
        exam=row["exam"],
        offices=tuple(row["office"]),
        culture=tuple(row["culture"]),
        streets=tuple(row["street"]),
        firm=row["firm"],
        tld=row["tld"],
    )


def _words(*cells: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for cell in cells for word in cell.split()))


def _city(cell: str) -> City:
    name, districts, landmarks, transit = (part.strip() for part in cell.split(";"))
    return City(name, _list(districts), _list(landmarks), transit)


def _list(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(","))
