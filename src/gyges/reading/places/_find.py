"""Places in a text: countries, regions, cities, districts, streets, postcodes, demonyms."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gyges.reading.lexicon._load import common_words, is_common_word, words
from gyges.reading.lexicon._names import country, first_name, is_surname
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._spans import Spans, apart
from gyges.reading.page._wanted import Wanted
from gyges.reading.places._gazetteer import (
    Namesake,
    Place,
    PlaceKind,
    abbreviations,
    city,
    city_rows,
    initials,
    land_name,
    landmarks,
    name_sizes,
    named_places,
    region_names,
    second_words,
)
from gyges.reading.places._streets import (
    NAME_WEIGHT,
    PLACE_LABEL,
    STREET_WORDS,
    find_streets,
    is_dateline,
    unlisted,
    usual_name,
)  # fmt: skip


class _Hit(NamedTuple):
    """A name found in the text, not yet resolved.

    Certainty 1 and 2 need support: from the place that follows after a comma, or (2) from anywhere in the text.
    """

    first: int
    last: int
    start: int
    end: int
    kind: PlaceKind
    name: str
    spots: tuple[Namesake, ...]
    certainty: int


class _Near(NamedTuple):
    """What stands around a name."""

    inside: bool
    towards: bool
    comma: bool
    label: bool
    opens: bool
    street: bool
    in_name: bool


_SMALL, _TOWN, _RIVAL, _BIG, _CITY, _HUGE, _METROPOLIS = 40, 42, 45, 47, 50, 57, 60
_IN = words("places.in")
_TO = words("places.to")
_TITLES = words("places.titles")
_TALK = words("places.talk") | words("places.own")
_THING = words("places.thing")
_PERSON = words("places.person")
_NO_LOWER = words("places.no_lower")
_NEVER = words("places.never")
_OPENERS = words("places.openers")
_SAFE = words("places.safe")
_ROUTE = re.compile(r"([^\W\d_]+)[-–]([^\W\d_]+)")
_ENDS = re.compile(r"\s*(?:[,;:.)\n]|$)")


def _bare(key: str) -> str:
    return key[:-2] if key.endswith("'s") else key


@Wanted
def _may_begin(key: str) -> bool:
    return bool(name_sizes(_bare(key))) or "-" in key


def _hits(page: Page) -> Iterator[_Hit]:
    """Yield every name of the tables that stands in the text, longest first, without overlap."""
    text, words, free = page.text, page.words, 0
    common, seconds = common_words(), second_words()
    tables = city_rows(), named_places(), landmarks()
    for index in page.where(_may_begin):
        start, end, raw = words[index]
        if raw in common and not text[start].isupper() and raw not in _OPENERS:
            continue
        possible = name_sizes(_bare(raw))
        if not possible:
            if text[start].isupper():
                yield from _halves(text, index, start, end)
            continue
        if index < free or text[start - 1 : start] in {"_", "@"} or text[end : end + 1] in {"_", "@"}:
            continue
        alone = _bare(page.key(index + 1)) not in seconds
        for count in (1,) if alone and 1 in possible else () if alone else possible:
            part = words[index : index + count]
            key = _bare(raw if count == 1 else " ".join([word[2] for word in part]))
            if len(part) < count or not any(key in table for table in tables):
                continue
            if count > 1 and any(after[0] - before[1] > 2 for before, after in pairwise(part)):
                continue
            stop = part[-1][1] - 2 * part[-1][2].endswith("'s")
            if hit := _look_up(page, _Hit(index, index + count - 1, start, stop, "city", key, (), 0)):
                yield hit
                free = index + count
                break


def _halves(text: str, index: int, start: int, end: int) -> Iterator[_Hit]:
    """Both ends of a route such as ``Nairobi-Lusaka``."""
    ends = _ROUTE.fullmatch(text, start, end)
    found = [city(part.lower()) for part in ends.groups()] if ends else []
    if ends and all(entry and entry[0] in {"", "d"} and entry[2][0].size >= _CITY for entry in found):
        for group, entry in enumerate(found, 1):
            yield _Hit(index, index, *ends.span(group), "city", ends[group], entry[2] if entry else (), 3)


def _look_up(page: Page, raw: _Hit) -> _Hit | None:
    key, capital = raw.name, page.capital(raw.first)
    mark = landmarks().get(key)
    if mark and mark[1] > 1 and (capital or (mark[1] >= 4 and not is_common_word(key))):
        return raw._replace(kind="landmark", certainty=mark[1])
    named = named_places().get(key)
    if named:
        kind, name, iso, code = named
        hit = raw._replace(kind=kind, name=name, spots=(Namesake(iso, code, 0),))
        if not capital:
            return _lower_named(hit, key)
        if kind == "demonym":
            return _demonym(page, hit, key)
        if kind == "country" or _is_region(page, raw, iso):
            return _country_or_region(page, hit, key)
    found = city(key)
    if key in _NEVER or found is None:
        return None
    return _city_hit(page, raw, *found) if capital else _small_city(page, raw, *found)


def _lower_named(hit: _Hit, key: str) -> _Hit | None:
    word = len(key) > 4 and not is_common_word(key) and first_name(key) is None
    people = hit.kind == "demonym" and key.endswith(("ese", "ish", "ian", "ean", "can"))
    return hit._replace(certainty=4) if key not in _NO_LOWER and (word or people) else None


def _demonym(page: Page, hit: _Hit, key: str) -> _Hit | None:
    before, after = _beside(page, hit)
    if usual_name(key) and before not in {"a", "an", "the", "is", "are"}:
        return None
    language = after in _THING or (before in _TALK and after not in _PERSON)
    sure = 2 if language else 3 if key == "english" and after not in _PERSON else 5
    return hit._replace(certainty=sure)


def _is_region(page: Page, raw: _Hit, iso: str) -> bool:
    """Whether a name that a region shares with a city means the region."""
    found = city(raw.name)
    if found is None or (raw.first != raw.last and found[2][0].size < _BIG):
        return True
    if raw.first and page.gap(raw.first - 1).strip(" ") == "," and page.capital(raw.first - 1):
        return True
    return found[2][0].iso != iso or region_names().get((iso, found[2][0].region)) != named_places()[raw.name][1]


def _country_or_region(page: Page, hit: _Hit, key: str) -> _Hit | None:
    near = _near(page, hit)
    if _part_of_person(page, hit, key) or near.street or (_generic(key) and not near.inside):
        return None
    risky = (hit.first == hit.last and usual_name(key)) or is_common_word(key)
    if risky and not (near.inside or near.towards or near.comma or near.label) and key not in _SAFE:
        return None
    return hit._replace(certainty=4 if risky or (hit.kind == "region" and is_surname(key)) else 5)


def _generic(key: str) -> bool:
    parts = key.split(" ")
    of_compass = parts[0] in words("places.compass") and parts[-1] in words("places.parts")
    return of_compass or key in words("places.generic")


def _beside(page: Page, hit: _Hit) -> tuple[str, str]:
    """Return the words before and after a name, over an article or a point of the compass."""
    first, last = hit.first, hit.last
    before = page.key(first - 1) if first and len(page.gap(first - 1)) <= 2 else ""
    if before in words("places.over") and page.key(first - 2) in _IN | _TO:
        before = page.key(first - 2)
    return before, page.key(last + 1) if last + 1 < len(page.words) and len(page.gap(last)) == 1 else ""


def _near(page: Page, hit: _Hit) -> _Near:
    before, after = _beside(page, hit)
    left = page.text[max(0, hit.start - 14) : hit.start]
    bare = left.rstrip(" ")
    part = bool(after) and page.capital(hit.last + 1)
    return _Near(
        inside=before in _IN,
        towards=before in _TO,
        comma=_followed(page, hit.last),
        label=bool(PLACE_LABEL.search(left)) or (bare.endswith(",") and bool(_ENDS.match(page.text, hit.end))),
        opens=not bare or bare[-1] in '.!?:\n•*-–—"“([]|>',
        street=part and after in STREET_WORDS,
        in_name=part and page.gap(hit.last) == " ",
    )


def _followed(page: Page, last: int) -> bool:
    """Whether a comma and a country, region or its short form follow."""
    if last + 1 >= len(page.words) or page.gap(last).strip(" ") not in {",", "/", "(", "-", "|"}:
        return False
    start, end, key = page.words[last + 1]
    if page.text[start:end] in abbreviations() or f"{key} {page.key(last + 2)}" in named_places():
        return True
    found = city(key)
    big = found and found[0] in {"", "d"} and found[2][0].size >= _BIG
    return page.capital(last + 1) and bool(big or key in named_places())


def _part_of_person(page: Page, hit: _Hit, key: str) -> bool:
    """Whether the name stands inside a person's name: after a title or first name, or before a surname."""
    first, last = hit.first, hit.last
    gap, before = (page.gap(first - 1), page.key(first - 1)) if first else ("", "")
    if gap in {" ", ". "}:
        stat = first_name(before)
        named = (len(before) == 1 and gap == ". ") or (stat and not stat.ambiguous and stat.weight >= NAME_WEIGHT)
        if before in _TITLES or (named and page.capital(first - 1) and before not in _IN | _TO):
            return True
    if last == first and last + 1 < len(page.words) and usual_name(key):
        right = page.key(last + 1)
        return page.gap(last) == " " and page.capital(last + 1) and is_surname(right) and right not in named_places()
    return False


