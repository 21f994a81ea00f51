"""Dates in a text, and the day it was written."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal, NamedTuple

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows, word_list
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._spans import apart
from gyges.reading.page._wanted import Wanted

_LAST_YEAR = 2040  # years after it are numbers


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a text."""

    start: int  # first code point
    end: int  # one past the last code point
    year: int  # the year, four digits
    month: int | None  # the month, None if not said
    day: int | None  # the day, None if not said


@cache
def months() -> dict[str, int]:
    """Return the names of months in many languages, folded."""
    return {fold(name): int(number) for number, names in read_rows("months.tsv") for name in names.split()}


_UNITS = word_list("dates.units")
_TEENS = word_list("dates.teens")
_TENS = word_list("dates.tens")
_ORDINALS = word_list("dates.ordinals")
_TEENTHS = word_list("dates.teenths")


@cache
def number_words() -> dict[str, int]:
    """Return the English words for 1 to 99."""
    words = {word: value for value, word in enumerate((*_UNITS, *_TEENS), 1)}
    for tens, word in enumerate(_TENS, 2):
        words[word] = tens * 10
        words.update({f"{word}-{unit}": tens * 10 + value for value, unit in enumerate(_UNITS, 1)})
    return words


@cache
def ordinal_words() -> dict[str, int]:
    """Return the English words for 1st to 100th."""
    words = {word: value for value, word in enumerate((*_ORDINALS, *_TEENTHS), 1)}
    for tens, word in enumerate(_TENS, 2):
        words[f"{word[:-1]}ieth"] = tens * 10
        words.update({f"{word}-{unit}": tens * 10 + value for value, unit in enumerate(_ORDINALS, 1)})
    words["hundredth"] = 100
    return words


_NUMERIC_DATE, _BEFORE_MONTH, _AFTER_MONTH, _UNIT_AFTER, _AHEAD, _NOW, _YEAR = patterns(
    "dates", "numeric_date before_month after_month unit_after ahead now year"
)
_SHORT_YEAR, _STAMP = patterns("dates", "short_year stamp")
_DATE_PARTS, _DATE_SIGNS, _FOUR, _TWO = {1, 2, 4}, {"-", "/", ".", "年"}, 4, 2
_ERA = {"showa": 1925, "heisei": 1988, "reiwa": 2018, "taisho": 1911, "minguo": 1911, "nineteen": 1900}


def _short_year(two: str) -> int:
    return int(two) + (2000 if int(two) <= 30 else 1900)


@Wanted
def _may_date(key: str) -> bool:
    """Whether a date in words may be built around a word: a month, an era, or a form such as ``07-Oct-1974``."""
    return key in months() or key in _ERA or (key[0] in "0123" and key.count("-") == 2)


def _worded(page: Page) -> Iterator[Date]:
    """Dates with a month in words, years in words, and Japanese eras."""
    text = page.text
    named, words = months(), page.words
    for index in page.where(_may_date):
        start, end, key = words[index]
        month = named.get(key)
        if month is None:
            if key in _ERA:
                found = _spoken_year(words, index)
                if found:
                    yield found
            elif key[0] in "0123" and key.count("-") == 2:
                first, name, last = key.split("-")
                if name in named and first.isdigit() and last.isdigit() and len(last) in (2, 4) and 0 < int(first) < 32:
                    yield Date(start, end, int(last) if len(last) == 4 else _short_year(last), named[name], int(first))
            continue
        after = _AFTER_MONTH.match(text, end)
        if after is None:
            spoken = _spoken_date(words, index, month)
            if spoken:
                yield spoken
            continue
        year = int(after[2]) if after[2] else _short_year(after[3])
        before = _BEFORE_MONTH.search(text[max(0, start - 16) : start])
        if before and 0 < int(before[1]) < 32:
            begin = max(0, start - 16) + before.start(1)
            yield Date(begin, after.end(), year, month, int(before[1]))
        elif after[1] and 0 < int(after[1]) < 32:
            yield Date(start, after.end(), year, month, int(after[1]))
        else:
            yield Date(start, after.end(), year, month, None)


