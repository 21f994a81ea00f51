"""Addresses of the net, accounts by their form, and hashtags that tell something."""

import re
from collections.abc import Iterator
from functools import cache
from typing import cast

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.lexicon._names import Country, countries, country, first_name, is_known, is_surname
from gyges.reading.page._forms import find_forms
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SHORT = 2


def find_contacts(page: Page) -> Iterator[Cue]:
    """Yield links, domains, handles, user names and telling hashtags."""
    return find_forms(page, "contacts", _CONTACTS)


def _is_domain(match: re.Match[str]) -> bool:
    """Tell a domain from two sentences that lack a space, and from abbreviations."""
    value = match[0]
    host = value.split("/", 1)[0]
    parts = host.split(".")
    if len(parts[-1]) == 2 and len(parts) == 2 and "/" not in value:
        return value.islower() and len(parts[0]) > 3 and parts[-1] in words("short_domains")
    return host.islower() and ("/" in value or min(map(len, parts)) > 1) and not parts[0].isdigit()


def _is_dotted(match: re.Match[str]) -> bool:
    """Tell an account such as ``owen.fenning`` from a file or two words run together."""
    parts = match[0].rstrip("0123456789").split(".")
    named = any(first_name(part) is not None or is_surname(part) for part in parts)
    if len(parts[-1]) == 1:  # "priya.r", but no "i.e"
        return named and len(parts[0]) > _SHORT
    return named and len(parts[-1]) > _SHORT and not all(map(is_known, parts))


def _is_camel(match: re.Match[str]) -> bool:
    """Tell an account such as ``JamesCruz`` from a brand and from ``McNeil``."""
    key = fold(match[0].rstrip("0123456789"))
    return len(match[0]) > 2 * _SHORT and key not in words("brands") and not key.startswith(("mc", "mac"))


def _tells(match: re.Match[str]) -> bool:
    """Tell whether a hashtag says something about somebody."""
    parts = [fold(part) for part in _PARTS.findall(match[1])] or [fold(match[1])]
    if any(part in words("people") or part in words("telling_tags") for part in parts):
        return True
    return any(part.isdigit() or not is_known(part) for part in parts)


def _has_letters(match: re.Match[str]) -> bool:
    return any(map(str.isalpha, match[0]))


_CONTACTS = {
    "domain": _is_domain, "dotted": _is_dotted, "has_letters": _has_letters, "camel": _is_camel, "tag": _tells,
}  # fmt: skip

_NO_CODE = "0"


@cache
def _calling_codes() -> dict[str, Country]:
    main = {"+1": "US", "+7": "RU", "+44": "GB", "+61": "AU", "+47": "NO", "+212": "MA", "+262": "RE", "+590": "GP"}
    found: dict[str, Country] = {}
    for land in countries():
        if land.calling_code and main.get(land.calling_code, land.iso2) == land.iso2:
            found[land.calling_code[1:]] = land
    return found


@cache
def _areas() -> dict[tuple[str, str], tuple[str, ...]]:
    return {
        (calling, area): tuple(place.split(";"))
        for calling, areas, place in read_rows("area_codes.tsv")
        for area in areas.split()
        if calling != _NO_CODE
    }


@cache
def _forms_at_home() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The forms of numbers without calling code that are at home in one country."""
    rows = read_rows("area_codes.tsv")
    return tuple((re.compile(form), place) for calling, form, place in rows if calling == _NO_CODE)


def phone_area(value: str) -> tuple[str, ...]:
    """Return where a phone number belongs, most specific first, up to the country; empty if it does not say."""
    digits = re.sub(r"\D", "", re.split(r"[xX]", value)[0].replace("(0)", ""))
    if value.startswith("+") or (digits.startswith("00") and len(digits) > 9):
        digits = digits if value.startswith("+") else digits[2:]
        for size in (4, 3, 2, 1):
            land = _calling_codes().get(digits[:size])
            if land:
                return _area_of(digits[:size], digits[size:], land)
        return ()
    bare = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
    if len(bare) == 10 and bare[0] in "23456789" and re.match(r"[+1\s(.-]*\d{3}[).\-\s]", value):
        return _area_of("1", bare, cast(Country, country("US"))) if _american(bare) else ()
    if len(digits) == 11 and digits[0] == "0":
        found = _area_of("44", digits[1:], cast(Country, country("GB")))
        if len(found) > 1:
            return found
    return next(((place,) for form, place in _forms_at_home() if form.fullmatch(value)), ())


def _american(bare: str) -> bool:
    return ("1", bare[:3]) in _areas() or ("1CA", bare[:3]) in _areas()


def _area_of(calling: str, rest: str, land: Country) -> tuple[str, ...]:
    areas = _areas()
    if calling == "1":
        if ("1CA", rest[:3]) in areas:
            return (*areas["1CA", rest[:3]], "Canada")
        return (*areas.get(("1", rest[:3]), ()), land.name)
    trunk = rest if calling == "39" else rest.lstrip("0")
    for size in (4, 3, 2, 1):
        if (calling, trunk[:size]) in areas and len(trunk) >= 8:
            return (*areas[calling, trunk[:size]], land.name)
    return (land.name,)
