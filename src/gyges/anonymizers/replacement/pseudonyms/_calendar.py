"""Invented dates: all dates of a document are moved alike, so that their order, weekdays and intervals stay."""

import re
from collections.abc import Iterable
from datetime import date

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._date_writing import TOKEN, written
from gyges.anonymizers.replacement.pseudonyms._shift import drawn_shift
from gyges.reading import Date, find_dates
from gyges.reading.lookups import fold, months

__all__ = ["Calendar"]

_SLASHED = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?!\d)")
_NO_DATE = re.compile(r"\d{10}|\b\d{2,4}s\b")  # so many digits in a row are no date, and a decade is broad enough
_YEAR = re.compile(r"(?<![\d.,/-])(1[89]\d\d|20[0-3]\d)(?:([/–-])(\d\d)(?!\d))?(?![\d]|[.,]\d)")
_NOMINAL = 2001
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
        parts = [part for words in said if not find_dates(words) and (part := self._part(words))]
        bare = [part.month for part in parts if part.month and part.day is None]
        dates += [part for part in parts if part.day is not None]
        self._shift = drawn_shift(secret, document, text, dates, bare)

    def moved(self, words: str) -> str | None:
        """Return a date moved; None for what is no date, such as a time of day, a weekday, a duration or a feast."""
        if _NO_DATE.search(words) or len(words) > _LONGEST:
            return None
        parts, last = [], 0
        for found in find_dates(words):
            new = self._date(words[found.start : found.end], found)
            if new is None:
                return None
            parts += [self._years(words[last : found.start]), new]
            last = found.end
        if not parts:
            part = self._part(words)
            made = self._date(words, part) if part else self._years(words)
        else:
            made = "".join([*parts, self._years(words[last:])])
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

    def _part(self, words: str) -> Date | None:
        """Return a date without a year, "5 January" or "February", in a year of the document."""
        tokens = [fold(token) for token in TOKEN.findall(words)]
        month = next((months()[token] for token in tokens if token in months()), None)
        if month is None or re.search(r"\d{4}", words):
            return None
        day = next((int(token) for token in tokens if token.isdecimal() and 1 <= int(token) <= 31), None)
        return Date(0, len(words), self._nominal, month, day)

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


def _says(words: str, wanted: date) -> bool:
    return any((found.year, found.month) == (wanted.year, wanted.month) for found in find_dates(words)) or bool(
        re.search(rf"\b{wanted.year}\b|\b{wanted.year % 100:02d}\b", words)
    )
