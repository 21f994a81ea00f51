"""Broader places: a city becomes its country, a country its continent."""

from functools import cache

from gyges.anonymizers.replacement.broader._phrase import Phrase
from gyges.reading import find_places
from gyges.reading.lookups import country

__all__ = ["broader_people", "broader_place", "country_in_text"]

_CONTINENTS = {
    "Europe": (
        "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU "
        "LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK"
    ),
    "Asia": (
        "AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY "
        "NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE"
    ),
    "Africa": (
        "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR "
        "MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW"
    ),
    "North America": (
        "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM "
        "PR SV SX TC TT US VC VG VI"
    ),
    "South America": ("AR BO BR CL CO EC FK GF GY PE PY SR UY VE"),
    "Oceania": ("AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS"),
}
_ADJECTIVES = {
    "Europe": "European",
    "Asia": "Asian",
    "Africa": "African",
    "North America": "North American",
    "South America": "South American",
    "Oceania": "Oceanian",
}
_WITH_THE = (
    "United",
    "Netherlands",
    "Philippines",
    "Bahamas",
    "Gambia",
    "Maldives",
    "Republic",
    "Czech Republic",
    "Democratic Republic",
    "Dominican Republic",
    "Central African Republic",
    "Comoros",
    "Seychelles",
)


@cache
def _continent(iso: str) -> str:
    return next((name for name, lands in _CONTINENTS.items() if iso in lands.split()), "")


def broader_place(words: str) -> Phrase:
    """Return the country of a place, the continent of a country, or "somewhere"."""
    places = find_places(f"in {words}")
    land = next((country(place.country) for place in places if place.country), None)
    if land is None:
        return Phrase("somewhere", whole=True)
    if all(place.kind in {"country", "demonym"} for place in places) and country(words) is not None:
        continent = _continent(land.iso2)
        return Phrase(continent, preposition="in") if continent else Phrase("somewhere", whole=True)
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
    return _ADJECTIVES.get(_continent(land.iso2), "foreign")
