"""Dates of birth: day and month become others, the year stays, and numbers that begin or end with the day follow."""

import calendar
import re
from datetime import date

from gyges._secret import Secret
from gyges.reading import REFERENCE_DATE, Date, find_ages, find_dates
from gyges.reading.lookups import fold, months

TOKEN = re.compile(r"\d+|[^\W\d_]+")
"""A number or a word."""

_MONTHS = tuple(calendar.month_name)
_SHORT = tuple(calendar.month_abbr)


def written(words: str, new: date, real: date | None, *, has_day: bool = True) -> str:
    """Return a date as another one is written."""
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


_BORN = re.compile(
    r"(?:\b(?:born|dob|d\.o\.b|date of birth|birth\s?date|born on|geb|geboren(?: am)?|født|född|n[ée]e? le|"
    r"nat[oa] il|nacid[oa](?: el)?|fecha de nacimiento|syntynyt)|(?<!\w)(?:b|f|n|ur)\.|\*)"
    r"[\s.:,(]*(?:on\s|the\s)?(?:[A-Z][a-z]+day,?\s)?$",
    re.IGNORECASE,
)
_NEAR = 40  # characters before a date in which a word may say that it is one of birth
_YEAR_FIRST = re.compile(r"(?<!\d)([12]\d{3})-(0[1-9]|1[0-2])-([0-3]\d)(?!\d)")
_RUN_TOGETHER = re.compile(r"(?<!\w)([0-3]?\d)([A-Z]{3})(\d{4}|\d\d)(?!\w)")  # "30MAR64"
_SLASHED = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}")
_FORMS = ("%y%m%d", "%d%m%y", "%Y%m%d", "%d%m%Y", "%m%d%y")  # of days in numbers of citizens
_DAYS = 28  # of every month
_FEWEST = 3  # days to draw from


class Births:
    """The dates of birth of one document."""

    def __init__(self, secret: Secret, text: str) -> None:
        self._made: dict[date, date] = {}
        found = [(one, _day(one.year, one.month, one.day)) for one in _dates(text) if one.month and one.day]
        born = {day for one, day in found if day is not None and _is_birth(text, one.start)}
        if not born:
            return
        others = [(day.month, day.day) for _, day in found if day is not None and day not in born]
        aged = bool(find_ages(text, REFERENCE_DATE))
        slashed = bool(_SLASHED.search(text))
        for real in sorted(born):
            self._made[real] = _drawn(secret, real, others if aged else [], 12 if slashed else _DAYS)

    def moved(self, words: str) -> str | None:
        """Return words in which a date of birth is the invented one; None if they say none."""
        parts, last = [], 0
        for found in _dates(words):
            real = _day(found.year, found.month, found.day)
            new = self._made.get(real) if real else None
            if new is not None and real is not None:
                parts += [words[last : found.start], written(words[found.start : found.end], new, real)]
                last = found.end
        made = "".join([*parts, words[last:]])
        return made if parts and made != words else None

    def in_number(self, words: str, made: str) -> str:
        """Return an invented number in which a date of birth of the document is the invented one: "220872 123 45"."""
        places = [at for at, sign in enumerate(words) if sign.isdecimal()]
        digits = "".join(words[at] for at in places)
        for real, new in self._made.items():
            for form in _FORMS:
                at = 0 if digits.startswith(real.strftime(form)) else digits.rfind(real.strftime(form))
                if at == 0 or (at > 0 and digits.endswith(real.strftime(form))):
                    signs = list(made)
                    for place, sign in zip(places[at:], new.strftime(form), strict=False):
                        signs[place] = sign
                    return "".join(signs)
        return made


def _dates(text: str) -> list[Date]:
    """Return the dates of a text, those too that are written year first in another calendar: "2055-08-12"."""
    found = find_dates(text)
    more = [
        Date(match.start(), match.end(), int(match[1]), int(match[2]), int(match[3]))
        for match in _YEAR_FIRST.finditer(text)
        if all(match.end() <= one.start or one.end <= match.start() for one in found)
    ]
    run = [
        Date(match.start(), match.end(), _year(match[3]), months()[fold(match[2])], int(match[1]))
        for match in _RUN_TOGETHER.finditer(text)
        if fold(match[2]) in months() and all(match.end() <= one.start or one.end <= match.start() for one in found)
    ]
    return sorted([*found, *more, *run], key=lambda one: one.start)


def _year(digits: str) -> int:
    """Return a year; of two digits, the last one before the day to which ages are counted."""
    if len(digits) > 2:
        return int(digits)
    century = REFERENCE_DATE.year // 100 * 100
    return century + int(digits) - (100 if century + int(digits) > REFERENCE_DATE.year else 0)


def _is_birth(text: str, start: int) -> bool:
    return _BORN.search(text[max(0, start - _NEAR) : start]) is not None


def _day(year: int, month: int | None, day: int | None) -> date | None:
    try:
        return date(year, month, day) if month and day else None
    except ValueError:
        return None


def _drawn(secret: Secret, real: date, others: list[tuple[int, int]], last_day: int) -> date:
    """Return another day of the year on the same side of all other days of the document."""
    days = [(month, day) for month in range(1, 13) for day in range(1, last_day + 1)]
    sides = [other < (real.month, real.day) for other in others]
    fitting = [day for day in days if [other < day for other in others] == sides and day not in others]
    fitting = [day for day in (fitting if len(fitting) > _FEWEST else days) if day != (real.month, real.day)]
    month, day = secret.pick(fitting, "birth", real.isoformat())
    return date(real.year, month, day)
