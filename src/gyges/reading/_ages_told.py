"""Ages told in passing ("at 41 she is", "pushing 70", "Baaba, eleven and") and school years of many countries."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gyges.reading._dates import number_words
from gyges.reading._lexicon import kin_words, word_set
from gyges.reading._tables import first_name, read_rows

__all__ = ["Told", "ages_in_passing", "school_years"]

_CALENDAR = word_set("calendar")
_NUMBER = r"(?P<n>\d{1,2}|[a-z]+(?:-[a-z]+)?)"
_STOP = r"(?=\s*(?:[,.;:)!?\n]|$|[-–—]\s)|\s(?:and|but|now|with|this|years?|when|who|or)\b)"
_NO_UNIT = (
    r"(?!\s*(?:years? (?:in|of|at|with|ago|as|younger|older|junior|senior|into|from|away|his|her|my)|"
    r"%|[:.]\d|and a half|hours?|minutes?|days?|weeks?|months?|km|kg|per))"
)
_AT = re.compile(
    rf"\bat {_NUMBER},? (?:she|he|i|one|they|you)(?:['’](?:s|m|re|d|ll)| (?:is|has|would|can|could|am|are|still|will|"
    r"does|do|have|cannot|wants|knows|thinks))\b",
    re.I,
)
_THEN = re.compile(
    rf"\bin (?P<year>(?:19|20)\d\d),? (?:(?:at|aged|at the age of) {_NUMBER}(?!\w|[:.]\d)"
    r"|(?P<old>\d{1,2}|[a-z]+) years? old)",
    re.I,
)
_AGO = re.compile(
    rf"\b(?P<ago>\d{{1,2}}|[a-z]+) years? ago,? (?:at|aged) {_NUMBER}(?!\w|[:.]\d|\s(?:a\.?m|p\.?m))", re.I
)
_ABOUT = re.compile(
    rf"\b(?P<how>pushing|nearly|almost|rising|going on|barely|just over|just past|well over|past) "
    rf"{_NUMBER}{_STOP}{_NO_UNIT}",
    re.I,
)
_IS = re.compile(
    rf"(?:\sis|['’]s)\s(?:now\s|only\s|just\s|already\s|still\s|about\s|also\s)?{_NUMBER}{_STOP}{_NO_UNIT}", re.I
)
_WHO = re.compile(r"(?<!\w)[^\W\d_][\w’'-]{0,39}$")
_BESIDE = re.compile(
    rf"(?<![\w’'-])(?P<who>[^\W\d_a-z][\w’'-]{{1,39}}), {_NUMBER}"
    r"(?=,\s(?!(?:[A-Z]\w+\s)?\d)|\)|\sand\s(?:an?|the|his|her|still|not|in|on|at|as|single|married|divorced|widowed|retired)\b)"
)
_LEAST, _ADULT = 3, 16
_WORD = re.compile(r"[^\W\d_]+")
_FILLERS = frozenset(("st", "nd", "rd", "th", "er", "of", "de", "di", "la", "the", "in", "at", "grado"))
_ROMAN = {"vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12}
_CLASS = re.compile(
    r"\b(?:class|kelas|classe|clase|standard|std|grade)\s(?P<n>[XVI]{1,4}|\d{1,2}(?=\s?/\s?\d|\s?[A-Ha-h]\b|-\d))(?!\w)"
)


class Told(NamedTuple):
    """An age told in passing: ``low``-``high`` when the text was written, or in ``year`` if that is not None."""

    start: int
    end: int
    low: int
    high: int
    year: int | None
    ago: int
    certainty: int


def _value(word: str) -> int | None:
    return int(word) if word.isdigit() else number_words().get(word.lower())


def ages_in_passing(text: str) -> Iterator[Told]:
    """Yield the ages a text tells in passing."""
    for match in _AT.finditer(text) if "at " in text.lower() else ():
        value = _value(match["n"])
        if value is not None and 10 <= value < 100:
            yield Told(match.start(), match.end("n"), value, value, None, 0, 4)
    yield from _past(text)
    for match in _ABOUT.finditer(text):
        value = _value(match["n"])
        if value is not None and _ADULT <= value < 100:
            over = match["how"].lower().endswith(("over", "past"))
            wide = 3 if match["how"].lower() == "pushing" else 1
            low, high = (value, value + 2) if over else (value - wide, value)
            yield Told(*match.span(), low, high, None, 0, 4 if value % 10 == 0 else 3)
    for match in _IS.finditer(text):
        value = _value(match["n"])
        before = _WHO.search(text[max(0, match.start() - 41) : match.start()]) if value is not None else None
        if before is None:
            continue
        who = before[0]
        named = who[0].isupper() and who.lower() not in _CALENDAR and first_name(who) is not None
        if value is not None and _LEAST <= value < 100 and (named or who.lower() in kin_words()):
            yield Told(match.start("n"), match.end("n"), value, value, None, 0, 4)
    for match in _BESIDE.finditer(text):
        value, who = _value(match["n"]), match["who"].lower()
        if value is not None and _LEAST <= value < 100 and who not in _CALENDAR:
            yield Told(match.start("n"), match.end("n"), value, value, None, 0, 3)


def _past(text: str) -> Iterator[Told]:
    for match in _THEN.finditer(text):
        value = _value(match["n"] or match["old"])
        if value is not None and value < 100:
            yield Told(*match.span(), value - 1, value + 1, int(match["year"]), 0, 4)
    for match in _AGO.finditer(text) if " ago" in text else ():
        value, ago = _value(match["n"]), _value(match["ago"])
        if value is not None and ago is not None and 10 <= value < 100:
            yield Told(*match.span(), value, value, None, ago, 4)


@cache
def _years() -> list[tuple[frozenset[str], re.Pattern[str], int, int, int, int]]:
    """Return the patterns of school years, each with the words one of which a text must hold for it to be tried."""
    rows = []
    for row in read_rows("school_years.tsv"):
        words = _WORD.findall(re.sub(r"\\[sdwb]", " ", row[0].split("(?=")[0]).replace("\\.", ""))
        needed = frozenset(word.lower() for word in words if len(word) > 1 and word not in _FILLERS)
        pattern = re.compile(rf"(?<![\w.])(?:{row[0]})(?!\w)", re.I)
        rows.append((needed, pattern, int(row[1]), int(row[2]), int(row[3]), int(row[4])))
    return rows


def school_years(text: str) -> Iterator[Told]:
    """Yield the ages that school years tell."""
    for match in _CLASS.finditer(text):
        number = int(match["n"]) if match["n"].isdigit() else _ROMAN.get(match["n"].lower(), 0)
        if 1 <= number <= 13:
            yield Told(*match.span(), number + 5, number + 6, None, 0, 5)
    words = set(_WORD.findall(text.lower().replace(".", "")))  # "J.H.S." is written so too
    for needed, pattern, low, high, least, most in _years():
        if needed and not needed & words:
            continue
        for match in pattern.finditer(text):
            number = int(match.group(1) or 1)
            if least <= number <= most:
                yield Told(*match.span(), number + low, number + high, None, 0, 5)