def _small_city(page: Page, raw: _Hit, flags: str, shown: str, spots: tuple[Namesake, ...]) -> _Hit | None:
    """A city in small letters: a large one that is no word, or a town somebody is in."""
    before, _ = _beside(page, raw)
    size, placed = spots[0].size, before in _IN | _TO
    if len(raw.name) <= 4 or is_common_word(raw.name) or size < (_TOWN if placed else _CITY):
        return None
    if flags and not (flags == "d" and placed and size >= _HUGE):
        return None
    return raw._replace(name=_shown(shown, raw.name), spots=spots, certainty=4 if before in _IN else 3)


def _shown(shown: str, key: str) -> str:
    return shown.strip("=-") or _title(key)


def _city_hit(page: Page, raw: _Hit, flags: str, shown: str, spots: tuple[Namesake, ...]) -> _Hit | None:
    size, surface = spots[0].size, page.text[raw.start : raw.end]
    if surface.isupper() and len(raw.name) < 4 and not shown.startswith("="):
        return None
    near = _near(page, raw)
    if near.street or _part_of_person(page, raw, raw.name):
        return None
    sure = _city_certainty(flags.replace("d", ""), size, near, several=raw.last > raw.first)
    if size >= _SMALL and is_dateline(page.text, raw.start, raw.end):
        sure = max(sure, 4)
    if near.in_name and not near.comma and raw.name != "new york":
        sure = min(sure, 3 if size >= _BIG else 2)
    name = _shown(shown, raw.name) if shown.startswith("=") or surface.isupper() else surface
    return raw._replace(name=name, spots=spots, certainty=sure) if sure else None


