"""Broader times: a date becomes its year, a year its decade, a duration loses its number."""

import re

from gyges.anonymizers.replacement.broader._phrase import Phrase
from gyges.reading import find_dates
from gyges.reading.lookups import fold, months

__all__ = ["broader_time", "duration"]

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
_DECADE = re.compile(r"\b(?:19|20)\d0s\b|\b\d0s\b")


def broader_time(words: str) -> Phrase:
    """Return broader words for a date, a time of day, a duration or a feast."""
    dates = [date for date in find_dates(words) if date.year]
    if dates:
        date = dates[0]
        if date.month is None and date.day is None and _is_alone(words, date.start, date.end):
            return Phrase(f"the {date.year // 10 * 10}s", preposition="in")
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


def duration(words: str) -> str:
    """Return a duration without its number, such as "some years"; empty if it is none."""
    unit = _UNIT.search(words)
    if unit is None or _WHEN.search(words) or not _COUNTED.search(words):
        return ""
    name = unit[1].lower()
    return f"some {'centuries' if name == 'century' else name + 's'}"


def _is_alone(words: str, start: int, end: int) -> bool:
    return not any(sign.isalnum() for sign in words[:start] + words[end:])
