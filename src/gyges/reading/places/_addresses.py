"""Addresses, from a street with its number up to the town, and homes no gazetteer lists ("his place in Section 58")."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word, words
from gyges.reading.lexicon._names import title
from gyges.reading.page._forms import find_forms, pattern, patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue, Spans
from gyges.reading.places._gazetteer import Place
from gyges.reading.time._dates import months

_MORE = 4  # parts after the street
_REST, _BEFORE, _PART, _STREET = patterns("addresses", "rest before part street")
_CALENDAR = words("calendar")
_HOME = pattern("homes.home")
_DISTRICT = 3


def with_addresses(text: str, places: Sequence[Place]) -> list[Place]:
    """Return the places of a text with every address, from its street to its town, as one place."""
    starts = [place.start for place in places]
    kept: list[Place] = []
    for place in places:
        if kept and kept[-1].kind == "street" and place.start < kept[-1].end:
            continue  # a part of the address before
        kept.append(_address(text, place, places, starts) if place.kind == "street" else place)
    return kept


def _address(text: str, street: Place, places: Sequence[Place], starts: list[int]) -> Place:
    start, end = street.start, street.end
    line = max(text.rfind("\n", 0, start) + 1, start - 30)
    before = _BEFORE.search(text, line, start)
    start = before.start() if before else start
    rest = _REST.match(text, end)
    end = rest.end() if rest else end
    head = [text[start:end]]
    names: list[str] = []
    town: Place | None = None
    for _ in range(_MORE):
        part = _PART.match(text, end)
        if part is None:
            break
        name = part.group(1)
        known = _known(places, starts, part.start(1), part.end(1))
        if known is None and not names and town is None and _STREET.search(name):
            head.append(name)
        elif known is not None:
            names += [] if town is None else [town.levels[0]]
            names += [] if known.kind == "city" or name in known.levels else [name]
            town = known
        elif town is None:
            names.append(name)
        else:
            break
        end = part.end(1)
    tail = town.levels if town is not None else () if names else street.levels[1:]
    country = town.country if town is not None else street.country
    levels = tuple(dict.fromkeys((", ".join(head), *names, *tail)))
    return Place(start, end, text[start:end], "street", levels, country, 5)


def _known(places: Sequence[Place], starts: list[int], start: int, end: int) -> Place | None:
    """Return the place, other than a street or a postcode, that lies in a stretch of the text."""
    for place in places[max(0, bisect_left(starts, start) - 1) : bisect_left(starts, end)]:
        if place.start < end and start < place.end and place.kind not in {"demonym", "street", "postcode"}:
            return place
    return None


def with_homes(page: Page, places: Sequence[Place], taken: Sequence[tuple[int, int]]) -> list[Place]:
    """Add places that are known only because somebody lives there."""
    text = page.text
    busy = Spans([*taken, *((place.start, place.end) for place in places)])
    added = list(places)
    for match in page.each(_HOME):
        start, end = match.span("name")
        parts = match["name"].split()
        if busy.meets(start, end) or parts[0].lower() in _CALENDAR or title(parts[0]) is not None:
            continue
        plain = all(is_common_word(part) or part.isdigit() for part in parts)
        if plain and (len(parts) == 1 or not parts[-1].isdigit()):
            continue
        if text[end : end + 2] in {"'s", "’s"}:
            continue
        added.append(Place(start, end, match["name"], "district", (match["name"],), None, _DISTRICT))
    return sorted(added, key=lambda place: (place.start, place.end))


_LEFT, _NUMBER, _TAIL, _SHORT_TAIL, _ASKED = patterns("postal", "left number tail short_tail asked")
_STREET_ENDS = tuple(words("postal_street_ends"))
_REACH, _ASKED_REACH, _LONGEST = 64, 24, 4


def find_postal(page: Page) -> Iterator[Cue]:
    """Yield addresses that a number behind a name, with what follows or leads it, gives away."""
    text = page.text
    for start, end in page.digits:
        if end - start > _LONGEST or text[start - 1 : start] != " ":
            continue
        left = _LEFT.search(text, max(0, start - _REACH), start) if text[start - 2 : start - 1].strip() else None
        if left and (stop := _address_end(text, start, left)):
            yield Cue(left.start(), stop, "LOC", True)
    yield from find_forms(page, "postal")


def _address_end(text: str, start: int, left: re.Match[str]) -> int | None:
    """Return where an address ends whose house number starts here; None if the number is none of a house."""
    number = _NUMBER.match(text, start)
    parts = fold(left[0].rstrip(" .,")).split()
    if number is None or not parts or any(part in months() or part in words("no_code_before") for part in parts):
        return None
    if parts[-1].endswith(_STREET_ENDS):  # "Gudrunsvej 80"
        tail = _TAIL.match(text, number.end()) or _SHORT_TAIL.match(text, number.end())
        return tail.end() if tail else number.end()
    kind = (left["kind"] or "").strip(" .").lower()
    if kind and kind not in words("street_kinds"):
        return None
    if tail := _TAIL.match(text, number.end()):
        return tail.end()
    asked = _ASKED.search(text, max(0, left.start() - _ASKED_REACH), left.start())
    tail = _SHORT_TAIL.match(text, number.end()) if kind or asked else None
    return tail.end() if tail else None