def _spoken_date(words: tuple[tuple[int, int, str], ...], index: int, month: int) -> Date | None:
    """``Seventh October seventy-four``."""
    if not 0 < index < len(words) - 1:
        return None
    day, year = ordinal_words().get(words[index - 1][2], 0), number_words().get(words[index + 1][2], 0)
    if 0 < day < 32 and year > 19:
        return Date(words[index - 1][0], words[index + 1][1], 1900 + year, month, day)
    return None


def _spoken_year(words: tuple[tuple[int, int, str], ...], index: int) -> Date | None:
    start, _, key = words[index]
    around = [word[2] for word in words[max(0, index - 4) : index]]
    following = words[index + 1 : index + 3]
    if key != "nineteen":
        if following and following[0][2].isdigit() and len(following[0][2]) < 3:
            return Date(start, following[0][1], _ERA[key] + int(following[0][2]), None, None)
        if len(around) >= 3 and around[-2:] == ["year", "of"] and around[-3] in ordinal_words():
            return Date(words[index - 3][0], words[index][1], _ERA[key] + ordinal_words()[around[-3]], None, None)
        return None
    rest = following[1:] if following and following[0][2] == "and" else following
    if rest and number_words().get(rest[0][2], 0) > 9 and rest[0][0] - start < 16:
        return Date(start, rest[0][1], 1900 + number_words()[rest[0][2]], None, None)
    return None


def _numeric(page: Page) -> Iterator[Date]:
    text = page.text
    found = []
    for start, end in page.digits:
        if end - start in _DATE_PARTS and text[end : end + 1] in _DATE_SIGNS:
            match = _NUMERIC_DATE.match(text, start)
            if match:
                found.append(match)
    firsts = [(int(m["a"]), int(m["b"])) for m in found if m["a"]]
    american = any(b > 12 for _, b in firsts) and not any(a > 12 for a, _ in firsts)
    for match in found:
        if match["y1"]:
            year, month, day = int(match["y1"]), int(match["m1"]), int(match["d1"])
        else:
            day, month = int(match["a"]), int(match["b"])
            if american or (month > 12 >= day):
                day, month = month, day
            year = int(match["y2"]) if len(match["y2"]) == 4 else _short_year(match["y2"])
            if len(match["y2"]) == 2 and match["s2"] == "." and len(match["a"] + match["b"]) < 3:
                continue
        if 0 < month < 13 and 0 < day < 32 and year <= _LAST_YEAR:
            yield Date(*match.span(), year, month, day)


@once_a_page
def all_dates(page: Page) -> tuple[Date, ...]:
    """Return the dates of a text."""
    text = page.text
    found = [*_numeric(page), *_worded(page)]
    for start, end in page.digits:
        if end - start == _FOUR and text[start : start + 2] in {"19", "20"}:
            match = _YEAR.match(text, start)
        elif end - start == _TWO and text[start - 1 : start] in {"'", "’"}:
            match = _SHORT_YEAR.match(text, start - 1)
        else:
            continue
        if match:
            year = int(text[start:end]) if end - start == _FOUR else _short_year(text[start:end])
            if year <= _LAST_YEAR and not _UNIT_AFTER.match(text, end):
                found.append(Date(*match.span(), year, None, None))
    return tuple(apart(found))


def date_after(page: Page, start: int, limit: int) -> Date | None:
    """Return the first date that begins in ``text[start:start + limit + 1]``."""
    dates = all_dates(page)
    index = bisect_left(dates, start, key=lambda item: item.start)
    return dates[index] if index < len(dates) and dates[index].start <= start + limit else None


