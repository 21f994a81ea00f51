"""Identity numbers that carry a birth date, and often the sex, of their holder."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from gyges.reading.lexicon._load import read_rows

__all__ = ["Birth", "birth_of"]

_PIVOT = 100
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Birth:
    """What an identity number says: the age on a day, and the sex if it carries one."""

    low: int
    high: int
    sex: str | None


def birth_of(number: str, country: str | None, reference: date) -> Birth | None:
    """Return what an identity number of a country says about its holder.

    Example:
        >>> birth_of("784-1990-1234567-1", "United Arab Emirates", date(2025, 9, 1))
        Birth(low=34, high=35, sex=None)
    """
    for pattern, told, century in _rows().get(country or "", ()):
        match = pattern.fullmatch(number.strip())
        birth = _read(match, told, century, reference) if match else None
        if birth is not None:
            return birth
    return None


@cache
def _rows() -> dict[str, list[tuple[re.Pattern[str], str, str]]]:
    rows: dict[str, list[tuple[re.Pattern[str], str, str]]] = {}
    for country, pattern, told, century in read_rows("id_births.tsv"):
        rows.setdefault(country, []).append((re.compile(pattern), told, century))
    return rows


def _read(match: re.Match[str], told: str, century: str, reference: date) -> Birth | None:
    groups = match.groupdict()
    month, day = int(groups.get("m") or 0), int(groups.get("d") or 0)
    sex = _sex(groups.get("s"), told, month, day)
    if told.startswith("month"):
        month %= 50
    if told.startswith("day"):
        day %= 40
    if groups.get("Y"):
        year = int(groups["Y"])
    elif century == "pesel":
        year = {0: 1900, 1: 2000, 2: 2100, 4: 1800}.get(month // 20, 1900) + int(groups["y"])
        month %= 20
    else:
        year = 2000 + int(groups["y"])
        year -= _PIVOT if year > reference.year else 0
    if month > _MONTHS or day > 31 or not 0 <= reference.year - year <= 110:
        return None
    return _aged(year, month, day, sex, reference)


def _aged(year: int, month: int, day: int, sex: str | None, reference: date) -> Birth | None:
    age = reference.year - year
    if not month or not day:
        return Birth(max(0, age - 1), age, sex)
    try:
        had = (reference.month, reference.day) >= (date(year, month, day).month, day)
    except ValueError:
        return None
    exact = age if had else age - 1
    return Birth(exact, exact, sex) if exact >= 0 else None


def _sex(sign: str | None, told: str, month: int, day: int) -> str | None:
    if told.startswith("month"):
        return "Female" if month > 50 else "Male"
    if told.startswith("day"):
        return "Female" if day > 40 else "Male"
    if not told or sign is None:
        return None
    if told == "H male":
        male = sign == "H"
    elif told == "from 5 male":
        male = int(sign) >= 5
    else:
        male = (int(sign) % 2 == 1) == told.startswith("odd")
    return "Male" if male else "Female"
