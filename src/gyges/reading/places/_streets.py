"""Streets, districts and postcodes: places that no table lists, known by the words around them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name
from gyges.reading.page._forms import find_forms, patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue, apart
from gyges.reading.page._wanted import Wanted
from gyges.reading.places._gazetteer import Place, PlaceKind, land_name

PLACE_LABEL, _COMPOUND, _NUMBER_LEFT, _NUMBER_RIGHT, _UNIT, _CODE_LEFT, _CODE_RIGHT, _TO_TOWN = patterns(
    "streets", "place_label compound number_left number_right unit code_left code_right to_town"
)
_DATED, _DATE_BEFORE, _LINE_END = patterns("streets", "dated date_before line_end")
STREET_WORDS = words("streets.street_words")
_SUFFIXES = STREET_WORDS - {"bridge", "roundabout", "bypass"} | words("streets.suffixes")
_PREFIXES = words("streets.prefixes")
_LINKS = words("streets.links")
_COMPOUND_ENDS = tuple(re.findall(r"[a-z]+", _COMPOUND.pattern))
_SHORTEST_COMPOUND = 7
_NO_DISTRICT = words("streets.no_district")
_MOST = 3  # words of a district
_MOST_OF_STREET, _MOST_AFTER_PREFIX = 4, 6
NAME_WEIGHT = 0.3
"""How usual a first name is from which on it is rather somebody's than a place's."""


def usual_name(key: str) -> bool:
    """Tell whether a word is a first name that many people have."""
    stat = first_name(key)
    return stat is not None and stat.weight >= NAME_WEIGHT


@Wanted
def _may_be_street(key: str) -> bool:
    return key in _SUFFIXES or key in _PREFIXES or key.endswith(_COMPOUND_ENDS)


def find_streets(page: Page) -> Iterator[Cue]:
    """Yield streets with their numbers: ``221b Harrow Lane``, ``Calle Mayor 12``, ``Hauptstraße 5``."""
    for index in page.where(_may_be_street):
        found = _by_suffix(page, index) or _by_prefix(page, index) or _compound(page, index)
        if found:
            yield found


def _street(page: Page, first: int, end: int, *, number: bool = True, alone: bool = True) -> Cue | None:
    """Return a street from a word on, with the number before or after it; None if it needs one and has none."""
    start = page.words[first][0]
    left = _NUMBER_LEFT.search(page.text[max(0, start - 24) : start])
    if left:
        unit = _UNIT.match(page.text, end)
        return Cue(start - len(left[0]), unit.end() if unit else end, "street", certainty=5)
    right = _NUMBER_RIGHT.match(page.text, end) if number else None
    if right is None and not alone:
        return None
    return Cue(start, right.end() if right else end, "street", certainty=5 if right else 3)


def _compound(page: Page, index: int) -> Cue | None:
    start, end, key = page.words[index]
    match = _COMPOUND.fullmatch(key) if page.capital(index) and end - start >= _SHORTEST_COMPOUND else None
    number = _NUMBER_RIGHT.match(page.text, end) if match else None
    if match is None or not (number or match[1]):
        return None
    return Cue(start, number.end() if number else end, "street", certainty=5 if number else 3)


def _by_suffix(page: Page, index: int) -> Cue | None:
    _, end, key = page.words[index]
    if key not in _SUFFIXES or not (page.capital(index) or key in words("streets.small")):
        return None
    first = _run(page, index - 1, -1, _MOST_OF_STREET, dots=True) if index and _is_close(page, index - 1) else None
    named = index + 1 < len(page.words) and page.words[index + 1][0] - end <= 2 and page.capital(index + 1)
    if first is None or (key == "dr" and named):
        return None
    end += key in words("streets.shortened") and page.text[end : end + 1] == "."
    if key in words("streets.turkish"):
        return _street(page, first, end)
    after = _NUMBER_RIGHT.match(page.text, end)
    if key in {"court", "house", "heights"} and after and "," not in after[0]:
        return _street(page, first, end)
    return _street(page, first, end, number=False, alone=key in words("streets.alone"))


def _by_prefix(page: Page, index: int) -> Cue | None:
    start, end, key = page.words[index]
    short = page.text[end : end + 1] == "."
    led = _NUMBER_LEFT.search(page.text[max(0, start - 16) : start]) is not None
    if key not in _PREFIXES or not (page.capital(index) or short or led):
        return None
    if key in words("streets.short_prefixes") and not short:
        return None
    last = index
    while last + 1 < len(page.words) and last - index < _MOST_AFTER_PREFIX:
        if page.gap(last) not in {" ", "'", "’"} and not (last == index and page.gap(last) == ". "):
            break
        after = page.key(last + 1)
        if not (page.capital(last + 1) or after in _LINKS or after.startswith(("d'", "l'"))):
            break
        last += 1
    while last > index and page.key(last) in _LINKS and not page.capital(last):
        last -= 1
    if not any(page.capital(at) for at in range(index + 1, last + 1)):
        return None
    linked = page.key(index + 1) in _LINKS
    numbered = led and key not in {"place", "passage", "via"}
    alone = linked or numbered or key not in words("streets.unsure_prefixes")
    return _street(page, index, page.words[last][1], alone=alone)


def _run(page: Page, index: int, step: int, most: int = _MOST, *, dots: bool = False) -> int | None:
    """Return where the run of capitals ends that goes on from a word to the left (-1) or to the right (1)."""
    end = None
    for at in takewhile(lambda at: 0 <= at < len(page.words), range(index, index + step * most, step)):
        if not page.capital(at) or page.key(at) in _NO_DISTRICT:
            break
        if end is not None and not (page.gap(min(at, end)) == " " or (dots and _is_close(page, min(at, end)))):
            break
        end = at
    return end


def _is_close(page: Page, index: int) -> bool:
    return page.gap(index) == " " or (page.gap(index) == ". " and len(page.key(index)) <= 2)


def _named_districts(page: Page) -> Iterator[tuple[int, int]]:
    """Yield districts named as such: ``the Alfama quarter``, ``Barangay San Jose``, ``the village of Biri``."""
    for index in page.where(words("streets.quarter") | words("streets.before_quarter")):
        key = page.key(index)
        if key in words("streets.quarter") and index and page.gap(index - 1) == " " and not page.capital(index):
            first = _run(page, index - 1, -1)
            if first is not None:
                yield page.words[first][0], page.words[index - 1][1]
        of = page.key(index + 1) == "of"
        at = index + 1 + of
        if key in words("streets.before_quarter") and at < len(page.words) and "\n" not in page.gap(at - 1):
            named = of or page.capital(index) or key in {"barangay", "brgy", "barrio"}
            last = _run(page, at, 1) if named and len(page.gap(at - 1)) <= 2 else None
            if last is not None:
                yield page.words[at][0], page.words[last][1]


def unlisted(page: Page, places: list[Place], streets: list[Cue]) -> list[Place]:
    """Add districts, streets and postcodes to the places found by name; in order, without overlap."""
    places = [*places, *_districts(page, {place.start: place for place in places}, streets)]
    by_start = {place.start: place for place in places}
    for span in streets:
        gap = _TO_TOWN.match(page.text, span.end)
        after = by_start.get(gap.end()) if gap else None
        above = after if after and after.kind != "demonym" else None
        places.append(_placed(page, span.start, span.end, "street", above, span.certainty, after))
    return apart([*places, *_postcodes(page, places)])


def _placed(
    page: Page, start: int, end: int, kind: PlaceKind, inside: Place | None, sure: int, near: Place | None = None
) -> Place:
    """Return a place inside another one."""
    surface, home = page.text[start:end], inside or near
    levels = (surface, *(inside.levels if inside else ()))
    return Place(start, end, surface, kind, levels, home.country if home else None, sure)


def is_dateline(text: str, start: int, end: int) -> bool:
    """Tell whether a town stands beside a date at the start of a line, as letters and reports open."""
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip(" >*") and _DATED.match(text, end):
        return True
    return bool(_LINE_END.match(text[end : end + 3]) and _DATE_BEFORE.search(text, max(0, start - 50), start))


def _districts(page: Page, places: Mapping[int, Place], streets: Sequence[Cue]) -> Iterator[Place]:
    cities = [place for place in places.values() if place.kind in {"city", "region"}]
    homes = {place.levels: place for place in cities if place.kind == "city" and place.certainty >= 4}
    for place in cities:  # "Claddagh, Galway"
        index = page.at(place.start)
        begins = index < len(page.words) and page.words[index][0] == place.start  # "Nairobi-Lusaka" is one word
        before = index and begins and page.gap(index - 1) == ", "
        first = _run(page, index - 1, -1) if before else None
        if first is not None and page.words[first][0] not in places and _may_be_district(page, first, streets):
            yield _placed(page, page.words[first][0], page.words[index - 1][1], "district", place, 4)
    home = next(iter(homes.values())) if len(homes) == 1 else None
    for start, end in _named_districts(page):
        if start not in places:
            yield _placed(page, start, end, "district", home, 4 if home else 3)


def _may_be_district(page: Page, index: int, streets: Sequence[Cue]) -> bool:
    if usual_name(page.key(index)):
        return False
    start = page.words[index][0]
    led = index > 0 and len(page.gap(index - 1)) == 1 and page.key(index - 1) in {"in", "near", "from", "at"}
    after_street = any(0 < start - street.end <= 2 for street in streets)
    return led or after_street or bool(PLACE_LABEL.search(page.text[max(0, start - 14) : start]))


def _postcodes(page: Page, places: Sequence[Place]) -> Iterator[Place]:
    """Yield postcodes beside a city (``75011 Paris``, ``Chennai 600042``), and those whose form is enough."""
    for place in places:
        if place.kind in {"city", "region"} and place.certainty > 1:
            if left := _CODE_LEFT.search(page.text[max(0, place.start - 12) : place.start]):
                yield _placed(page, place.start - len(left[0]), place.start - 1, "postcode", place, 4)
            if right := _CODE_RIGHT.match(page.text, place.end):
                yield _placed(page, *right.span(1), "postcode", place, 4)
    for cue in find_forms(page, "postcodes"):
        code, land = page.text[cue.start : cue.end], land_name(cue.kind)
        yield Place(cue.start, cue.end, code, "postcode", (code, land) if land else (code,), land, 4)
