"""Amounts in digits: money, shares, measures, and numbers that a word beside them makes telling (``pulse 104``)."""

from collections.abc import Iterator

from gyges.reading.amounts._counts import TAIL, counted_in_digits, find_at_digits, find_counts, led_from, units
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

__all__ = ["find_amounts", "find_measures"]

_GROUPED, _FEET, _PRESSURE, _NEXT_UNIT, _THOUSANDS = patterns("amounts", "grouped feet pressure next_unit thousands")
_SIGNS = "€£$¥₹₱₦₺₽₩฿₫₴₪₡₵¢₲₸₮₭₼₾"
_LETTER_MONEY, _NUMBER, _SHARE, _SCALE, _FAR_UNIT, _STERLING, _MONEY_LETTERS = patterns(
    "amounts", "letter_money number share scale far_unit sterling money_letters"
)
_LETTERS, _LONG = 4, 5
_LABEL, _MEASURED, _DOTTED, _AFTER, _SCALED, _SHILLINGS = patterns(
    "measures", "label number dotted after scaled shillings"
)
_REACH = 24


def find_amounts(page: Page) -> Iterator[Cue]:
    """Yield everything that says how much or how many."""
    yield from find_at_digits(page, "QUANTITY", _amount)
    yield from find_counts(page)


def _may_begin(text: str, start: int) -> bool:
    """Tell whether digits may begin an amount: they do not stand inside a code."""
    before = text[start - 1] if start else " "
    if before.isalpha():
        return _LETTER_MONEY.search(text[max(0, start - _LETTERS) : start]) is not None
    inside = before in "_/.,:#" or (before == "-" and text[start : start + _LONG].isdigit())  # "63-555017"
    return not (inside and start > 1 and text[start - 2].isalnum())


def _amount(text: str, start: int, end: int) -> tuple[int, int] | None:
    if not _may_begin(text, start):
        return None
    number = _NUMBER.match(text, start)
    end = number.end() if number else end
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
    for form in (_NEXT_UNIT, _FAR_UNIT):
        match = form.match(text, end)
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


def find_measures(page: Page) -> Iterator[Cue]:
    """Yield numbers that measure or count somebody or something, known by the words beside them."""
    return find_at_digits(page, "QUANTITY", _measure)


def _measure(text: str, start: int, end: int) -> tuple[int, int] | None:
    if text[start - 1 : start] in {"/", ".", ",", ":", "-"}:
        return None
    left = text[max(0, start - _REACH) : start]
    money = _SHILLINGS.search(left)
    number = _DOTTED.match(text, start) or _MEASURED.match(text, start)
    if number is None:
        return None
    if money:
        return start - len(money[0]), number.end()
    if scaled := _SCALED.match(text, number.end()):
        return start, scaled.end()
    if _DOTTED.match(text, start):
        return number.span()
    if after := _AFTER.match(text, number.end()):
        return start, after.end()
    label = _LABEL.search(left)
    return number.span() if label and label["word"].lower() in words("measure_labels") else None
