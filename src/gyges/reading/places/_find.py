"""Places in a text: countries, regions, cities, districts, streets, postcodes, demonyms."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gyges.reading.lexicon._countries import country
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._vocabulary import common_words, is_common_word
from gyges.reading.page._page import Page, Wanted, once_a_page, page_of
from gyges.reading.page._spans import apart
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
    is_capital,
    is_dateline,
    unlisted,
    usual_name,
)  # fmt: skip

__all__ = ["Place", "PlaceKind", "find_places"]


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

    before: str
    after: str
    inside: bool
    towards: bool
    comma: bool
    label: bool
    opens: bool
    in_name: bool


_Words = tuple[tuple[int, int, str], ...]
_SMALL, _TOWN, _RIVAL, _BIG, _CITY, _HUGE, _METROPOLIS = 40, 42, 45, 47, 50, 57, 60
_IN = words("places.in")
_TO = words("places.to")
_TITLES = words("places.titles")
_TALK = words("places.talk")
_OWN = words("places.own")
_THING = words("places.thing")
_PERSON = words("places.person")
_NO_LOWER = words("places.no_lower")
_NEVER = words("places.never")
_OPENERS = words("places.openers")
_SAFE = words("places.safe")


def _bare(key: str) -> str:
    return key[:-2] if key.endswith("'s") else key


@Wanted
def _may_begin(key: str) -> bool:
    return bool(name_sizes(_bare(key))) or "-" in key


def _hits(page: Page) -> Iterator[_Hit]:
    """Yield every name of the tables that stands in the text, longest first, without overlap."""
    text, words = page.text, page.words
    common, seconds, free = common_words(), second_words(), 0
    cities, named, marks = city_rows(), named_places(), landmarks()
    for index in page.where(_may_begin):
        start, end, raw = words[index]
        if raw in common and not text[start].isupper() and raw not in _OPENERS:
            continue
        possible = name_sizes(_bare(raw))
        if not possible:
            if "-" in raw and text[start].isupper():
                yield from _halves(text, index, start, end)
            continue
        if index < free or text[start - 1 : start] in {"_", "@"} or text[end : end + 1] in {"_", "@"}:
            continue
        alone = index + 1 == len(words) or _bare(words[index + 1][2]) not in seconds
        for count in possible:
            if alone and count > 1:
                continue
            part = words[index : index + count]
            key = _bare(raw if count == 1 else " ".join([word[2] for word in part]))
            if len(part) < count or not (key in cities or key in named or key in marks):
                continue
            if count > 1 and any(after[0] - before[1] > 2 for before, after in pairwise(part)):
                continue
            stop = part[-1][1] - 2 * part[-1][2].endswith("'s")
            hit = _look_up(text, words, _Hit(index, index + count - 1, start, stop, "city", key, (), 0))
            if hit:
                yield hit
                free = index + count
                break


def _halves(text: str, index: int, start: int, end: int) -> Iterator[_Hit]:
    """Both ends of a route such as ``Nairobi-Lusaka``."""
    ends = re.fullmatch(r"([^\W\d_]+)[-–]([^\W\d_]+)", text[start:end])
    found = [city(part.lower()) for part in ends.groups()] if ends else []
    if ends and all(entry and entry[0] in {"", "d"} and entry[2][0].size >= _CITY for entry in found):
        for group, entry in zip((1, 2), found, strict=True):
            if entry:
                first, last = start + ends.start(group), start + ends.end(group)
                yield _Hit(index, index, first, last, "city", ends[group], entry[2], 3)


def _look_up(text: str, words: _Words, raw: _Hit) -> _Hit | None:
    key, start = raw.name, raw.start
    capital = text[start].isupper()
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
            return _demonym(words, hit, key)
        near = _near(text, words, raw)
        if kind == "country" or _is_region(text, words, raw, iso):
            return _country_or_region(text, words, hit, key, near)
    if key in _NEVER or key not in city_rows():
        return None
    return _city_hit(text, words, raw, capital)


def _lower_named(hit: _Hit, key: str) -> _Hit | None:
    word = len(key) > 4 and not is_common_word(key) and first_name(key) is None
    people = hit.kind == "demonym" and key.endswith(("ese", "ish", "ian", "ean", "can"))
    return hit._replace(certainty=4) if key not in _NO_LOWER and (word or people) else None


def _demonym(words: _Words, hit: _Hit, key: str) -> _Hit | None:
    before, after = _beside(words, hit.first, hit.last)
    if usual_name(key) and before not in {"a", "an", "the", "is", "are"}:
        return None
    language = after in _THING or (before in _TALK | _OWN and after not in _PERSON)
    sure = 2 if language else 3 if key == "english" and after not in _PERSON else 5
    return hit._replace(certainty=sure)


def _is_region(text: str, words: _Words, raw: _Hit, iso: str) -> bool:
    """Whether a name that a region shares with a city means the region."""
    found = city(raw.name)
    if found is None or (raw.first != raw.last and found[2][0].size < _BIG):
        return True
    if (
        raw.first
        and text[words[raw.first - 1][1] : raw.start].strip(" ") == ","
        and is_capital(text, words[raw.first - 1])
    ):
        return True
    return found[2][0].iso != iso or region_names().get((iso, found[2][0].region)) != named_places()[raw.name][1]


def _country_or_region(text: str, words: _Words, hit: _Hit, key: str, near: _Near) -> _Hit | None:
    if _part_of_person(text, words, hit, key) or (_generic(key) and not near.inside):
        return None
    risky = (hit.first == hit.last and usual_name(key)) or is_common_word(key)
    if risky and not (near.inside or near.towards or near.comma or near.label) and key not in _SAFE:
        return None
    if near.after in STREET_WORDS and is_capital(text, words[hit.last + 1]):
        return None
    return hit._replace(certainty=4 if risky or (hit.kind == "region" and is_surname(key)) else 5)


def _generic(key: str) -> bool:
    parts = key.split(" ")
    return key in {"highlands", "midwest", "west coast", "plateau"} or (
        parts[-1] in {"region", "province", "coast", "state", "island"}
        and parts[0] in {"central", "eastern", "western", "northern", "southern", "north", "south", "west", "east"}
    )


def _beside(words: _Words, first: int, last: int) -> tuple[str, str]:
    before = words[first - 1][2] if first and words[first][0] - words[first - 1][1] <= 2 else ""
    if before in {"the", "old", "west", "east", "north", "south"} and first > 1 and words[first - 2][2] in _IN | _TO:
        before = words[first - 2][2]
    after = words[last + 1][2] if last + 1 < len(words) and words[last + 1][0] - words[last][1] == 1 else ""
    return before, after


def _near(text: str, words: _Words, hit: _Hit) -> _Near:
    before, after = _beside(words, hit.first, hit.last)
    left = text[max(0, hit.start - 14) : hit.start]
    bare = left.rstrip(" ")
    opens = not bare or bare[-1] in '.!?:\n•*-–—"“([]|>'
    part = bool(after) and is_capital(text, words[hit.last + 1]) and text[words[hit.last][1]] == " "
    label = bool(PLACE_LABEL.search(left)) or (
        bare.endswith(",") and re.match(r"\s*(?:[,;:.)\n]|$)", text[hit.end :]) is not None
    )
    return _Near(before, after, before in _IN, before in _TO, _followed(text, words, hit.last), label, opens, part)


def _followed(text: str, words: _Words, last: int) -> bool:
    """Whether a comma and a country, region or its short form follow."""
    if last + 1 >= len(words):
        return False
    start, end, key = words[last + 1]
    gap = text[words[last][1] : start]
    if gap.strip(" ") not in {",", "/", "(", "-", "|"}:
        return False
    if text[start:end] in abbreviations() or (key in named_places() and text[start].isupper()):
        return True
    pair = f"{key} {words[last + 2][2]}" if last + 2 < len(words) else ""
    found = city(key)
    return pair in named_places() or bool(
        found and found[0] in {"", "d"} and found[2][0].size >= _BIG and text[start].isupper()
    )


def _part_of_person(text: str, words: _Words, hit: _Hit, key: str) -> bool:
    """Whether the name stands inside a person's name: after a title or first name, or before a surname."""
    first, last = hit.first, hit.last
    if first:
        left = words[first - 1]
        gap = text[left[1] : hit.start]
        if gap in {" ", ". "}:
            if left[2] in _TITLES:
                return True
            if is_capital(text, left) and left[2] not in _IN | _TO:
                stat = first_name(left[2])
                initial = left[1] - left[0] == 1 and gap == ". "
                if initial or (stat and not stat.ambiguous and stat.weight >= NAME_WEIGHT):
                    return True
    if last == first and last + 1 < len(words) and usual_name(key):
        right = words[last + 1]
        if text[hit.end : right[0]] == " " and is_capital(text, right):
            return is_surname(right[2]) and right[2] not in named_places()
    return False


