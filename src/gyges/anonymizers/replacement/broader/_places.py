"""Broader places: a city becomes its country, a country its continent."""

from gyges.anonymizers.replacement.broader._phrase import Phrase
from gyges.reading import find_places
from gyges.reading.ladders import continent, ladder
from gyges.reading.lookups import country

__all__ = ["broader_people", "broader_place", "country_in_text"]

_WITH_THE = (
    "United", "Netherlands", "Philippines", "Bahamas", "Gambia", "Maldives", "Republic", "Czech Republic",
    "Democratic Republic", "Dominican Republic", "Central African Republic", "Comoros", "Seychelles",
)  # fmt: skip


def broader_place(words: str) -> Phrase:
    """Return the country of a place, the continent of a country, or "somewhere"."""
    places = find_places(f"in {words}")
    land = next((country(place.country) for place in places if place.country), None)
    if land is None:
        return Phrase("somewhere", whole=True)
    if all(place.kind in {"country", "demonym"} for place in places) and country(words) is not None:
        part = continent(land.iso2)
        return Phrase(part, preposition="in") if part else Phrase("somewhere", whole=True)
    return Phrase(country_in_text(land.name), preposition="in")


def country_in_text(name: str) -> str:
    """Return the name of a country as a sentence wants it.

    Example:
        >>> country_in_text("Netherlands"), country_in_text("Portugal")
        ('the Netherlands', 'Portugal')
    """
    return f"the {name}" if name.startswith(_WITH_THE) else name


def broader_people(words: str) -> str:
    """Return the adjective of the continent for a nationality, empty if it is none."""
    first = words.split(" ")[0] if words else ""
    land = country(words) or country(first)
    names = {words.lower(), first.lower()}
    if land is None or not any(name.lower() in names for name in (land.name, *land.aliases, *land.demonyms)):
        return ""
    return str(ladder("peoples").get(continent(land.iso2), "foreign"))
