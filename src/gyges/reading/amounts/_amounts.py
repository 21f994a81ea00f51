"""Amounts in digits: money, shares, measures."""

import re
from collections.abc import Iterator

from gyges.reading.amounts._counts import TAIL, counted_in_digits, find_counts, led_from, units
from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_amounts"]

_NUMBER = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f ’']\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SIGNS = "€£$¥₹₱₦₺₽₩฿₫₴₪₡₵¢₲₸₮₭₼₾"
_SHARE = re.compile(r"\s?(?:%|‰|/=|/-|,-(?=\W)|°(?:\s?[CF]\b)?|[²³]|[€£$₺₽₹₦₩])")
_SCALE = re.compile(r"\s?(?:k|m|bn|mn|million|billion|thousand|lakhs?|crores?|hundred)\b", re.I)
_FEET = re.compile(r"\d{1,2}\s?['’′]\s?\d{1,2}\s?(?:[\"”″]|['’]{2})")
_PRESSURE = re.compile(r"[6-9]\d/\d{2,3}\b|[12]\d\d/\d{2,3}\b")
_LETTER_MONEY = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:US|AU|NZ|CA|HK|S|A|C)?[RNPS$]\s?|RM|Rs|Rp|Tk|kr|TL|QR|Dh|KSh|GHS|AED|SAR|INR|NGN|KES|EUR|USD|GBP)$"
)
_NEXT_UNIT = re.compile(r"[\s-]?(?P<unit>[^\W\d_²³]+\d?)[²³]?(?!\w)")
_FAR_UNIT = re.compile(r"(?:[\s-](?:[A-Z][a-z]+|new|old|square|cubic|pure)){0,2}[\s-]?(?P<unit>[^\W\d_]+\d?)(?!\w)")
_STERLING = re.compile(r"\s(?:sterling|notes|cash)\b|/(?:dL|dl|L|l|mL|ml|kg|min|mm|h|day|hr)\b")
_MONEY_LETTERS = re.compile(r"(?<![A-Za-z])(?:[A-Z]{2,3}|Rs|kr|Fr|Rp|Kč|Ksh|KSh|TSh|USh|Tk|R|N|P|L|S/)$")
_THOUSANDS = re.compile(r"\d{1,3}[ ,.]\d{3}")
_LETTERS, _LONG = 4, 5


def find_amounts(page: Page) -> Iterator[Cue]:
    """Yield everything that says how much or how many."""
    text, done = page.text, 0
    for start, end in page.digits:
        if start < done or not _may_begin(text, start):
            continue
        match = _NUMBER.match(text, start)
        found = _amount(text, start, match.end() if match else end)
        if found is not None:
            yield Cue(*found, "QUANTITY")
            done = found[1]
    yield from find_counts(page)


def _may_begin(text: str, start: int) -> bool:
    """Tell whether digits may begin an amount: they do not stand inside a code."""
    before = text[start - 1] if start else " "
    if before.isalpha():
        return _LETTER_MONEY.search(text[max(0, start - _LETTERS) : start]) is not None
    inside = before in "_/.,:#" or (before == "-" and text[start : start + _LONG].isdigit())  # "63-555017"
    return not (inside and start > 1 and text[start - 2].isalnum())


def _amount(text: str, start: int, end: int) -> tuple[int, int] | None:
    if tall := _FEET.match(text, start):
        return tall.span()
    begin, stop = _money_before(text, start), end
    for form in (_SCALE, _SHARE):
        if match := form.match(text, stop):
            stop = match.end()
    stop = _unit_after(text, stop) or stop
    if begin == start and stop == end:
        if pressure := _PRESSURE.match(text, start):
            return pressure.span()
        whole = _GROUPED.fullmatch(text, start, end)
        return counted_in_digits(text, start, end) or (whole.span() if whole else None)
    if counted := counted_in_digits(text, start, stop):
        stop = counted[1]  # "1.2 million followers"
    tail = TAIL.match(text, stop)
    return led_from(text, begin), tail.end() if tail else stop


def _unit_after(text: str, end: int) -> int | None:
    """Return where the unit of a number ends: ``kg``, ``New Turkish liras``; None if none follows."""
    for pattern in (_NEXT_UNIT, _FAR_UNIT):
        match = pattern.match(text, end)
        if match is None:
            continue
        unit, stop = match["unit"], match.end()
        far = unit in words("short_units") and stop - end > len(unit) + 1
        if unit in words("currency_codes") or (unit.lower() in units() and not far):
            more = _STERLING.match(text, stop)
            return more.end() if more else stop
    return None


def _money_before(text: str, start: int) -> int:
    """Return where the sign or the letters of a currency before a number begin; the number's own start if none."""
    at = start - (text[start - 1 : start] in {" ", "\u00a0"})
    if at and text[at - 1] in _SIGNS:
        at -= 1
        while at > max(0, start - _LETTERS) and text[at - 1].isupper():
            at -= 1
        return at
    at -= text[at - 1 : at] == "."
    letters = _MONEY_LETTERS.search(text[max(0, at - _LETTERS) : at])
    if letters is None:
        return start
    name = letters[0]
    single = len(name) == 1 and text[start - 1] != "." and _THOUSANDS.match(text, start)
    known = name in words("currency_codes") or name in words("money_marks")
    return at - len(name) if known or single else start
