"""Ages told in passing ("at 41 she is", "pushing 70", "Baaba, eleven and") and school years of many countries."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.lexicon._names import first_name
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.page._page import Page, Wanted
from gyges.reading.time._dates import number_words

__all__ = ["Told", "ages_in_passing", "school_years", "speaks_of_school"]

_CALENDAR = words("calendar")
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
    rf"(?P<year>(?:19|20)\d\d)(?<=\bin \d\d\d\d),? (?:(?:at|aged|at the age of) {_NUMBER}(?!\w|[:.]\d)"
    r"|(?P<old>\d{1,2}|[a-z]+) years? old)",
    re.I,
)
_AGO = re.compile(
    rf"\b(?P<ago>\d{{1,2}}|[a-z]+) years? ago,? (?:at|aged) {_NUMBER}(?!\w|[:.]\d|\s(?:a\.?m|p\.?m))", re.I
)
_HOW_WORDS = "pushing|nearly|almost|rising|going on|barely|just over|just past|well over|past"
_ABOUT = re.compile(
    rf"\b(?P<how>{_HOW_WORDS}) "
    rf"{_NUMBER}{_STOP}{_NO_UNIT}",
    re.I,
)
_SAID_TO_BE = r"(?:\sis|['’]s)\s(?:now\s|only\s|just\s|already\s|still\s|about\s|also\s)?"
_IS = re.compile(rf"{_SAID_TO_BE}{_NUMBER}{_STOP}{_NO_UNIT}", re.I)
_IS_BEFORE = re.compile(rf"{_SAID_TO_BE}\Z", re.I)
_WHO = re.compile(r"(?<!\w)[^\W\d_][\w’'-]{0,39}$")
_BESIDE = re.compile(
    rf"(?<![\w’'-])(?P<who>[^\W\d_a-z][\w’'-]{{1,39}}), {_NUMBER}"
    r"(?=,\s(?!(?:[A-Z]\w+\s)?\d)|\)|\sand\s(?:an?|the|his|her|still|not|in|on|at|as|single|married|divorced|widowed|retired)\b)"
)
_SCHOOL_WORDS = words("times.school_words")
_ROMAN_SIGNS = frozenset("XVI")
_LEAST, _ADULT = 3, 16
_BACK = 16  # code points before a number in which its cue stands
_HOW = tuple(f"{how} " for how in _HOW_WORDS.split("|"))
_IS_WORDS = ("is", "'s", "’s", "now", "only", "just", "already", "still", "about", "also")
_LAST = re.compile(r"[\w’'-]+$")
_AGO_WORDS = (" ago at ", " ago, at ", " ago aged ", " ago, aged ")
_WORD = re.compile(r"[^\W\d_]+")
_FILLERS = words("ages_told.fillers")
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
    return int(word) if word.isdecimal() else number_words().get(word.lower())


def ages_in_passing(page: Page) -> Iterator[Told]:
    """Yield the ages a text tells in passing."""
    text = page.text
    numbers = _numbers(page)
    for start, value, before in numbers:
        match = _AT.match(text, start - 3) if before.endswith("at ") else None
        if match and 10 <= value < 100:
            yield Told(match.start(), match.end("n"), value, value, None, 0, 4)
    yield from _past(text)
    for start, value, before in numbers:
        how = next((how for how in _HOW if before.endswith(how)), None) if _ADULT <= value < 100 else None
        match = _ABOUT.match(text, start - len(how)) if how else None
        if match:
            over = match["how"].lower().endswith(("over", "past"))
            wide = 3 if match["how"].lower() == "pushing" else 1
            low, high = (value, value + 2) if over else (value - wide, value)
            yield Told(*match.span(), low, high, None, 0, 4 if value % 10 == 0 else 3)
    yield from _named(text, numbers)


def _numbers(page: Page) -> list[tuple[int, int, str]]:
    """Return start and value of the numbers up to 99 and what stands before each: few, so all forms start there."""
    text = page.text
    words, found = page.words, []
    for index in page.where(_is_number):
        start, end, _ = words[index]
        value = _value(text[start:end])
        if value is not None:
            found.append((start, value, text[max(0, start - _BACK) : start].lower()))
    return found


@Wanted
def _is_number(key: str) -> bool:
    return key in number_words() or (len(key) < 3 and key.isdecimal())


def _named(text: str, numbers: list[tuple[int, int, str]]) -> Iterator[Told]:
    """Ages of people who are named: "Ola is 41", "Baaba, eleven and"."""
    for start, value, before in numbers:
        cued = _LEAST <= value < 100 and before.endswith(_IS_WORDS, 0, -1)
        cue = _IS_BEFORE.search(text, max(0, start - _BACK), start) if cued else None
        match = _IS.match(text, cue.start()) if cue else None
        known = _WHO.search(text[max(0, match.start() - 41) : match.start()]) if match else None
        if match is None or known is None:
            continue
        who = known[0]
        named = who[0].isupper() and who.lower() not in _CALENDAR and first_name(who) is not None
        if named or who.lower() in kin_words():
            yield Told(start, match.end("n"), value, value, None, 0, 4)
    for start, value, before in numbers:
        beside = _LAST.search(text, max(0, start - 43), start - 2) if before.endswith(", ") else None
        match = _BESIDE.match(text, beside.start()) if beside else None
        if match and _LEAST <= value < 100 and match["who"].lower() not in _CALENDAR:
            yield Told(match.start("n"), match.end("n"), value, value, None, 0, 3)


def _past(text: str) -> Iterator[Told]:
    for match in _THEN.finditer(text):
        value = _value(match["n"] or match["old"])
        if value is not None and value < 100:
            yield Told(match.start() - len("in "), match.end(), value - 1, value + 1, int(match["year"]), 0, 4)
    low = text.lower()
    for match in _AGO.finditer(text) if any(word in low for word in _AGO_WORDS) else ():
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


@Wanted
def _is_school_word(key: str) -> bool:
    return key.rstrip("0123456789") in _SCHOOL_WORDS


def speaks_of_school(page: Page) -> bool:
    """Tell whether a word for a school or class stands next to a number: only then the many forms are worth a look."""
    text = page.text
    words = page.words
    for index in page.where(_is_school_word):
        around = words[max(0, index - 4) : index + 4]
        if any(word[2][0].isdigit() or word[2][-1].isdigit() or word[2].isupper() for word in around):
            return True
        if text[words[index][1] : words[index][1] + 2].strip()[:1] in _ROMAN_SIGNS:
            return True
    return False


def school_years(text: str) -> Iterator[Told]:
    """Yield the ages that school years tell."""
    for match in _CLASS.finditer(text):
        number = int(match["n"]) if match["n"].isdecimal() else _ROMAN.get(match["n"].lower(), 0)
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
