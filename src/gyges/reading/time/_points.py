"""Points in time and stretches of it in words: days, months, seasons, feasts, ``six weeks``, ``a year ago``."""

from collections.abc import Iterator
from functools import cache, lru_cache

from gyges.reading.amounts._counts import is_number, led_from
from gyges.reading.lexicon._known_words import bare
from gyges.reading.lexicon._load import phrases, words
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import Cue
from gyges.reading.time._clock import find_clock
from gyges.reading.time._dates import months, ordinal_words

__all__ = ["find_times"]

_DAY_LEFT, _MONTH_RIGHT, _AGO = patterns("points", "day_left month_right ago")
_OF_YEAR, _OF_DAY, _DAY_NUMBER = patterns("points", "of_year of_day day_number")
_KINDS = ("weekdays", "weekdays_short", "seasons", "day_parts", "near_days", "time_units")
_SHORT_MONTH = 3
_REACH = 48
_TAIL = pattern("durations.tail")
_ARTICLES = frozenset(("a", "an", "the"))
_GAPS = frozenset((" ", "-", "\u00a0", "\u2011"))


def find_times(page: Page) -> Iterator[Cue]:
    """Yield everything that says when, or how long."""
    for index in page.where(_kind):
        span = _RULES[_kind(page.key(index))](page, index)
        if span is not None:
            yield Cue(*span, "DATETIME")
    for index, count, _ in _feasts().find(page):
        if page.key(index) == "lent" and not page.capital(index):
            continue  # "she has lent me fare"
        yield Cue(page.words[index][0], page.words[index + count - 1][1], "DATETIME")
    yield from find_clock(page)


@cache
def _feasts() -> PhraseIndex[str]:
    return PhraseIndex(phrases("holidays"))


@Wanted
@lru_cache(maxsize=16384)
def _kind(key: str) -> str:
    """Return what kind of time a word speaks of; empty for most words."""
    if key in months():
        return "months"
    key = bare(key)
    for name in _KINDS:
        if key in words(name):
            return name
    if key in words("decade_words"):
        return "decades"
    last = key.rpartition("-")[2]
    joined = last != key and (last in words("time_units") or last in months())
    return "joined" if joined and not key.endswith("-old") else ""


def _month(page: Page, index: int) -> tuple[int, int] | None:
    start, end, key = page.words[index]
    left = _DAY_LEFT.search(page.text[max(0, start - 44) : start])
    right = _MONTH_RIGHT.match(page.text, end)
    begin, stop = start - len(left[0]) if left else start, right.end() if right else end
    back = 1 + (page.key(index - 1) == "of")  # "the ninth of January"
    if index >= back and page.key(index - back) in ordinal_words() and page.joined(index - back):
        begin = page.words[index - back][0]
    if begin < start or stop > end + 1:
        return begin, stop
    led = page.key(index - 1) in words("months_led")
    sure = page.text[start].isupper() and key not in words("risky_months") and len(key) > _SHORT_MONTH
    inside = page.text[start].isupper() and len(key) > _SHORT_MONTH - 1 and page.joined(index - 1)
    led = led or (page.key(index - 1) in words("months_after") and (inside or key not in words("risky_months")))
    return (start, end) if sure or (led and len(key) >= _SHORT_MONTH) else None


def _short_day(page: Page, index: int) -> tuple[int, int] | None:
    """A weekday of three or four letters, where it can be nothing else."""
    start, end, _ = page.words[index]
    before, following = page.key(index - 1), page.text[end : end + 3].lstrip(" ,.")[:1]
    pointed = before in words("days_pointed") and page.joined(index - 1) and page.key(index) not in {"sat", "sun"}
    dated = following.isdigit() or before in words("days_led") or _kind(page.key(index + 1)) == "months"
    bracketed = page.text[start - 1 : start] == "(" and page.text[end : end + 1] == ")"
    return _day(page, index) if pointed or (page.text[start].isupper() and (dated or bracketed)) else None


def _day(page: Page, index: int) -> tuple[int, int]:
    pointed = index > 0 and page.joined(index - 1) and page.key(index - 1) in words("which")
    told = page.key(index - 1) == "that" and (
        page.key(index).endswith("days") or page.key(index - 2) in words("telling")
    )
    first = index - (pointed and not told)  # "we agreed that Sundays"
    after = page.key(index + 1)
    last = index + (page.joined(index) and (after in words("day_parts") or after == "week"))
    numbered = _DAY_NUMBER.match(page.text, page.words[index][1]) if last == index else None
    return page.words[first][0], numbered.end() if numbered else page.words[last][1]


