"""Hours of the day, short dates, bare years and days of the month, known by their digits or said in words."""

import re
from collections.abc import Iterator

from gyges.reading.amounts._counts import find_at_digits
from gyges.reading.english import usual_tag
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

__all__ = ["find_clock"]

_CLOCK, _SPOKEN, _LED, _BARE_CLOSED, _SLASHED, _YEARS, _YEAR_FIRST, _EARLY, _ORDINAL = patterns(
    "clock", "clock spoken led bare_closed slashed years year_first early ordinal"
)
_AT = (" at ", "before ", "until ", "til ", "till ")
_BARE, _COUNTED, _DECADE, _DIGITS = patterns("clock", "bare counted decade digits")
_YEAR, _SHORT = 4, 2
_LAST_DAY, _LAST_MONTH, _SHORTEST_DATED = 31, 12, 6
_NOMINAL = ("NN", "JJ", "VBG", "VBN")


def find_clock(page: Page) -> Iterator[Cue]:
    """Yield hours, short dates, years and days of the month."""
    yield from find_at_digits(page, "DATETIME", _from_digits)
    for index in page.where(words("clock_words")):
        start, end, _ = page.words[index]
        match = _SPOKEN.search(page.text, max(0, start - 12), end + 24)
        if match:
            yield Cue(*match.span(), "DATETIME")


def _from_digits(text: str, start: int, end: int) -> tuple[int, int] | None:
    before = text[start - 1] if start else " "
    if before.isalnum() or before in "_#$€£@" or (before in "./:,-" and text[start - 2 : start - 1].isdigit()):
        return None
    size = end - start
    if size <= _YEAR and (match := _CLOCK.match(text, start)) and not text[match.end() : match.end() + 1].isalnum():
        return match.span()
    if size == _YEAR and (match := _YEAR_FIRST.match(text, start)):
        return match.span()
    if size == _YEAR and (match := _YEARS.match(text, start)) and before not in "/.:+-":
        led = _EARLY.search(text[max(0, start - 12) : start])
        return start - (len(led[0]) if led else before in "'’"), match.end()
    if size > _SHORT + 1:
        return None
    if size <= _SHORT and before not in "/-" and (match := _SLASHED.match(text, start)) and _is_day(text, match):
        return match.span()
    if ordinal := _ORDINAL.match(text, start):
        return None if _counts_things(text, ordinal.end()) else ordinal.span()
    if decade := _DECADE.match(text, start - (before in "'’")):
        return decade.span()
    return _bare_hour(text, start, end)


def _is_day(text: str, match: re.Match[str]) -> bool:
    """Tell a day and a month from a measure, a score and the number of an item: ``Temp 38.8.``, ``item 7.4.``."""
    day, month = (int(part) for part in _DIGITS.findall(match[0])[:2])
    if max(day, month) > _LAST_DAY or min(day, month) > _LAST_MONTH or not min(day, month):
        return False
    if len(match[0]) > _SHORTEST_DATED:
        return True
    before = text[max(0, match.start() - 14) : match.start()].rstrip(" .:").rpartition(" ")[2].lower()
    return before not in words("before_items") and before not in words("measure_labels")


def _counts_things(text: str, end: int) -> bool:
    """Tell whether an ordinal has a noun of its own behind it, so that it is no day: ``the 4th sitting``."""
    noun = _COUNTED.match(text, end)
    return noun is not None and usual_tag(noun["noun"]).startswith(_NOMINAL)


def _bare_hour(text: str, start: int, end: int) -> tuple[int, int] | None:
    """An hour without a sign of one, where the word before it says so: ``at 6``, ``until 7.30``."""
    left = text[max(0, start - 8) : start]
    if text[end : end + 1] not in ".h \n,;!?)" or not _LED.search(left):
        return None
    match = _BARE.match(text, start)
    if match is None or (match.end() == end and not left.lower().endswith(_AT)):
        return None
    return match.span() if match.end() > end or _BARE_CLOSED.match(text, end) else None
