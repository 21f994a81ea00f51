"""Addresses in spans: a number behind its street or before it, numbered parts, houses that have a name.

``Suur-Posti 18-4, 80010 Pärnu``, ``House 22, Road 7, Block C, Banani``, ``4 Fairlie Wynd, Prestwick``, ``rue Haute``.
"""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._forms import find_forms, patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.time._dates import months

__all__ = ["find_houses", "find_postal"]

_LEFT, _NUMBER, _TAIL, _SHORT_TAIL, _ASKED = patterns("postal", "left number tail short_tail asked")
_HOUSE, _NAMED, _NAMED_CLOSED, _STREET, _NUMBERED = patterns("houses", "house named named_closed street numbered")
_PART, _PART_NUMBER, _CITED = patterns("houses", "part part_number cited")
_STREET_ENDS = tuple(words("postal_street_ends"))
_REACH, _ASKED_REACH, _LONGEST = 64, 24, 4
_LONGEST_NUMBER, _WORD_AND_SIGN, _LONGEST_NAME = 5, 16, 40


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


def find_houses(page: Page) -> Iterator[Cue]:
    """Yield addresses that begin with their number, parts of addresses, and houses that have a name."""
    text = page.text
    for start, end in page.digits:
        if end - start <= _LONGEST_NUMBER and (span := _numbered(text, start)):
            yield Cue(*span, "LOC", True)
    for match in _STREET.finditer(text) if not page.keys.isdisjoint(words("foreign_streets")) else ():
        yield Cue(*match.span(), "LOC", any(map(str.isdigit, match[0])))
    yield from find_forms(page, "houses")
    for index in page.where(words("house_nouns")):
        start, end, _ = page.words[index]
        name = _NAMED.search(text[max(0, start - _LONGEST_NAME) : start]) if page.capital(index) else None
        if name and _NAMED_CLOSED.match(text, end) and not words("no_house").intersection(name[0].lower().split()):
            yield Cue(start - len(name[0]), end, "LOC", True)


def _numbered(text: str, start: int) -> tuple[int, int] | None:
    """Return the street or the part of an address that a number belongs to: ``12 East 4th St``, ``Block 7``."""
    if numbered := _NUMBERED.match(text, start):
        return numbered.span()
    match = _HOUSE.match(text, start)
    house = match.end() if match and _is_house(text, match) else start
    part = _PART.search(text[max(0, start - _WORD_AND_SIGN) : start])
    number = _PART_NUMBER.match(text, start) if part and part["word"].lower() in words("address_parts") else None
    if part and number:
        return start - len(part[0]), max(house, number.end())
    return (start, house) if house > start else None


def _is_house(text: str, match: re.Match[str]) -> bool:
    """Tell a house number and its street from a date, an amount or a heading."""
    parts = [part.strip(".,'’").lower() for part in match["street"].split()]
    if any(part in months() or part in words("currencies") or title(part) is not None for part in parts[:2]):
        return False
    if parts[0] in words("people") or _CITED.search(text[max(0, match.start() - 9) : match.start()]):
        return False
    if len(parts) == 1 and "-" not in parts[0]:
        return False
    return any(not is_known(part) or part in words("place_nouns") for part in parts)
