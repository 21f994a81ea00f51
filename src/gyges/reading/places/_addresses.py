"""Addresses: a street with its number, the parts of the town after it, up to the town."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from gyges.reading.places._find import Place

__all__ = ["with_addresses"]

_MORE = 4  # parts after the street
_NAME = r"[^\W\d_a-zà-öø-ÿ][\w'’-]*"
_POSTCODE = r"(?:[A-Z]{0,2}-?\d[\dA-Z -]{2,7}\s)?"
_PART = re.compile(rf",\s?{_POSTCODE}({_NAME}(?:\s{_NAME}){{0,3}}?)(?:\s[A-Z\d][A-Z\d ]{{2,8}})?(?=[,.;)\n]|\s\(|\s?$)")
_REST = re.compile(
    r"\.\s?\d{1,4}(?=[,\s])|,\s?(?:Unit|Flat|Apt\.?|Suite|Room|Floor|House)\s\w{1,6}(?=,)", re.IGNORECASE
)
_BEFORE = re.compile(
    rf"(?:(?:{_NAME}\s){{1,3}}\d{{1,3}}[a-zA-Z]?,\s|(?:flat|unit|apt\.?|room)\s\w{{1,5}},\s"
    r"|(?:\brow |\bterrace )?\b(?:house|flat|villa|block|plot|no\.?|unit)\s)$",
    re.IGNORECASE,
)
_STREET = re.compile(r"(?i)\b(?:street|road|avenue|lane|drive|terrace|court|close|crescent|way|estate|tower)\b|\d")


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
