"""How a date is written: an invented one keeps the order, the names of months, the zeros and the endings."""

import calendar
import re
from datetime import date

from gyges.reading.lookups import fold, months

__all__ = ["TOKEN", "written"]

TOKEN = re.compile(r"\d+|[^\W\d_]+")
"""A number or a word."""

_MONTHS = tuple(calendar.month_name)
_SHORT = tuple(calendar.month_abbr)


def written(words: str, new: date, real: date | None, *, has_day: bool = True) -> str:
    """Return a date as another one is written.

    Example:
        >>> written("5th of Jan. 2024", date(2022, 2, 1), date(2024, 1, 5))
        '1st of Feb. 2022'
    """
    made: list[str] = []
    last = 0
    done: set[str] = set()
    run = re.fullmatch(r"\d+[A-Z]+\d+", words) is not None  # "02MAR64"
    named = not run and any(fold(token) in months() for token in TOKEN.findall(words))
    for match in TOKEN.finditer(words):
        token, key = match[0], fold(match[0])
        made.append(words[last : match.start()])
        last = match.end()
        if key in months():
            short = len(token) == 3 and key != "may"
            made.append(_cased(token, (_SHORT if short else _MONTHS)[new.month]))
            done.add("month")
        elif real is not None and token.isdecimal():
            made.append(_number(token, new, real, done, has_day, named))
        elif made and key in {"st", "nd", "rd", "th"} and made[-2:][0].isdecimal():
            made.append(_cased(token, _ending(int(made[-2]))))
        else:
            made.append(token)
    return "".join([*made, words[last:]])


def _number(token: str, new: date, real: date, done: set[str], has_day: bool, named: bool) -> str:
    """Return the number that stands for a number of the real date."""
    value = int(token)
    if len(token) == 4 and value == real.year:
        done.add("year")
        return str(new.year)
    if "year" in done and "month" not in done and value == real.month:  # 2024-05-05: the month stands first
        done.add("month")
        return str(new.month).zfill(2 if len(token) == 2 else 1)
    if has_day and "day" not in done and value == real.day:
        done.add("day")
        return str(new.day).zfill(2 if token.startswith("0") or (len(token) == 2 and not named) else 1)
    if "month" not in done and value == real.month:
        done.add("month")
        return str(new.month).zfill(2 if len(token) == 2 else 1)
    return f"{new.year % 100:02d}" if len(token) == 2 and value == real.year % 100 else token


def _ending(day: int) -> str:
    return "th" if 10 < day % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _cased(written_as: str, word: str) -> str:
    if written_as.isupper() and len(written_as) > 1:
        return word.upper()
    return word.lower() if written_as.islower() else word[:1].upper() + word[1:]
