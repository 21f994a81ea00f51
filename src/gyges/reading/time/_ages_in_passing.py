"""Ages told in passing: ``29F``, ``she is eleven``, ``I was nine when``, ``two years her senior``."""

import re
from collections.abc import Iterator

from gyges.reading.english import is_english_word
from gyges.reading.lexicon._known_words import bare
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page, Wanted
from gyges.reading.time._dates import number_words

__all__ = ["find_age_gaps", "find_ages_in_passing"]

_YEARS_BETWEEN = re.compile(
    r"\b(?:\w+(?:-\w+)?)\syears?\s(?:older|younger|(?:his|her|my|their)\s(?:senior|junior))\b", re.I
)
_UNIT = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_WORDED = (
    rf"(?:[a-z]+(?:[-\s][a-z]+)?ty(?:[-\s]{_UNIT})?"
    rf"|(?:{_UNIT}|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)(?:\smonths|\syears)?)"
)
_AGED = re.compile(rf"\b(?:age|aged|ages)\s(?:of\s)?(?:about\s)?(?:\d{{1,3}}|{_WORDED})\b", re.I)
_SOMEBODY_OF = re.compile(
    r"\b(?:man|woman|boy|girl|male|female|child|lady|lad)\s(?:of|aged)\s(?:about\s|around\s|some\s)?"
    r"(?:\d{1,3}|[a-z]+ty(?:-[a-z]+)?|[a-z]+teen)\b",
    re.I,
)
_WITH_SEX = re.compile(
    r"(?<![\w.])(?:\d{1,2}\s?[MFmf]|[MF]\s?/?\s?\d{1,2})(?![\w.])|\b\d{1,3}\s?(?:yo|y/o|yrs?\sold|y)\b"
    r"|\b\d{1,3}\s?(?:[Yy]|[Yy]rs?)?\s?/\s?[MFmf]\b"
)
_CLOSED = re.compile(
    r"(?=\s(?:when|and|with|but|then|you|years|now|the\s(?:year|spring|summer|day))\b|[.,;:!?)]*(?:\s|$))(?![.,]\d)"
)
_RACE_AND_SEX = re.compile(r"(?<![\w/])[WBHAILNO]/[MF](?![\w/])")
_BIRTHDAY = re.compile(r"\b(?:\d{1,3}(?:st|nd|rd|th)|[a-z]+(?:teenth|tieth|first|third|fifth|[sn]inth))\sbirthday\b")
_UNIT_NUMBER = re.compile(r"(?<!\w)\d{1,2}[A-E](?!\w)")
_OPENING = words("before_age")
_DIGITS = 2  # of an age that is told without the word
_YOUNGEST, _NEAR = 2, 4
_HOURS = 12  # above it "at fourteen" is no hour of the day


def find_age_gaps(page: Page) -> Iterator[Cue]:
    """Yield how much older or younger somebody is than another."""
    text = page.text
    if any(key in text for key in ("older", "younger", "senior", "junior")):
        yield from (Cue(*match.span(), "DEM") for match in _YEARS_BETWEEN.finditer(text))


def find_ages_in_passing(page: Page) -> Iterator[Cue]:
    """Yield ages that no word such as ``old`` gives away, and those that one does."""
    text = page.text
    if " of " in text or " aged " in text:
        yield from (Cue(*match.span(), "DEM") for match in _SOMEBODY_OF.finditer(text))
    if "age" in text or "Age" in text:
        yield from (Cue(*match.span(), "DEM") for match in _AGED.finditer(text))
    if "/M" in text or "/F" in text:
        yield from (Cue(*match.span(), "DEM") for match in _RACE_AND_SEX.finditer(text))
    if "birthday" in text:
        yield from (Cue(*match.span(), "DEM") for match in _BIRTHDAY.finditer(text))
    units = _UNIT_NUMBER.search(text) is not None
    for start, end in page.digits:
        if units and text[end : end + 1] == "F" and text[start - 2 : start] == "| ":
            continue  # a flat among others: "14F", "9A"
        if end - start <= _DIGITS + 1:
            match = next((m for at in (0, 1, 2) if start >= at and (m := _WITH_SEX.match(text, start - at))), None)
            if match:
                yield Cue(*match.span(), "DEM")
            elif end - start <= _DIGITS and _is_age(page, start, end):
                yield Cue(start, end, "DEM")
    for index in page.where(_is_numeral):
        start, end, _ = page.words[index]
        grown = page.key(index - 1) == "at" and number_words()[page.key(index)] > _HOURS
        told = page.joined(index - 1) and (grown or _opens(page, index - 1)) and _CLOSED.match(text, end)
        if told or (page.opens(index) and text[end : end + 1] in {".", "!"}):  # an answer of one word
            yield Cue(start, end, "DEM")


def _is_age(page: Page, start: int, end: int) -> bool:
    """Tell whether a bare number of one or two digits stands where an age stands."""
    text = page.text
    if text[start - 1 : start] not in {" ", "\u00a0"} or not _CLOSED.match(text, end):
        return False
    between = text[start - 2 : start - 1] == "," and text[end : end + 1] in {",", ")", "\n", ""}
    if between and end - start == _DIGITS and text[start] != "0" and not text[max(0, start - 3)].isdigit():
        return True
    before = page.at(start) - 1
    if page.key(before) == "at":
        measured = any(page.key(before - back) in words("measure_labels") for back in range(1, _NEAR))
        lived = page.key(before - 1) in words("lived_until") or not page.joined(before - 1)
        return int(text[start:end]) > 2 * _HOURS and lived and not measured  # "pulse irregular at 94", "stood at 35"
    return _opens(page, before)


def _opens(page: Page, index: int) -> bool:
    """Tell whether an age may follow a word: ``she is``, ``I'm``, ``turned``, but no ``the answer is``, ``it's``."""
    key = page.key(index)
    if key.endswith(("'s", "'m")):
        return bare(key.removesuffix("'m")) not in words("things_told")
    if key not in _OPENING:
        return False
    if key not in words("be_forms"):
        return key not in words("before_any_number") or not page.joined(index - 1) or _opens(page, index - 1)
    before = page.key(index - 1) if page.joined(index - 1) else ""
    return _is_subject(page, index - 1, before)


def _is_subject(page: Page, index: int, key: str) -> bool:
    if not key or key in words("subjects") or key in words("kin") or key in words("helping_verbs"):
        return True
    if page.key(index - 1) in words("possessive"):
        return key not in words("things_told")
    return page.capital(index) and (first_name(key) is not None or not is_english_word(key))


@Wanted
def _is_numeral(key: str) -> bool:
    return number_words().get(key, 0) > _YOUNGEST
