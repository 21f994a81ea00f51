"""Invented dates: all dates of a document are moved by the same number of days, so that intervals stay."""

import calendar
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from gyges.anonymizers.replacement._secret import Secret
from gyges.reading import Date, find_dates
from gyges.reading.lookups import fold, months, number_words

__all__ = ["Calendar"]

_MONTHS = tuple(calendar.month_name)
_SHORT = tuple(calendar.month_abbr)
_DAYS = tuple(calendar.day_name)
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})([:.h])(\d{2})(?!\d)|(?<!\d)([01]\d|2[0-3])([0-5]\d)(?=\s?(?:H|hrs|hours)\b)")
_ORDINAL = re.compile(r"(\d{1,2})(st|nd|rd|th)\b", re.IGNORECASE)
_UNIT = re.compile(r"\b(?:second|minute|hour|day|night|week|month|year|decade)s?\b", re.IGNORECASE)
_SLASHED = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?!\d)")
_NO_DATE = re.compile(r"\d{10}")  # so many digits in a row are no date, whatever stands around them
_YEAR, _SEASON = 365, (45, 320)  # days moved, beyond whole years, so that no month stays itself
_SHIFTS = tuple(d for d in range(400, 1400) if _SEASON[0] <= d % _YEAR <= _SEASON[1] and d % 7)  # never 0
_TRIES, _CHECKED = 16, 32  # offsets tried, and dates of the document looked at for each
_NOMINAL = 2001


class Calendar:
    """The calendar of one document, some months earlier than the real one.

    Args:
        secret: What the number of days is drawn from.
        document: The id of the document.
        said: The dates the document says, which invented ones should not hit.
    """

    def __init__(self, secret: Secret, document: str, said: Iterable[str]) -> None:
        said = tuple(said)
        known = {fold(words) for words in said}
        slashed = [match for words in said if (match := _SLASHED.search(words))]
        self._month_first = any(int(match[2]) > 12 for match in slashed) and all(int(m[1]) <= 12 for m in slashed)
        offsets = list(_offsets(secret, document))
        self._minutes = secret.number("minutes", document) % 48 + 11
        hits: list[int] = []
        for self._days in offsets:
            hits.append(sum(fold(self.moved(words) or "") in known for words in said[:_CHECKED]))
            if not hits[-1]:
                break
        self._days = offsets[hits.index(min(hits))]

    def moved(self, words: str) -> str | None:
        """Return a date, a time of day, a weekday or a duration, moved; None if it cannot be read."""
        if _NO_DATE.search(words):
            return None
        made, parts, last = words, [], 0
        for found in find_dates(words):
            new = self._date(words[found.start : found.end], found)
            if new is None:
                return None
            parts += [self._rest(words[last : found.start]), new]
            last = found.end
        made = "".join([*parts, self._rest(words[last:])]) if parts else self._bare(words)
        return made if fold(made) != fold(words) else None

    def _rest(self, words: str) -> str:
        """Return what stands beside a full date: weekdays and times of day are moved too."""
        return self._clock(_TOKEN.sub(lambda match: self._weekday(match[0]), words))

    def _bare(self, words: str) -> str:
        """Return words without a year, moved: "5 January", "February", "the 13th", "Friday", "22:40", "two days"."""
        tokens = [fold(token) for token in _TOKEN.findall(words)]
        month = next((months()[token] for token in tokens if token in months()), None)
        if month is not None:
            day = next((int(token) for token in tokens if token.isdecimal() and 1 <= int(token) <= 31), None)
            if day is not None:
                return self._rest(self._date(words, Date(0, len(words), _NOMINAL, month, day), bare=True) or words)
            return self._rest(_written(words, self._month(month), None))
        if _UNIT.search(words):
            return _TOKEN.sub(lambda match: _more(match[0], 1 + self._days % 2), words)
        moved = self._rest(words)
        return _ORDINAL.sub(lambda match: _ordinal((int(match[1]) + self._days % 27) % 28 + 1, match[2]), moved)

    def _month(self, month: int) -> date:
        return date(_NOMINAL, month, 15) - timedelta(days=self._days)

    def _date(self, words: str, found: Date, *, bare: bool = False) -> str | None:
        """Return a date in the form in which it is written, None if it has a form of its own."""
        if found.month is None:
            years = round(self._days / _YEAR)
            short = f"{(found.year - years) % 100:02d}"
            new = re.sub(r"\d{4}", str(found.year - years), words) if re.search(r"\d{4}", words) else words
            return re.sub(r"(?<!\d)\d\d(?!\d)", short, new) if new == words else new
        month, day = found.month, found.day or 15
        if self._month_first and day <= 12 and _SLASHED.match(words):
            month, day = day, month
        try:
            real = date(found.year, month, day)
            new_date = real - timedelta(days=self._days)
        except (ValueError, OverflowError):
            return None
        made = _written(words, new_date, real, has_day=found.day is not None)
        return made if made != words and (bare or _says(made, new_date)) else None

    def _weekday(self, word: str) -> str:
        key = fold(word).rstrip("s")
        place = next((at for at, name in enumerate(_DAYS) if len(key) > 2 and name.lower().startswith(key)), None)
        if place is None or key in months() or (len(key) < 6 and key != fold(_DAYS[place])[: len(key)]):
            return word
        new = _DAYS[(place - self._days) % 7]
        new = new if len(key) > 4 else new[: len(word)]
        return _cased(word, new + ("s" if fold(word).endswith("days") else ""))

    def _clock(self, words: str) -> str:
        def later(match: re.Match[str]) -> str:
            hour, minute = int(match[1] or match[4]), int(match[3] or match[5])
            if hour > 23 or minute > 59:
                return match[0]
            new = (hour * 60 + minute + self._minutes) % (24 * 60)
            hours = f"{new // 60:02d}" if match[4] or len(match[1]) == 2 else str(new // 60)
            return f"{hours}{match[2] or ''}{new % 60:02d}"

        return _CLOCK.sub(later, words)


def _offsets(secret: Secret, document: str) -> Iterator[int]:
    """Yield numbers of days that move every month, weekday and year, each of them as likely."""
    for number, _ in zip(secret.numbers("days", document), range(_TRIES), strict=False):
        yield _SHIFTS[number % len(_SHIFTS)]


def _written(words: str, new: date, real: date | None, *, has_day: bool = True) -> str:
    """Return a date as another one is written: the same order, names of months, leading zeros and endings."""
    made: list[str] = []
    last = 0
    done: set[str] = set()
    named = any(fold(token) in months() for token in _TOKEN.findall(words))
    for match in _TOKEN.finditer(words):
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


def _says(words: str, wanted: date) -> bool:
    return any((found.year, found.month) == (wanted.year, wanted.month) for found in find_dates(words)) or bool(
        re.search(rf"\b{wanted.year}\b|\b{wanted.year % 100:02d}\b", words)
    )


def _ordinal(day: int, ending: str) -> str:
    return f"{day}{_cased(ending, _ending(day))}"


def _ending(day: int) -> str:
    return "th" if 10 < day % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _more(token: str, step: int) -> str:
    """Return a number that is a little greater, in digits or words; other words stay."""
    if token.isdecimal():
        return str(int(token) + step)
    value = number_words().get(token.lower())
    if value is None:
        return token
    word = next((name for name, number in number_words().items() if number == value + step), str(value + step))
    return _cased(token, word)


def _cased(written: str, word: str) -> str:
    if written.isupper() and len(written) > 1:
        return word.upper()
    return word.lower() if written.islower() else word[:1].upper() + word[1:]
