"""Telephone numbers the reader took for part of an address, and the days people were born on, in many languages."""

import re
from collections.abc import Iterator

from gyges.anonymizers.identifiers._identifier import Identifier, is_of_paper
from gyges.anonymizers.identifiers._words import words
from gyges.reading import Page, find_dates
from gyges.reading.lookups import fold

__all__ = ["birth_dates", "phone_numbers", "street_numbers", "written_codes"]

_PHONE = re.compile(
    r"(?<![\w.,/+-])(?:\+\d{1,3}|\(?0\d{1,4}\)?|\d{2,4})(?:(?: / |[ \u00a0./-])?\(?\d{2,4}\)?){2,4}(?![\w/-]|[.,:]\d)"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:[ \u00a0.,]\d{3})+")
_FEWEST, _MOST = 8, 15  # digits of a telephone number with its area
_GROUPS = 3
_CODE = re.compile(r"(?<![\w./-])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+(?![\w/-])")
_FEWEST_IN_CODE = 6
_HOUSE = re.compile(
    r"(?<![\w.,/:-])\d{1,4}[a-zA-Z]?,? (?P<name>[^\W\d_]{3,}(?: [^\W\d_]{3,})??) (?P<street>[^\W\d_]{2,9})(?!\w)"
)
_DAY_BEFORE, _DAY_BEHIND = 16, 40
"""Characters before and behind any number of it in which all of a day stands: the longest has a month between two."""
_BEFORE = 24  # characters between the word that tells of a birth and the day
_BEHIND = 40  # the same where the day comes first, with the place
_CLAUSE_END = re.compile(r"[.;:!?\n]")
_WORD = re.compile(r"[^\W\d_]+(?:[.-][^\W\d_]+)*\.?")
_SIGN = re.compile(r"(?<!\w)(?:\*|b\.|D\.?O\.?B\.?|geb\.|nac\.|ur\.|nar\.|szül\.)\s?:?\s?$", re.IGNORECASE)
_DAY = re.compile(
    r"\d{1,2}(?:\.|st|nd|rd|th|er|º)?\s?(?:de\s|of\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?(?:19|20)\d\d"
    r"|\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:\d{4}|\d\d)(?!\d)|(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}"
    r"|[^\W\d_]{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
)


def birth_dates(page: Page) -> Iterator[Identifier]:
    """Yield days on which somebody was born, to the day: ``geboren am 3. Mai 1988``, ``DOB 05/30/2015``."""
    text = page.text
    dates = {(date.start, date.end) for date in find_dates(page) if date.day is not None}
    dates.update(_days(page))
    for start, end in sorted(dates):
        if _is_birth(text[max(0, start - _BEFORE) : start]) or _is_birth_behind(text[end : end + _BEHIND]):
            yield Identifier(start, end, "DATETIME")


def _days(page: Page) -> Iterator[tuple[int, int]]:
    """Yield what is written like a day, as the pattern finds it in all of the text; it is tried around numbers only."""
    runs = iter(page.digits)
    run = next(runs, None)
    while run is not None:
        low, high = max(0, run[0] - _DAY_BEFORE), run[1] + _DAY_BEHIND
        while (run := next(runs, None)) is not None and run[0] - _DAY_BEFORE <= high:
            high = run[1] + _DAY_BEHIND
        yield from (match.span() for match in _DAY.finditer(page.text, low, high))


def _is_birth(before: str) -> bool:
    if _SIGN.search(before):
        return True
    for match in _WORD.finditer(before):
        if fold(match[0].rstrip(".")) in words("born") and _leads_on(before[match.end() :]):
            return True
    return False


def _is_birth_behind(after: str) -> bool:
    """Tell whether the word for a birth stands behind the day, with nothing but a place between them."""
    for match in _WORD.finditer(_CLAUSE_END.split(after)[0]):
        key = fold(match[0])
        if key in words("born_behind"):
            return True
        if key not in words("born_behind_links") and not match[0][0].isupper():
            return False
    return False


def _leads_on(gap: str) -> bool:
    """Tell whether nothing but small words stands between the word for a birth and the day: ``born on Friday,``."""
    said = [fold(word.rstrip(".")) for word in _WORD.findall(gap)]
    return not any(map(str.isdigit, gap)) and all(word in words("birth_links") or word.endswith("day") for word in said)


def phone_numbers(page: Page) -> Iterator[Identifier]:
    """Yield numbers written in groups, as telephone numbers are; no dates and no amounts."""
    text = page.text
    if _digits(page) < _FEWEST:
        return
    dates = [(date.start, date.end) for date in find_dates(page)]
    for match in _PHONE.finditer(text):
        said = match[0]
        digits = sum(map(str.isdigit, said))
        groups = len(re.findall(r"\d+", said))
        if (
            not _FEWEST <= digits <= _MOST
            or groups < _GROUPS
            or _THOUSANDS.fullmatch(said)
            or is_of_paper(text, match.start())
        ):
            continue
        if not any(start < match.end() and match.start() < end for start, end in dates):
            yield Identifier(*match.span(), "CODE")


def _digits(page: Page) -> int:
    return sum(end - start for start, end in page.digits)


def written_codes(page: Page) -> Iterator[Identifier]:
    """Yield numbers of letters and digits such as ``2025-31190-HK``; no dates, and no numbers of cases."""
    text = page.text
    if _digits(page) < _FEWEST_IN_CODE or "-" not in text:
        return
    for match in _CODE.finditer(text):
        digits = sum(map(str.isdigit, match[0]))
        if digits >= _FEWEST_IN_CODE and any(map(str.isalpha, match[0])) and not is_of_paper(text, match.start()):
            yield Identifier(*match.span(), "CODE")


def street_numbers(page: Page) -> Iterator[Identifier]:
    """Yield houses in a street, in lower case too: ``12 elm road``."""
    for match in _HOUSE.finditer(page.text) if page.digits else ():
        named = [fold(word) for word in match["name"].split()]
        if fold(match["street"]) in words("streets") and not any(word in words("no_person_before") for word in named):
            yield Identifier(*match.span(), "LOC")
