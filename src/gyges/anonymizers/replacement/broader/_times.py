"""Broader times: a date becomes its year, a year its decade, a duration loses its number."""

import calendar
import re

from gyges.anonymizers.replacement.broader._places import Phrase
from gyges.reading import Date, find_dates
from gyges.reading.ladders import decade
from gyges.reading.lookups import fold, months

_UNIT = re.compile(
    r"(?:^|[\s-])(second|minute|hour|day|night|week|weekend|month|year|decade|century|term|semester|season|shift)(s|ies)?"
    r"\b(?! of\b)",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\d{1,2}[:.h]\d{2}|\d\s?(?:[ap]\.?m\b|o'clock|uhr)|\d{3,4}\s?(?:H|hrs|hours)\b|\b(?:noon|midnight|o'clock|"
    r"half past|quarter (?:to|past))\b",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:today|tomorrow|yesterday)\b", re.IGNORECASE
)
_NUMBERS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|"
    "eighty|ninety|hundred|thousand"
)
_WHEN = re.compile(r"\b(?:last|next|this|that|early|late|before|after|\d+(?:st|nd|rd|th))\b", re.IGNORECASE)
_COUNTED = re.compile(rf"\d|\b(?:an?|several|few|couple|half|many|some|dozens?|{_NUMBERS})\b", re.IGNORECASE)
_DAY = re.compile(r"\d")
_ORDERED = re.compile(r"(?<![\w'’-])(?:by|before|after|between|and|than|an?)\s(?:the\s)?$", re.IGNORECASE)
_AFTER_PREPOSITION = re.compile(
    r"(?<![\w'’-])(?:in|on|at|since|until|till|from|by|of|after|before|during|around|about|to|and|for|through|the|early|late|mid)[\s-]$",
    re.IGNORECASE,
)
_LONGEST = 60
_DECADE = re.compile(r"\b(?:19|20)\d0s\b|\b\d0s\b")


def broader_time(words: str) -> Phrase:
    """Return broader words for a date, a time of day, a duration or a feast."""
    dates = [date for date in find_dates(words) if date.year]
    if dates:
        date = dates[0]
        if date.month is None and date.day is None and _is_alone(words, date.start, date.end):
            return Phrase(decade(date.year), preposition="in")
        return Phrase(str(date.year), preposition="in")
    if _DECADE.search(words):
        return Phrase("some decade", preposition="in")
    if _CLOCK.search(words):
        return Phrase("some time", preposition="at")
    lasting = duration(words)
    if lasting:
        return Phrase(lasting)
    month = any(fold(word) in months() for word in re.findall(r"[^\W\d_]+", words))
    if (
        _WEEKDAY.search(words)
        or (month and _DAY.search(words))
        or re.fullmatch(r"(?:the )?\d{1,2}(?:st|nd|rd|th)", words)
    ):
        return Phrase("some day", preposition="on")
    return Phrase("some month", preposition="in") if month else Phrase("some time", preposition="at")


def broader_moment(words: str, before: str) -> Phrase | None:
    """Return broader words for a date or a time of day in its sentence; None for what is broad already or unclear.

    A date becomes its year or its month, a year its decade. Weekdays, times of day, durations, feasts and what depends
    on today stay, and so does what is ordered: "before 1994" is not before the 1990s.
    """
    if _DECADE.search(words) or len(words) > _LONGEST or _ORDERED.search(before):
        return None
    dated = next((date for date in find_dates(words) if date.year), None)
    if dated is not None:
        return _broader_date(words, dated, before)
    tokens = re.findall(r"[^\W\d_]+", words)
    named = next((token for token in tokens if fold(token) in months()), None)
    if named is not None:
        return Phrase(named, preposition="in") if _DAY.search(words) and not re.search(r"\d{3}", words) else None
    return None


def _broader_date(words: str, found: Date, before: str) -> Phrase:
    """Return the year of a date, or the decade of a year, as the words before want it."""
    if found.month and re.search(r"\bof\s$", before):  # "the week of 4 November 2024"
        return Phrase(f"{calendar.month_name[found.month]} {found.year}")
    phrase = broader_time(words)
    placed = _AFTER_PREPOSITION.search(before)
    if placed or not phrase.words.startswith("the "):
        return phrase
    return Phrase(f"in {phrase.words}") if re.search(r"[a-z]\s$", before) else Phrase(phrase.words.removeprefix("the "))


def duration(words: str) -> str:
    """Return a duration without its number, such as "some years"; empty if it is none."""
    unit = _UNIT.search(words)
    if unit is None or _WHEN.search(words) or not _COUNTED.search(words):
        return ""
    name = unit[1].lower()
    return f"some {'centuries' if name == 'century' else name + 's'}"


def _is_alone(words: str, start: int, end: int) -> bool:
    return not any(sign.isalnum() for sign in words[:start] + words[end:])
