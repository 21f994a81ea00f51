"""By how much dates are moved: whole weeks near whole years, so that weekdays, intervals and seasons stay."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from gyges.anonymizers.replacement._kept_words import kept_words
from gyges.anonymizers.replacement._secret import Secret
from gyges.reading import Date

__all__ = ["Shift", "drawn_shift"]

_WEEK, _YEAR_OF_WEEKS = 7, 364
_YEARS = (1, 2, 3, 4, 5)
_SAME_WEEKDAYS = (5, 6, 11)  # years after which days of the month fall on the same weekdays, mostly
_WEEKDAY = re.compile(r"\b(?:Mon|Tues?|Wed(?:nes)?|Thur?s?|Fri|Sat(?:ur)?|Sun)(?:day)?s?\b", re.IGNORECASE)
_WEEKS, _SAME_SEASON = 8, 3  # at most, and where the text speaks of a time of year
_DRAWS = 64
_DAY_OF_MONTH = re.compile(  # "the 17th", whose month is not said: days of the month stay
    r"\bthe \d{1,2}(?:st|nd|rd|th)(?!\w| (?:of (?!the month|this month|that month)|floor|century|anniversary|birthday|"
    r"day|time|week|year|grade|sitting|session|edition|place|hole|minute|round|[A-Z]))"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\s?(?:[-–/&+]|to|and|until|till)\s?(?:the )?\d{1,2}(?:st|nd|rd|th)?\s(?:of )?"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
    r"|\b(?:[Ee]arly|[Ll]ate|[Mm]id|[Ee]nd of|[Bb]eginning of|[Ss]tart of|[Mm]iddle of|half of|"
    r"(?:first|last) \w+ (?:of|in))[ -]?"
    r"(?:in )?(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_YEAR_IN_WORDS = re.compile(
    r"\bnineteen (?:and |hundred |\w+ty|\w+teen)|\btwo thousand and|['’]\d\d\b|\b(?:19|20)\d0s\b", re.IGNORECASE
)
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_SHORT_MONTH = "(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
_DAY = re.compile(
    rf"(?P<day>\b\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?(?:{_MONTH}|{_SHORT_MONTH})\b|\b(?:{_MONTH}|{_SHORT_MONTH})\.?\s\d{{1,2}}\b"
    rf"|(?:(?<=in )|(?<=since )|(?<=until )|(?<=by )|(?<=last )|(?<=next )|(?<=from )){_MONTH}\b)"
)
_DAY_IN_FIGURES = re.compile(
    r"(?<![\d/.,-])(?:[12]?\d|3[01])/(?:0?[1-9]|1[0-2])(?![\d/.,-])"
)  # "12/7", which is not moved
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Shift:
    """What is taken from every date.

    Attributes:
        years: Whole years, which a year by itself is moved by.
        days: Days of a date with day or month; 0 where day and month stay and only the year moves.
    """

    years: int
    days: int

    def of(self, real: date) -> date | None:
        """Return the date that stands for a date, None if there is none."""
        try:
            if self.days:
                return real - timedelta(days=self.days)
            return real.replace(year=real.year - self.years, day=min(real.day, 28) if real.month == 2 else real.day)
        except (ValueError, OverflowError):
            return None


def drawn_shift(
    secret: Secret, document: str, text: str, dates: Sequence[Date], bare: Iterable[int], said_in: Sequence[str] = ()
) -> Shift:
    """Return the shift of a document: the first of those drawn with which all it says of its dates still holds.

    Args:
        secret: What it is drawn from.
        document: The id of the document.
        text: Its text, which may speak of feasts, seasons or events that tie dates to a time.
        dates: Its dates, those without a year in a year of the document.
        bare: The months it names without a day or a year.
        said_in: The words of its spans; a day that stands elsewhere is not moved, so that days and months stay.
    """
    told = {match[0].lower().replace("’", "'") for match in _WORD.finditer(text)}
    event = bool(told & kept_words("events") or _YEAR_IN_WORDS.search(text))
    feast = bool(told & kept_words("feasts") or _DAY_OF_MONTH.search(text) or _YEAR_IN_WORDS.search(text))
    feast = feast or bool(_DAY_IN_FIGURES.search(text))
    feast = feast or any(not any(day in words for words in said_in) for day in _days_in(text))
    most = _SAME_SEASON if told & kept_words("seasons") else _WEEKS
    shifts = [Shift(years, _YEAR_OF_WEEKS * years + _WEEK * weeks) for years, weeks in _pairs(event, most)]
    months = frozenset(bare)
    said = {(one.year, one.month, one.day) for one in dates}
    if not feast:
        for number, _ in zip(secret.numbers("days", document), range(_DRAWS), strict=False):
            shift = shifts[number % len(shifts)]
            if _holds(shift, dates, months, said):
                return shift
    if event:
        return Shift(0, 0)
    years = _YEARS if not _WEEKDAY.search(text) else [one for one in _SAME_WEEKDAYS if _keeps_weekdays(one, dates)]
    return Shift(secret.pick(years, "years", document) if years else 0, 0)


def _days_in(text: str) -> list[str]:
    """Return the days and months a text names: "25 August", "12/7", "since January"."""
    return [match["day"] for match in _DAY.finditer(text)]


def _keeps_weekdays(years: int, dates: Sequence[Date]) -> bool:
    """Tell whether every date falls on the same day of the week as many years earlier."""
    for one in dates:
        try:
            real = date(one.year, one.month or 1, one.day or 1)
            if one.day is not None and real.weekday() != real.replace(year=real.year - years).weekday():
                return False
        except ValueError:
            return False
    return True


def _pairs(event: bool, most: int) -> Iterator[tuple[int, int]]:
    for years in (0,) if event else _YEARS:
        yield from ((years, weeks) for weeks in range(-most, most + 1) if weeks)


def _holds(
    shift: Shift, dates: Sequence[Date], bare: frozenset[int], said: set[tuple[int, int | None, int | None]]
) -> bool:
    """Tell whether years and months that stand alone still are those of the dates, and no date becomes another one."""
    moves: dict[int, set[int]] = {}
    for month in bare:
        moves.setdefault(month, set()).add(_month_after(shift, 2001, month, 15))
    for one in dates:
        if one.month is None:
            continue
        try:
            new = shift.of(date(one.year, one.month, one.day or 15))
        except ValueError:
            continue
        if new is None or new.year != one.year - shift.years or (new.year, new.month, new.day) in said:
            return False
        if one.day is None or one.month in bare:
            moves.setdefault(one.month, set()).add(new.month)
    for one in dates:
        if one.month in moves and one.day is not None:
            moves[one.month].add(_month_after(shift, one.year, one.month, one.day))
    return all(len(new) == 1 for new in moves.values())


def _month_after(shift: Shift, year: int, month: int, day: int) -> int:
    try:
        new = shift.of(date(year, month, day))
    except ValueError:
        return 0
    return new.month if new else 0
