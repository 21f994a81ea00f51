"""The gazetteer: names of countries, regions, cities and landmarks, as look-ups by folded name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_pairs, read_rows
from gyges.reading.lexicon._names import countries, country

PlaceKind = Literal["country", "region", "city", "district", "street", "postcode", "landmark", "demonym"]
_NATIONS = {"england", "scotland", "wales", "northern ireland"}
_SHORT = {"us", "hk", "oz", "u.s", "u.k", "emirates"}


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text.

    Attributes:
        start: First code point.
        end: One past the last code point.
        text: The words, ``text[start:end]``.
        kind: What it is; ``demonym`` for "Portuguese", whose country is Portugal.
        levels: Most specific first, up to the country where known.
        country: Name of the country, None if not known.
        certainty: 1-5; low where the words may mean something else.
    """

    start: int
    end: int
    text: str
    kind: PlaceKind
    levels: tuple[str, ...]
    country: str | None
    certainty: int


class Namesake(NamedTuple):
    """One place a name may stand for: country, code of its region, tenfold logarithm of its people."""

    iso: str
    region: str
    size: int


@cache
def city_rows() -> dict[str, str]:
    """Return the rows of the table of cities by folded name."""
    return read_pairs("cities.tsv.xz")


@lru_cache(maxsize=8192)
def name_sizes(first: str) -> tuple[int, ...]:
    """Return how many words the names that begin with a word have, most first; empty if there are none."""
    longer = _longer_names()[0].get(first, ())
    return (*longer, 1) if first in city_rows() or first in named_places() or first in landmarks() else longer


def second_words() -> frozenset[str]:
    """Every word, without its ``'s``, that stands second in a name: without one after it, a word is a name alone."""
    return _longer_names()[1]


@cache
def _longer_names() -> tuple[dict[str, tuple[int, ...]], frozenset[str]]:
    """Return of the names of several words how many they have, by the first one, and their second words."""
    found: dict[str, int] = {}
    seconds: set[str] = set()
    for names in (city_rows(), named_places(), landmarks()):
        for key in names:
            if " " in key:
                first, second, *rest = key.split(" ")
                found[first] = found.get(first, 0) | 4 << len(rest)
                seconds.add(second.removesuffix("'s"))
    shared = {mask: tuple(n for n in range(12, 1, -1) if mask >> n & 1) for mask in set(found.values())}
    return {first: shared[mask] for first, mask in found.items()}, frozenset(seconds)


@cache
def landmarks() -> dict[str, tuple[tuple[str, ...], int]]:
    """Return landmarks and districts by folded name: where they are, and how sure that is."""
    return {key: (tuple(levels.split(";")), int(sure)) for key, levels, sure in read_rows("landmarks.tsv")}


@cache
def named_places() -> dict[str, tuple[PlaceKind, str, str, str]]:
    """Countries, demonyms and regions by folded name: kind, name, iso2, code of the region."""
    index: dict[str, tuple[PlaceKind, str, str, str]] = {}
    for iso, name, aliases, code in read_rows("regions.tsv"):
        for alias in (name, *aliases.split(";")):
            if alias and not (alias.isupper() and len(alias) < 4) and not alias.endswith("."):
                shown = name.removesuffix(" State") if iso == "US" else name
                index.setdefault(fold(alias), ("region", shown if alias == name else alias, iso, code))
    for land in countries():
        for alias in (land.name, *land.aliases):
            key = fold(alias).removeprefix("the ")
            if key not in _NATIONS and key not in _SHORT:
                index[key] = ("country", land.name, land.iso2, "")
        for demonym in land.demonyms:
            index.setdefault(fold(demonym), ("demonym", land.name, land.iso2, ""))
    return index


@cache
def abbreviations() -> dict[str, tuple[tuple[str, str, str], ...]]:
    """Short forms of regions, which count only after a comma and a city: name, iso2, code."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for iso, name, aliases, code in read_rows("regions.tsv"):
        for alias in aliases.split(";"):
            if alias and (alias.isupper() or alias.endswith(".")):
                found.setdefault(alias.replace(".", "").upper(), []).append((name.removesuffix(" State"), iso, code))
    return {key: tuple(rows) for key, rows in found.items()}


@cache
def region_names() -> dict[tuple[str, str], str]:
    """Return names of regions by country and code."""
    return {
        (iso, code): name.removesuffix(" State") for iso, name, _, code in reversed(read_rows("regions.tsv")) if code
    }


@lru_cache(maxsize=4096)
def city(key: str) -> tuple[str, str, tuple[Namesake, ...]] | None:
    """Flags, name and the places that bear it."""
    row = city_rows().get(key)
    if row is None:
        return None
    flags, shown, packed = row.split("\t")
    spots = (entry.split(".") for entry in packed.split(" "))
    return flags, shown, tuple(Namesake(iso, region, int(size)) for iso, region, size in spots)


def city_spots(key: str) -> tuple[Namesake, ...]:
    """Return the cities that bear a folded name, the largest first; none for a name that no city bears."""
    found = city(key)
    return found[2] if found else ()


def region_name(iso: str, code: str) -> str | None:
    """Return the name of a region by its country and code."""
    return region_names().get((iso, code))


@lru_cache(maxsize=8192)
def is_place(key: str) -> bool:
    """Tell whether a folded name is that of a city, a region, a country or a landmark."""
    known = named_places().get(key)
    return city(key) is not None or key in landmarks() or (known is not None and known[0] != "demonym")


@cache
def land_name(iso: str) -> str | None:
    """Return the name of a country by its two letters."""
    found = country(iso)
    return found.name if found else None


_INITIALS = re.compile(r"(?<![\w.])(?:U\.S\.A\.|U\.S\.|U\.S|U\.K\.|U\.K|US)(?!\w)")


def initials(text: str) -> Iterator[Place]:
    """Countries by their initials, unless the text shouts."""
    for match in _INITIALS.finditer(text) if "US" in text or "U.S" in text or "U.K" in text else ():
        around = text[max(0, match.start() - 8) : match.start()] + text[match.end() : match.end() + 8]
        if "." in match[0] or not around.isupper():
            name = "United Kingdom" if "K" in match[0] else "United States"
            yield Place(*match.span(), match[0], "country", (name,), name, 5)