def _city_hit(text: str, words: _Words, raw: _Hit, capital: bool) -> _Hit | None:
    key = raw.name
    found = city(key)
    if found is None:
        return None
    flags, shown, spots = found
    size = spots[0].size
    surface = text[raw.start : raw.end]
    as_written = capital and not surface.isupper()
    name = shown[1:] if shown.startswith("=") else surface if as_written else shown.strip("-") or _title(key)
    hit = raw._replace(name=name, spots=spots)
    if not capital:
        before, _ = _beside(words, raw.first, raw.last)
        strong = size >= _CITY or (before in _IN | _TO and size >= _TOWN)
        known = size >= _HUGE and before in _IN | _TO
        good = strong and len(key) > 4 and (not flags or (flags == "d" and known)) and not is_common_word(key)
        return hit._replace(certainty=4 if before in _IN else 3) if good else None
    if surface.isupper() and len(key) < 4 and not shown.startswith("="):
        return None
    near = _near(text, words, raw)
    if (near.after in STREET_WORDS and is_capital(text, words[raw.last + 1])) or _part_of_person(text, words, raw, key):
        return None
    sure = _city_certainty(flags.replace("d", ""), size, near, several=raw.last > raw.first)
    if size >= _SMALL and is_dateline(text, raw.start, raw.end):
        sure = max(sure, 4)
    if near.in_name and not (near.comma or key in {"new york"}):
        sure = min(sure, 3 if size >= _BIG else 2)
    return hit._replace(certainty=sure) if sure else None


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


