"""Where a phone number belongs, by its calling and area codes."""

import re
from functools import cache
from typing import cast

from gyges.reading.lexicon._countries import Country, countries, country
from gyges.reading.lexicon._load import read_rows

__all__ = ["phone_area"]

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
    """Return where a phone number belongs, most specific first, up to the country; empty if it does not say.

    Example:
        >>> phone_area("+1 (217) 257-6784"), phone_area("(0121)4960829"), phone_area("600 555 014")
        (('Illinois', 'United States'), ('Birmingham', 'England', 'United Kingdom'), ())
    """
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