def _near_day(page: Page, index: int) -> tuple[int, int]:
    last = index + (page.joined(index) and page.key(index + 1) in words("day_parts"))
    return page.words[index][0], page.words[last][1]


def _season(page: Page, index: int) -> tuple[int, int] | None:
    start, end, key = page.words[index]
    before = page.key(index - 1)
    pointed = before == "the" and page.key(index - 2) in words("seasons_after_the")
    led = before in words("months_led") and key != "fall"
    return _pointed(page, index) or ((start, end) if page.joined(index - 1) and (pointed or led) else None)


def _day_part(page: Page, index: int) -> tuple[int, int] | None:
    start, end, key = page.words[index]
    if key in words("time_units") and (counted := _duration(page, index)):
        return counted  # "two nights"
    the = page.key(index - 1) == "the" and page.joined(index - 1)
    led = page.key(index - 2) in {"in", "on", "during"} or _OF_DAY.match(page.text, end) is not None
    return _pointed(page, index) or ((start, end) if the and led else None)


def _pointed(page: Page, index: int) -> tuple[int, int] | None:
    """A season or a part of the day that says itself which one it is, or has a word before it that does."""
    start, end, key = page.words[index]
    if key in words("moments"):
        return start, end
    if year := _OF_YEAR.match(page.text, end):
        return start, year.end()
    if index and page.joined(index - 1) and page.key(index - 1) in words("which"):
        return page.words[index - 1][0], end
    return None


def _decade(page: Page, index: int) -> tuple[int, int] | None:
    return page.words[index][:2] if page.key(index - 1) in words("decades_led") else None


def _joined(page: Page, index: int) -> tuple[int, int] | None:
    start, end, key = page.words[index]
    first = key.split("-", 1)[0]
    numbered = first.isdigit() or first in words("number_words") or first in words("earliness")
    return (start, end) if numbered else None


def _duration(page: Page, index: int) -> tuple[int, int] | None:
    """Return the span around a unit of time that has its number, or a word that points to a certain one."""
    first, counted, pointed = _left(page, index)
    unit, end = page.key(index), page.words[index][1]
    if not counted and first < index and page.key(index - 1) in {"a", "an"}:
        start = page.words[index - 1][0]
        tail, led = _AGO.match(page.text, end), led_from(page.text, start)
        if tail or led < start or unit in {"fortnight", "decade", "century"}:
            return led, tail.end() if tail else end
    if not counted and (not pointed or unit in words("duration_vague")):
        return None
    if counted and _is_one_of_many(page, index, unit):
        return None
    while first < index and page.key(first) in words("duration_edges"):
        first += 1
    start = page.words[first][0]
    tail = _TAIL.match(page.text, end)
    return (led_from(page.text, start) if counted else start), tail.end() if tail else end


def _is_one_of_many(page: Page, index: int, unit: str) -> bool:
    """Tell whether a unit in the singular stands behind a number above one: ``ward 6 night``."""
    before = page.key(index - 1)
    apart = page.gap(index - 1) == " "
    return apart and before.isdigit() and before != "1" and unit in words("units_in_singular")


def _left(page: Page, index: int) -> tuple[int, bool, bool]:
    """Return the first word that belongs to a unit, whether a number is among them, and whether one points."""
    first, counted, pointed = index, False, False
    while first and page.words[index][0] - page.words[first - 1][0] < _REACH:
        key, gap = page.key(first - 1), page.gap(first - 1)
        if gap not in _GAPS and not (gap in {".", ","} and key.isdigit()):
            break
        if _counts(key):
            counted = True
        elif key in words("which") and page.key(first) not in _ARTICLES:  # but "she adds that the minutes"
            pointed = True
        elif key not in words("duration_links"):
            break
        first -= 1
    return first, counted, pointed


def _counts(key: str) -> bool:
    return key.isdigit() or is_number(key) or (key in words("vague_numbers") and key != "some")


_RULES = {
    "months": _month,
    "weekdays": _day,
    "weekdays_short": _short_day,
    "seasons": _season,
    "day_parts": _day_part,
    "near_days": _near_day,
    "time_units": _duration,
    "decades": _decade,
    "joined": _joined,
}
