"""Places by the tables of a language and those of all countries; streets by its patterns."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from gyges.reading.languages._words import is_casual, word_before
from gyges.reading.languages.names._ordinary import plain_key
from gyges.reading.languages.table._language import Language
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import country, first_name, is_surname
from gyges.reading.page._page import Page
from gyges.reading.page._tokens import split_words
from gyges.reading.places._gazetteer import Place, PlaceKind, city, land_name, name_sizes, named_places, region_name

_BIG, _TOWN, _HUGE = 50, 30, 57  # tenfold logarithm of people: of a city of ours, of any town of ours, of one elsewhere
_LONE = 40  # of a town of ours whose name is nothing else
_ELSEWHERE = 44  # of a city elsewhere, after a word such as "in"
_LONGEST = 4
_Words = tuple[tuple[int, int, str], ...]
_POSTCODE = re.compile(r"(?<![\d./-])\d{4,6}[ \u00a0]$")
_JOINT = re.compile(r".|\. ", re.S)  # between the words of a name: "St. Pölten"
_DATELINE = re.compile(r"\s*,\s*(?:\w+\s+){0,2}\d{1,2}[./\s]")


def find_streets(language: Language, shadow: Shadow, text: str) -> list[Place]:
    """Return the addresses of a text; with the town where they name one."""
    found: list[Place] = []
    for rule, match, start, end in shadow.find(language.rules["places.streets"]):
        town = match["city"] if "city" in rule.pattern.groupindex else None
        levels = _of_city(town, language) if town else ()
        street = text[start:end].split(",")[0].strip()
        whole = (street, *(levels or ((town,) if town else ())))
        place = Place(start, end, text[start:end], "street", whole, levels[-1] if levels else None, 5)
        if shadow.cover("street", start, end, place):
            found.append(place)
    return found


def _of_city(name: str, language: Language) -> tuple[str, ...]:
    """Return city, region and country of the most likely place of a name, empty if it is not known."""
    key = " ".join(word[2] for word in split_words(name))
    own = language.places.get(key)
    if own is not None:
        return tuple(filter(None, own))
    known = city(key) or city(plain_key(key, language))
    if known is None:
        return ()
    _, shown, spots = known
    lands = [country(name) for name in language.countries]
    isos = {land.iso2 for land in lands if land is not None}
    spot = next((one for one in spots if one.iso in isos), spots[0])
    region = _regions(language).get((spot.iso, spot.region)) or region_name(spot.iso, spot.region)
    return tuple(dict.fromkeys(filter(None, (shown or name, region, land_name(spot.iso)))))


@cache
def _regions(language: Language) -> dict[tuple[str, str], str]:
    """Return the names of regions in a language by country and code."""
    own = (
        (named_places().get(key), region) for key, (city, region, _) in language.places.items() if region and not city
    )
    return {(known[2], known[3]): region for known, region in own if known is not None and known[0] == "region"}


def find_places(page: Page, language: Language, shadow: Shadow) -> Iterator[Place]:
    """Yield countries, regions and cities, each name once it stands where it can be one."""
    text, words = page.text, page.words
    index = 0
    while index < len(words):
        place = _at(page, index, language, shadow)
        place = _grown(place, text, language, shadow) if place is not None else None
        if place is not None and shadow.cover("place", place.start, place.end, place):
            yield place
        index += 1
    for _, _, start, end in shadow.find(language.rules["places.leads"]):
        place = Place(start, end, text[start:end], "district", (text[start:end],), None, 4)
        if fold(text[start:end]) not in language.nouns and shadow.cover("place", start, end, place):
            yield place


def _grown(place: Place, text: str, language: Language, shadow: Shadow) -> Place:
    """Return a place with what belongs to its name: ``Langnau im Emmental``."""
    for rule in language.rules["places.tails"] if place.kind in {"city", "region"} else ():
        tail = rule.pattern.match(shadow.after(place.end + 1)) if text[place.end : place.end + 1] == " " else None
        if tail is not None and fold(tail.group().split()[-1]) not in language.nouns:
            end = place.end + 1 + tail.end()
            name = text[place.start : end]
            return replace(place, end=end, text=name, levels=(name, *place.levels[1:]))
    return place


def _at(page: Page, index: int, language: Language, shadow: Shadow) -> Place | None:
    text, words = page.text, page.words
    start = words[index][0]
    if not text[start].isupper() and not (is_casual(page) and _is_inside(text, start, language)):
        return None
    for count in range(min(_LONGEST, len(words) - index), 0, -1):
        part = words[index : index + count]
        end = part[-1][1]
        if shadow.covers(start, end) or not all(_JOINT.fullmatch(text, a[1], b[0]) for a, b in pairwise(part)):
            continue
        key = " ".join(word[2] for word in part)
        found = _own(key, text, start, end, language) or _city(key, text, start, end, language)
        found = found or (_part_of_town(key, text, start, end, language) if count == 1 else None)
        if found is not None:
            return found
    return None


def _own(key: str, text: str, start: int, end: int, language: Language) -> Place | None:
    """Return the place a name is in the language itself, or a country or region by its name there."""
    own = language.places.get(key)
    if own is not None:
        kind: PlaceKind = "city" if own[0] else "region" if own[1] else "country"
        return Place(start, end, text[start:end], kind, tuple(filter(None, own)), own[2] or None, 5)
    named = named_places().get(key)
    if named is None or named[0] not in {"country", "region"} or key in language.nouns:
        return None
    kind, name, iso, _ = named
    land = land_name(iso)
    if kind == "region" and not (_is_inside(text, start, language) or _is_ours(iso, language)):
        return None
    levels = tuple(dict.fromkeys(filter(None, (name, land))))
    return Place(start, end, text[start:end], kind, levels, land, 5)


def _city(key: str, text: str, start: int, end: int, language: Language) -> Place | None:
    """Return the city a name is, where it stands like one or no other word is meant."""
    first = key.split(" ")[0]
    known = city(key) or city(plain_key(key, language))
    if known is None or not (name_sizes(first) or name_sizes(plain_key(first, language))):
        return None
    inside, near = _is_inside(text, start, language), _is_labelled(text, start, end)
    biggest = max(spot.size for spot in known[2])
    ours = max((spot.size for spot in known[2] if _is_ours(spot.iso, language)), default=0)
    lone = language.nouns_capitalised and ours >= _LONE and not is_surname(key) and first_name(key) is None
    big = ours >= _BIG or lone or biggest >= _HUGE or (inside and (ours >= _TOWN or biggest >= _ELSEWHERE))
    if not near and (not big or (key in language.nouns and not (inside and ours >= _BIG))):
        return None
    levels = _of_city(text[start:end], language)
    country = levels[-1] if levels else None
    return Place(start, end, text[start:end], "city", levels, country, 5 if inside or near else 4)


def _part_of_town(key: str, text: str, start: int, end: int, language: Language) -> Place | None:
    """Return the town of a name that goes on with a part of it: ``Köln-Nippes``."""
    town, hyphen, part = key.partition("-")
    at = start + len(text[start:end].partition("-")[0])
    if not hyphen or not part or town in language.nouns or not text[at + 1 : at + 2].isupper():
        return None
    found = _own(town, text, start, at, language) or _city(town, text, start, at, language)
    if found is None or found.kind != "city":
        return None
    return replace(found, end=end, text=text[start:end])


def _is_labelled(text: str, start: int, end: int) -> bool:
    """Tell whether a name stands after a postcode, before a date, or in capitals at the head of a report."""
    head = text[max(0, start - 1) : start] in {"", "\n"} and text[end : end + 1] in {".", ","}
    shouted = head and text[start:end].isupper()
    return shouted or bool(_POSTCODE.search(text, max(0, start - 8), start)) or bool(_DATELINE.match(text, end))


def _is_inside(text: str, start: int, language: Language) -> bool:
    """Tell whether a word such as "in" stands before a position."""
    return word_before(text, start).lower() in language.words("places", "before")


def _is_ours(iso: str, language: Language) -> bool:
    land = land_name(iso)
    return land is not None and fold(land) in {fold(name) for name in language.countries}
