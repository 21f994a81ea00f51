"""Where the author of a post is at home: the label of its header, its money, its hashtags, its own numbers."""

import re
from functools import cache

from gyges.reading._cues import Cues
from gyges.reading.genres.posts._phrases import Phrases, load
from gyges.reading.lexicon._countries import country
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows
from gyges.reading.places._find import find_places

__all__ = ["header_place", "place_value", "text_place"]

_DIGITS = re.compile(r"[\s,-]*\b\d{4,7}\b\s*$")


def place_value(levels: tuple[str, ...]) -> str:
    """Write levels by the convention of LOCATION."""
    return " / ".join(levels)


@cache
def _regions() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    order = ("US", "AU", "CA", "GB", "IN")
    ranked = sorted(read_rows("regions.tsv"), key=lambda row: order.index(row[0]) if row[0] in order else len(order))
    for iso, name, aliases, *_ in ranked:
        land = country(iso)
        for alias in (name, *aliases.split(";")):
            if alias and land is not None:
                found.setdefault(alias if len(alias) < 4 else fold(alias), []).append((name, land.name))
    return found


def header_place(value: str, hint: str | None) -> tuple[str, ...]:
    """Return the levels of a place as a header gives it, up to the country.

    Args:
        value: The words after the label, such as ``Leeds`` or ``12 Mill Road, Bataan``.
        hint: A country the rest of the post points to.
    """
    parts = [_DIGITS.sub("", part).strip(" .") for part in re.split(r"[,/|]", value)]
    parts = [part for part in parts if part]
    if not parts:
        return ()
    last = parts[-1]
    land = country(last) if len(last) > 2 or last in {"UK", "US"} else None
    if land is not None and (len(parts) > 1 or fold(last) == fold(land.name)):
        inner = tuple(parts[:-1])
        if len(inner) == 1:
            known = _known(inner[0], land.name)
            return known if known and known[-1] == land.name else (*inner, land.name)
        return (*inner, land.name)
    regions = _regions().get(last if len(last) < 4 else fold(last), [])
    region = next((one for one in regions if hint is None or one[1] == hint), None)
    levels = region or _known(last, hint) or _known(last, None) or ((last, hint) if hint else (last,))
    return (*parts[:-1], *levels)


def _known(value: str, hint: str | None) -> tuple[str, ...]:
    places = [place for place in find_places(f"lives in {value}") if place.kind != "demonym" and place.levels]
    for place in places:
        if hint is None or place.country == hint:
            return (
                place.levels if place.country in place.levels or not place.country else (*place.levels, place.country)
            )
    if places and hint is None:
        return places[0].levels
    return ()


@cache
def _words() -> Phrases:
    return Phrases(load("places")["words"])


_IN = re.compile(r"\b(?:here in|in|from|based in|living in|live in|near|around|across)\s(?:the\s)?$", re.IGNORECASE)


def text_place(text: str, cues: Cues) -> tuple[tuple[str, ...], int, int] | None:
    """Return the place a post is written from, or the country that its money, time zones or hashtags point to."""
    for place in cues.places:
        named = place.kind in {"country", "region", "city", "district"} and place.certainty >= 3
        if named and _IN.search(text, max(0, place.start - 14), place.start):
            return place.levels, place.start, place.end
    table: dict[str, str] = load("places")["words"]
    for found in _words().find(text):
        return (table[found.phrase],), found.start, found.end
    return None