def _city_certainty(flags: str, size: int, near: _Near, *, several: bool) -> int:
    """How sure a capitalised name is a city; 1 and 2 need support, 0 is none."""
    if not flags:
        if near.comma or near.label or near.inside:
            return 5 if size >= _TOWN or near.comma else 3
        if several or near.towards:
            return 5 if near.towards and size >= _BIG else 4 if size >= _TOWN else 2
        return 4 if size >= _BIG else 3 if size >= _TOWN and not near.opens else 1 if near.opens else 2
    if near.comma or near.label:
        return 4 if size >= _BIG and "w" not in flags else 2
    if several and size >= _CITY:
        return 4
    if "w" in flags:
        if near.opens or near.in_name:
            return 0
        return 4 if near.inside and size >= _CITY else 3 if size >= _CITY else 2 if near.inside and size >= _BIG else 0
    if near.inside:
        return 4 if size >= _TOWN else 2 if size >= _SMALL else 0
    if size >= _METROPOLIS:
        return 4
    if near.towards:
        return 4 if size >= _HUGE else 3 if size >= _CITY else 2 if size >= _TOWN else 0
    return 2 if size >= _HUGE else 0


def _title(key: str) -> str:
    return " ".join(word.capitalize() for word in key.split(" "))


def _weigh(hits: list[_Hit]) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """How much the text speaks for each country and region."""
    lands: Counter[str] = Counter()
    regions: Counter[tuple[str, str]] = Counter()
    for hit in hits:
        if hit.kind in {"country", "demonym"}:
            lands[hit.spots[0].iso] += 1 if hit.certainty < 3 else 3 if hit.kind == "country" else 2
        elif hit.kind == "region":
            lands[hit.spots[0].iso] += 3
            regions[hit.spots[0].iso, hit.spots[0].region] += 3
        elif hit.kind == "landmark":
            land = country(landmarks()[hit.name][0][-1])
            if land:
                lands[land.iso2] += 2
        elif hit.certainty >= 3:
            first = hit.spots[0]
            rival = max((spot.size for spot in hit.spots[1:] if spot.iso != first.iso), default=0)
            if first.size - rival >= 6 and rival < _RIVAL:
                lands[first.iso] += 1 + (first.size >= _BIG)
    return lands, regions


