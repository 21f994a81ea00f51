"""Broader places: a city becomes its country, a country its continent."""

from dataclasses import dataclass

from gyges.reading import find_places
from gyges.reading.ladders import continent, ladder
from gyges.reading.lookups import country

_VOWELS = frozenset("aeiouAEIOU")
_SOUNDS_LIKE_A = ("eu", "uni", "one", "us", "ug", "ukr", "uru")
_SOUNDS_LIKE_AN = ("hour", "honest", "heir", "8", "11-", "18")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for a span, and how they are joined to what stands before."""

    words: str  # the words, without an article
    article: bool = False  # whether one thing of many is meant, which wants "a" where no other word determines it
    preposition: str = ""  # what stands instead of a preposition of time or place before it; empty if that one fits
    whole: bool = False  # whether the words do without preposition and article, such as "somewhere"


def with_article(words: str) -> str:
    """Return words with "a" or "an", by their sound."""
    low = words.lower()
    vowel = low[:1] in _VOWELS and not low.startswith(_SOUNDS_LIKE_A)
    return f"an {words}" if vowel or low.startswith(_SOUNDS_LIKE_AN) else f"a {words}"


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
    """Return the name of a country as a sentence wants it."""
    return f"the {name}" if name.startswith(_WITH_THE) else name


def is_country(words: str) -> bool:
    """Return True for the name of a country, not of its people."""
    land = country(words)
    return land is not None and words.lower() in {name.lower() for name in (land.name, *land.aliases)}


def broader_people(words: str) -> str:
    """Return the adjective of the continent for a nationality, empty if it is none."""
    first = words.split(" ")[0] if words else ""
    land = country(words) or country(first)
    names = {words.lower(), first.lower()}
    if land is None or not any(name.lower() in names for name in (land.name, *land.aliases, *land.demonyms)):
        return ""
    return str(ladder("peoples").get(continent(land.iso2), "foreign"))