def _resolve(text: str, words: _Words, hits: list[_Hit]) -> Iterator[Place]:
    lands, regions = _weigh(hits)
    following: Place | None = None
    for hit in reversed(hits):
        joined = following if following and _joined(text, hit.end, following.start) else None
        place = _settle(text, words, hit, joined, lands, regions)
        if place:
            yield place
            following = place


def _joined(text: str, end: int, start: int) -> bool:
    return 0 < start - end <= 4 and text[end:start].strip(" ") in {",", "(", "/", "-", ""}


def _settle(
    text: str, words: _Words, hit: _Hit, after: Place | None, lands: Counter[str], regions: Counter[tuple[str, str]]
) -> Place | None:
    surface = text[hit.start : hit.end]
    if hit.kind == "landmark":
        levels, sure = landmarks()[hit.name]
        whole = levels if sure < 5 else (surface if surface[0].isupper() else _title(hit.name), *levels)
        return Place(hit.start, hit.end, surface, "landmark", tuple(dict.fromkeys(whole)), levels[-1], sure)
    if hit.kind in {"country", "demonym"}:
        return Place(hit.start, hit.end, surface, hit.kind, (hit.name,), hit.name, hit.certainty)
    if hit.kind == "region":
        land = land_name(hit.spots[0].iso)
        return Place(
            hit.start, hit.end, surface, "region", (hit.name, land) if land else (hit.name,), land, hit.certainty
        )
    state = _state_after(text, words, hit)
    total = sum(lands.values()) or 1
    best = max(hit.spots, key=lambda spot: _score(spot, after, state, lands[spot.iso] / total, regions))
    backed = bool(state) or (after is not None and after.country == land_name(best.iso))
    sure = hit.certainty
    if sure <= 2:
        sure = 3 if backed or lands[best.iso] > (0 if sure == 2 else 2) else 0
    rival = max((spot.size for spot in hit.spots if spot.iso != best.iso), default=0)
    if rival > best.size - 3 and not backed and not lands[best.iso]:
        sure = min(sure, 3)
    if not sure:
        return None
    levels = _levels(hit.name, best, state, after)
    return Place(hit.start, hit.end, surface, "city", levels, land_name(best.iso), sure)


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


def _state_after(text: str, words: _Words, hit: _Hit) -> tuple[str, str, str] | None:
    """The region whose short form follows after a comma, as in ``Milwaukee, WI``."""
    if hit.last + 1 >= len(words):
        return None
    start, end, _ = words[hit.last + 1]
    if text[hit.end : start].strip() != "," or end - start > 5:
        return None
    short = text[start:end]
    rows = abbreviations().get(short.upper()) if short.isupper() or text[end : end + 1] == "." else None
    here = {(spot.iso, spot.region) for spot in hit.spots}
    return next((row for row in rows or () if row[1:] in here), None)


def _levels(name: str, spot: Namesake, state: tuple[str, str, str] | None, after: Place | None) -> tuple[str, ...]:
    land = land_name(spot.iso)
    region = region_names().get((spot.iso, spot.region))
    if after is not None and after.kind == "region" and after.country == land:
        region = after.levels[0]
    elif not (spot.iso == "US" or state) or name in {"New York City", "New York", "Washington"}:
        region = None
    return tuple(dict.fromkeys(level for level in (name, region, land) if level))


def find_places(text: str | Page) -> list[Place]:
    """Return the places of a text in their order, without overlap."""
    return list(_find(page_of(text)))


@once_a_page
def _find(page: Page) -> tuple[Place, ...]:
    text, words = page.text, page.words
    streets = apart(find_streets(page))
    inside = [(span.start, span.end) for span in streets]
    hits = [hit for hit in _hits(page) if not any(start < hit.end and hit.start < end for start, end in inside)]
    return tuple(unlisted(page, [*_resolve(text, words, hits), *initials(text)], streets))
