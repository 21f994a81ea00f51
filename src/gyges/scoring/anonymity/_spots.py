"""Where somebody lives: the country and the place as far as they are known, with the people in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.reading.lookups import Namesake, city_spots, country, fold, region_name
from gyges.scoring.anonymity._lands import Land, land, read_rows
from gyges.scoring.anonymity._range import Range
from gyges.scoring.values._countries import country as country_named
from gyges.scoring.values.places import place_country, read_place

__all__ = ["Home", "find_home", "is_region"]

_REGION = (0.4, 1.1)  # the low end: the city of the same name
_CITY = (0.6, 1.8)  # the city itself, or all who say that they live there
_MILLION = 1_000_000
_METROPOLIS = 60  # the size of a million people: a name as large is that of the city, whatever region bears it too


@dataclass(frozen=True, slots=True)
class Home:
    """Where somebody lives.

    Attributes:
        country: The country, where it is known.
        place: The place inside a country that is known: its name, and how many people live there by country, as
            several places may bear the name; None where only the country is known.
        named: What the place is called.
        unknown: Narrower levels that no table knows.
    """

    country: Land | None
    place: tuple[tuple[Land, Range], ...] | None
    named: str
    unknown: tuple[str, ...]


@lru_cache(maxsize=4096)
def find_home(value: str) -> Home:
    """Find a place in the tables: the narrowest of its levels that is known."""
    levels = read_place(value)
    state = place_country(levels) if levels else None
    at_home = land(state) if state else None
    narrow = [level for level in levels if state is None or country_named(level) != state]
    for number, level in enumerate(narrow):
        people = _region(level, at_home) or _cities(level, at_home, levels)
        if people:
            lands = list(people)
            home = at_home or (lands[0] if len(lands) == 1 else None)
            return Home(home, tuple(people.items()), level, tuple(narrow[:number]))
    return Home(at_home, None, "", tuple(narrow))


def is_region(level: str, state: str | None) -> bool:
    """Whether a name in one shape is that of a large part of a country, and not of a city of a million there.

    Example:
        >>> is_region("texas", "United States"), is_region("new york", "United States"), is_region("texas", "France")
        (True, False, False)
    """
    homes = {name for name, _ in _regions().get(fold(level), ()) if state in (None, name)}
    large = {one.name for one, spot in _spots(level) if spot.size >= _METROPOLIS}
    return bool(homes - large)


def _region(level: str, at_home: Land | None) -> dict[Land, Range]:
    found = {}
    for name, people in _regions().get(fold(level), ()):
        one = land(name)
        if one is not None and (at_home is None or one == at_home):
            found[one] = Range.about(people, *_REGION).at_most(one.people)
    return found


def _cities(level: str, at_home: Land | None, levels: tuple[str, ...]) -> dict[Land, Range]:
    """Return the people of all cities of a name, by country; a region that is named too chooses among them."""
    spots = [(one, spot) for one, spot in _spots(level) if at_home is None or one == at_home]
    in_region = [pair for pair in spots if fold(region_name(pair[1].iso, pair[1].region) or "-") in levels[1:]]
    people: dict[Land, list[Range]] = {}
    for one, spot in in_region or spots:
        people.setdefault(one, []).append(Range.about(10 ** (spot.size / 10), *_CITY))
    return {one: Range.total(parts).at_most(one.people) for one, parts in people.items()}


def _spots(level: str) -> Iterator[tuple[Land, Namesake]]:
    for spot in city_spots(fold(level)):
        known = country(spot.iso)
        state = country_named(known.name) if known else None
        one = land(state) if state else None
        if one is not None:
            yield one, spot


@cache
def _regions() -> dict[str, tuple[tuple[str, float], ...]]:
    found: dict[str, list[tuple[str, float]]] = {}
    for name, region, people in read_rows("regions.tsv"):
        found.setdefault(region, []).append((name, float(people) * _MILLION))
    return {region: tuple(rows) for region, rows in found.items()}