def _resolve(page: Page, hits: list[_Hit]) -> Iterator[Place]:
    lands, regions = _weigh(hits)
    following: Place | None = None
    for hit in reversed(hits):
        joined = following if following and _joined(page.text, hit.end, following.start) else None
        if place := _settle(page, hit, joined, lands, regions):
            yield place
            following = place


def _joined(text: str, end: int, start: int) -> bool:
    return 0 < start - end <= 4 and text[end:start].strip(" ") in {",", "(", "/", "-", ""}


def _settle(
    page: Page, hit: _Hit, after: Place | None, lands: Counter[str], regions: Counter[tuple[str, str]]
) -> Place | None:
    surface, sure = page.text[hit.start : hit.end], hit.certainty
    levels: tuple[str | None, ...] = (hit.name,)
    land: str | None = hit.name
    if hit.kind == "landmark":
        levels, sure = landmarks()[hit.name]
        levels, land = levels if sure < 5 else (_capitalised(surface, hit.name), *levels), levels[-1]
    elif hit.kind == "region":
        land = land_name(hit.spots[0].iso)
        levels = (hit.name, land)
    elif hit.kind == "city":
        state = _state_after(page, hit)
        total = sum(lands.values()) or 1
        best = max(hit.spots, key=lambda spot: _score(spot, after, state, lands[spot.iso] / total, regions))
        land = land_name(best.iso)
        backed = bool(state) or (after is not None and after.country == land)
        if sure <= 2:
            sure = 3 if backed or lands[best.iso] > (0 if sure == 2 else 2) else 0
        rival = max((spot.size for spot in hit.spots if spot.iso != best.iso), default=0)
        if rival > best.size - 3 and not backed and not lands[best.iso]:
            sure = min(sure, 3)
        levels = _levels(hit.name, best, state, after)
    kept = tuple(dict.fromkeys(level for level in levels if level))
    return Place(hit.start, hit.end, surface, hit.kind, kept, land, sure) if sure else None


def _capitalised(surface: str, key: str) -> str:
    return surface if surface[0].isupper() else _title(key)


def _score(
    spot: Namesake,
    after: Place | None,
    state: tuple[str, str, str] | None,
    share: float,
    regions: Counter[tuple[str, str]],
) -> float:
    score = spot.size + 18 * share + 12 * bool(regions[spot.iso, spot.region])
    if after and after.country == land_name(spot.iso):
        score += 15 + 15 * (region_names().get((spot.iso, spot.region)) in after.levels)
    return score + 60 * (state is not None and (spot.iso, spot.region) == state[1:])


def _state_after(page: Page, hit: _Hit) -> tuple[str, str, str] | None:
    """The region whose short form follows after a comma, as in ``Milwaukee, WI``."""
    if hit.last + 1 >= len(page.words):
        return None
    start, end, _ = page.words[hit.last + 1]
    short = page.text[start:end]
    if page.text[hit.end : start].strip() != "," or not (short.isupper() or page.text[end : end + 1] == "."):
        return None
    here = {(spot.iso, spot.region) for spot in hit.spots}
    return next((row for row in abbreviations().get(short.upper(), ()) if row[1:] in here), None)


def _levels(
    name: str, spot: Namesake, state: tuple[str, str, str] | None, after: Place | None
) -> tuple[str | None, ...]:
    land = land_name(spot.iso)
    region = region_names().get((spot.iso, spot.region))
    if after is not None and after.kind == "region" and after.country == land:
        region = after.levels[0]
    elif not (spot.iso == "US" or state) or name in {"New York City", "New York", "Washington"}:
        region = None
    return name, region, land


def find_places(text: str | Page) -> list[Place]:
    """Return the places of a text in their order, without overlap."""
    return list(_find(page_of(text)))


@once_a_page
def _find(page: Page) -> tuple[Place, ...]:
    streets = apart(find_streets(page))
    inside = Spans((span.start, span.end) for span in streets)
    hits = [hit for hit in _hits(page) if not inside.meets(hit.start, hit.end)]
    return tuple(unlisted(page, [*_resolve(page, hits), *initials(page.text)], streets))
