"""Dates of birth: day and month become others, the year stays, and numbers that begin or end with the day follow."""

import re
from datetime import date

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._date_writing import written
from gyges.reading import REFERENCE_DATE, Date, find_ages, find_dates
from gyges.reading.lookups import fold, months

__all__ = ["Births"]

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
    """The dates of birth of one document.

    Args:
        secret: What they are drawn from.
        text: The document. Where it tells ages, no other day of it lies between the real and the invented birthday.
    """

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
