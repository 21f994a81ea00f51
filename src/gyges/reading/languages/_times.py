"""Dates and ages by the patterns of a language."""

import re
from collections.abc import Iterator
from datetime import date

from gyges.reading.languages.table._language import Language
from gyges.reading.languages.table._rules import Shadow
from gyges.reading.lexicon._fold import fold
from gyges.reading.time._dates import AgeCue, Date, Frame

_CENTURY, _PIVOT = 100, 30  # of a year of two digits: up to 30 it is of this century
_OLDEST = 110
_HEAD = 400  # code points in which the day of writing stands
Moment = tuple[int, int]


def _number(word: str, language: Language) -> int | None:
    """Return what a number in digits or words says."""
    return int(word) if word.isdecimal() else language.numbers.get(" ".join(fold(word).split()))


def _month(word: str, language: Language) -> int | None:
    bare = word.rstrip(".")
    return int(bare) if bare.isdecimal() else language.months.get(fold(bare))


def _year(word: str, language: Language) -> int | None:
    year = _number(word.lstrip("'’"), language)
    if year is not None and year < _CENTURY:
        year += 2000 if year <= _PIVOT else 1900
    return year


def find_dates(language: Language, shadow: Shadow) -> tuple[list[Date], list[Moment]]:
    """Return the dates with a year, and the others: days without one, hours, feasts."""
    dates, moments = list[Date](), list[Moment]()
    for _, match, start, end in shadow.find(language.rules["time.dates"]):
        told = _dated(match, start, end, language)
        if shadow.cover("date", start, end, told):
            if told is not None:
                dates.append(told)
            else:
                moments.append((start, end))
    return sorted(dates, key=lambda one: one.start), moments


def find_moments(language: Language, shadow: Shadow) -> list[Moment]:
    """Return hours, feasts and words such as yesterday."""
    found = list[Moment]()
    for _, _, start, end in shadow.find((*language.rules["time.hours"], *language.rules["time.moments"])):
        if shadow.cover("date", start, end):
            found.append((start, end))
    return found


def _dated(match: re.Match[str], start: int, end: int, language: Language) -> Date | None:
    parts = {name: word.strip() for name, word in match.groupdict().items() if word}
    year = _year(parts["year"], language) if "year" in parts else None
    if year is None:
        return None
    month = _month(parts["month"], language) if "month" in parts else None
    day = _number(parts["day"].rstrip("."), language) if "day" in parts else None
    return Date(start, end, year, month if month and 1 <= month <= 12 else None, day)


def written_on(dates: list[Date], births: set[int]) -> date | None:
    """Return the day a text was written: the first whole date of its head that is nobody's birth."""
    for one in dates:
        if one.start < _HEAD and one.start not in births and one.month and one.day:
            try:
                return date(one.year, one.month, one.day)
            except ValueError:  # the 31st of June: misprinted, no day
                continue
    return None


def find_births(language: Language, shadow: Shadow) -> list[tuple[int, int, Date]]:
    """Return the dates somebody was born on, with the words that say so."""
    found = []
    for _, match, start, end in shadow.find(language.rules["birth"]):
        cue = shadow.cue(start, end)
        if isinstance(cue, Date):
            found.append((match.start(), match.end(), cue))
    return found


def find_ages(
    language: Language, shadow: Shadow, births: list[tuple[int, int, Date]], frame: Frame
) -> Iterator[AgeCue]:
    """Yield what tells an age, counted for the reference date."""
    for _, _, born in births:
        low, high = frame.born(born)
        if 0 <= low <= _OLDEST:
            yield AgeCue(born.start, born.end, low, high, 5, "birth_date")
    for rule, match, start, end in shadow.find(language.rules["age"]):
        number = _number(match["n"], language) if "n" in rule.pattern.groupindex and match["n"] else None
        if number is None and "low" not in rule.more:
            continue
        low = int(rule.more.get("low", 0)) + (number or 0)
        high = int(rule.more.get("high", rule.more.get("low", 0))) + (number or 0)
        if rule.more.get("kind") == "birth_year":
            low, high = frame.born(Date(start, end, number or 0, None, None))
        elif rule.more.get("kind") == "decade":
            low, high = (number or 0), (number or 0) + 9
        else:
            low, high = frame.moved(low, high)
        if 0 <= low <= high <= _OLDEST and shadow.cover("age", start, end):
            yield AgeCue(start, end, low, high, rule.certainty, "stated")