def date_before(page: Page, end: int, limit: int) -> Date | None:
    """Return the last date that ends in ``text[end - limit:end]``."""
    dates = all_dates(page)
    index = bisect_left(dates, end, key=lambda item: item.end + 1) - 1
    return dates[index] if index >= 0 and dates[index].end >= end - limit else None


def find_dates(text: str | Page) -> list[Date]:
    """Return the dates of a text that name a year, in their order, without overlap."""
    return list(all_dates(page_of(text)))


_NOW_WORDS = ("date", "decision", "today", "posted", "sent", "written", "signed")  # without one _NOW finds nothing
_BARE, _RECENT = 2, 2018  # how sure a year or month alone is; one long ago is mostly a memory, not the day of writing


def _day(item: Date) -> date | None:
    try:
        return date(item.year, item.month or 7, item.day or 15)
    except ValueError:
        return None


def dated(page: Page) -> tuple[date, int] | None:
    """Return the day a text was written, and how sure that is (1-5).

    A date in the head or on the last line counts most, then the latest date that is not said to lie ahead.
    """
    text = page.text
    best: tuple[int, date] | None = None
    length = len(text)
    for item in all_dates(page):
        day = _day(item)
        if day is None or item.year < 1950:
            continue
        before = text[max(0, item.start - 56) : item.start]
        low = before.lower()
        now = _NOW.search(before) if any(word in low for word in _NOW_WORDS) else None
        score = 1 + (item.month is not None) + (item.day is not None)
        if item.day is not None:
            head = item.start < min(400, max(120, length // 4))
            tail = item.end > length - 90
            score = 5 if now else score + (head or tail)
            score += tail and score == 4 and bool(_STAMP.search(before))
        if (best is None or (score, day) > best) and (now or not _AHEAD.search(before)):
            best = (score, day)
    return (best[1], best[0]) if best else None


def document_date(text: str | Page) -> date | None:
    """Return the day a text was written, as far as it says; a month or year alone stands for its middle."""
    found = dated(page_of(text))
    return found[0] if found and (found[1] > _BARE or found[0].year >= _RECENT) else None


AgeKind = Literal["stated", "birth_year", "birth_date", "school", "retired", "life_event", "decade"]


@dataclass(frozen=True, slots=True)
class AgeCue:
    """Words that tell somebody's age."""

    start: int  # first code point
    end: int  # one past the last code point
    low: int  # least age on the reference date
    high: int  # greatest age on the reference date
    certainty: int  # 1-5
    kind: AgeKind  # what gave it away


class Frame(NamedTuple):
    """The day the text was written, and the day ages are asked for."""

    written: date | None
    reference: date

    def moved(self, low: int, high: int) -> tuple[int, int]:
        """Ages on the reference date of somebody between low and high on the written date."""
        if self.written is None:
            return low, high
        days = (self.reference - self.written).days
        if abs(days) < 45:
            return low, high
        years = days // 365
        return max(0, low + years), max(0, high + years + 1)

    def whole(self, low: int, high: int) -> tuple[int, int]:
        """As `moved`, in whole years and without widening: for spans of ages such as those of a school year."""
        years = round((self.reference - self.written).days / 365) if self.written else 0
        return max(0, low + years), max(0, high + years)

    def since(self, year: int, low: int, high: int) -> tuple[int, int]:
        """Ages on the reference date of somebody between low and high in a year."""
        gap = self.reference.year - year
        return gap + low, gap + high

    def born(self, item: Date) -> tuple[int, int]:
        """Ages on the reference date of somebody born on a date."""
        age = self.reference.year - item.year
        if item.month is None:
            return age - 1, age
        had = (item.month, item.day or 0) <= (self.reference.month, self.reference.day)
        if item.day is None and item.month == self.reference.month:
            return age - 1, age
        return (age, age) if had else (age - 1, age - 1)

    def stated(self, start: int, end: int, value: int, certainty: int = 4) -> AgeCue:
        """Words for an age on the written date."""
        return AgeCue(start, end, *self.moved(value, value), certainty, "stated")
