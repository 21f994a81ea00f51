"""Invented dates: all dates of a document are moved alike, so that their order, weekdays and intervals stay."""

import re
from calendar import month_abbr
from collections.abc import Iterable
from datetime import date
from itertools import pairwise

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._date_writing import TOKEN, written
from gyges.anonymizers.replacement.pseudonyms._shift import drawn_shift
from gyges.reading import Date, find_dates
from gyges.reading.lookups import fold, months

__all__ = ["Calendar"]

_SLASHED = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?!\d)")
_NO_DATE = re.compile(r"\d{10}|\b\d{4}[Hh]\b|\b\d{2,4}s\b")  # no date, a time, a decade
_YEAR = re.compile(r"(?<![\d.,/-])(1[89]\d\d|20[0-3]\d)(?:([/–-])(\d\d)(?!\d))?(?![\d]|[.,]\d|\s?h(?:rs|ours)?\b)")
_NOMINAL = 2001
_ENGLISH = frozenset(name.lower() for name in month_abbr[1:])
_LONGEST = 120


class Calendar:
    """The calendar of one document, some years earlier than the real one.

    Args:
        secret: What the shift is drawn from.
        document: The id of the document.
        said: The dates the document says.
        text: The document.
    """

    def __init__(self, secret: Secret, document: str, said: Iterable[str], text: str = "") -> None:
        said = tuple(words for words in said if len(words) <= _LONGEST)
        slashed = [match for words in said if (match := _SLASHED.search(words))]
        self._month_first = any(int(match[2]) > 12 for match in slashed) and all(int(m[1]) <= 12 for m in slashed)
        self._nominal = _NOMINAL
        dates = [self._read(words[found.start : found.end], found) for words in said for found in find_dates(words)]
        self._nominal = next((found.year for found in dates if found.month), _NOMINAL)
        parts = [part for words in said if not find_dates(words) for part in self._parts(words)]
        bare = [part.month for part in parts if part.month and part.day is None]
        dates += [part for part in parts if part.day is not None]
        self._shift = drawn_shift(secret, document, text, dates, bare, said)

    def moved(self, words: str) -> str | None:
        """Return a date moved; None for what is no date, such as a time of day, a weekday, a duration or a feast."""
        if _NO_DATE.search(words) or len(words) > _LONGEST or not _is_english(words):
            return None
        parts, last = [], 0
        for found in find_dates(words):
            new = self._date(words[found.start : found.end], found)
            if new is None:
                return None
            parts += [self._years(words[last : found.start]), new]
            last = found.end
        made = "".join([*parts, self._years(words[last:])]) if parts else self._without_year(words)
        return made if made is not None and fold(made) != fold(words) else None

    def day(self, words: str) -> str | None:
        """Return a day that is written year first in any calendar, "2055-08-12", moved; None if it is none."""
        if not re.fullmatch(r"[12]\d{3}-[01]\d-[0-3]\d", words):
            return None
        year, month, day = map(int, words.split("-"))
        return self._date(words, Date(0, len(words), year, month, day))

    def year(self, year: int) -> int:
        """Return the year that stands for a year."""
        return year - self._shift.years

    def _years(self, words: str) -> str:
        """Return words in which years by themselves are moved: "2024/25"."""

        def earlier(match: re.Match[str]) -> str:
            new = str(self.year(int(match[1])))
            if match[2] and int(match[3]) != (int(match[1]) + 1) % 100:  # "2025/14" is the number of a paper
                return match[0]
            return f"{new}{match[2]}{(int(match[3]) - self._shift.years) % 100:02d}" if match[2] else new

        return _YEAR.sub(earlier, words)

    def _without_year(self, words: str) -> str | None:
        """Return dates without a year moved, "3 November to 12 December"; None if their order would not stay."""
        said = self._parts(words)
        if not said:
            return self._years(words)
        parts, last = [], 0
        for one in said:
            new = self._date(words[one.start : one.end], one)
            if new is None:
                return None
            parts += [words[last : one.start], new]
            last = one.end
        made = "".join([*parts, words[last:]])
        after = self._parts(made)
        ordered = all(_in_order(*pair) for pair in pairwise(said)) == all(_in_order(*pair) for pair in pairwise(after))
        return made if ordered and len(after) == len(said) else None

    def _parts(self, words: str) -> list[Date]:
        """Return the dates without a year, "5 January" or "February", in a year of the document."""
        if re.search(r"\d{4}", words):
            return []
        tokens = list(TOKEN.finditer(words))
        named = [at for at, token in enumerate(tokens) if fold(token[0]) in months()]
        found: list[Date] = []
        for place, at in enumerate(named):
            first = named[place - 1] + 1 if place else 0
            after = tokens[at + 1 : named[place + 1] if place + 1 < len(named) else None]
            before = _days(tokens[first:at])
            if found and found[-1].end > tokens[first].start():
                before = before[len(before) - 1 :]
            days = before or (_days(after) if not place or tokens[at - 1][0].isalpha() else [])
            start = 0 if not place else (days[0] if before else tokens[at]).start()
            last_day = days[-1].end() if days and not before else tokens[at].end()
            end = len(words) if place == len(named) - 1 else max(tokens[at].end(), last_day)
            day = int(days[0][0]) if days else None
            found.append(Date(start, end, self._nominal, months()[fold(tokens[at][0])], day))
        return found

    def _read(self, words: str, found: Date) -> Date:
        """Return a date with day and month in the order the document writes them."""
        if found.month and found.day and self._month_first and found.day <= 12 and _SLASHED.match(words):
            return Date(found.start, found.end, found.year, found.day, found.month)
        return found

    def _date(self, words: str, found: Date) -> str | None:
        """Return a date in the form in which it is written, None if it has a form of its own."""
        if found.month is None:
            new = re.sub(r"\d{4}", str(self.year(found.year)), words)
            return re.sub(r"(?<!\d)\d\d(?!\d)", f"{self.year(found.year) % 100:02d}", new) if new == words else new
        said = self._read(words, found)
        try:
            real = date(said.year, said.month or 1, said.day or 15)
        except ValueError:
            return None
        new_date = self._shift.of(real)
        if new_date is None:
            return None
        made = written(words, new_date, real, has_day=found.day is not None)
        return made if _says(made, new_date) or not re.search(r"\d{4}", words) else None


def _is_english(words: str) -> bool:
    """Tell whether no month has a name of another language, as in "16 de Noviembre"."""
    named = (fold(token) for token in TOKEN.findall(words))
    return all(token[:3] in _ENGLISH for token in named if token in months()) and " de " not in words


def _days(tokens: list[re.Match[str]]) -> list[re.Match[str]]:
    return [token for token in tokens if token[0].isdecimal() and 1 <= int(token[0]) <= 31]


def _in_order(one: Date, other: Date) -> bool:
    return ((one.month or 0), one.day or 0) <= ((other.month or 0), other.day or 32)


def _says(words: str, wanted: date) -> bool:
    return any((found.year, found.month) == (wanted.year, wanted.month) for found in find_dates(words)) or bool(
        re.search(rf"\b{wanted.year}\b|\b{wanted.year % 100:02d}\b", words)
    )
