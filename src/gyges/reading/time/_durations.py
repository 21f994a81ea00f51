"""Stretches of time, and points in time told by a unit: ``six weeks``, ``a year ago``, ``last month``."""

import re
from functools import lru_cache

from gyges.reading.lexicon._load import words
from gyges.reading.page._page import Page

__all__ = ["duration"]

_REACH = 48
_TAIL = re.compile(
    r"(?:['’]s?\b|['’](?=\s))?"
    r"(?:\s(?:ago|later|earlier|before|on|now|back|running|straight|and\sa\shalf|or\sso|long|off))?"
    r"(?:\s(?:a|per|each|every)\s(?:day|week|month|year|night))?"
)
_AGO = re.compile(r"\s(?:ago|later|earlier|before|on|back|or\sso|or\stwo|and\sa\shalf)\b")
_LED = re.compile(
    r"(?:\b(?:about|around|over|under|nearly|almost|approximately|approx\.?|some|roughly|at least|at most|up to|"
    r"more than|less than|only|just|another|period of|further|additional|the last|the past|the next|the first)\s)+$",
    re.I,
)
_ARTICLES = frozenset(("a", "an", "the"))
_GAPS = frozenset((" ", "-", "\u00a0", "\u2011"))


def duration(page: Page, index: int) -> tuple[int, int] | None:
    """Return the span around a unit of time that has its number, or a word that points to a certain one."""
    first, counted, pointed = _left(page, index)
    unit, end = page.key(index), page.words[index][1]
    if not counted and first < index and page.key(index - 1) in {"a", "an"}:
        start = page.words[index - 1][0]
        tail, led = _AGO.match(page.text, end), _led(page.text, start)
        if tail or led < start or unit in {"fortnight", "decade", "century"}:
            return led, tail.end() if tail else end
    if not counted and (not pointed or unit in words("duration_vague")):
        return None
    if counted and _is_one_of_many(page, index, unit):
        return None
    while first < index and page.key(first) in words("duration_edges"):
        first += 1
    start = page.words[first][0]
    tail = _TAIL.match(page.text, end)
    return (_led(page.text, start) if counted else start), tail.end() if tail else end


def _is_one_of_many(page: Page, index: int, unit: str) -> bool:
    """Tell whether a unit in the singular stands behind a number above one: ``ward 6 night``."""
    before = page.key(index - 1)
    apart = page.gap(index - 1) == " "
    return apart and before.isdigit() and before != "1" and unit in words("units_in_singular")


def _led(text: str, start: int) -> int:
    """Return where the words begin that qualify a number: ``more than``."""
    match = _LED.search(text[max(0, start - 24) : start])
    return start - len(match[0]) if match else start


def _left(page: Page, index: int) -> tuple[int, bool, bool]:
    """Return the first word that belongs to a unit, whether a number is among them, and whether one points."""
    first, counted, pointed = index, False, False
    while first and page.words[index][0] - page.words[first - 1][0] < _REACH:
        key, gap = page.key(first - 1), page.gap(first - 1)
        if gap not in _GAPS and not (gap in {".", ","} and key.isdigit()):
            break
        if _counts(key):
            counted = True
        elif key in words("which") and page.key(first) not in _ARTICLES:  # but "she adds that the minutes"
            pointed = True
        elif key not in words("duration_links"):
            break
        first -= 1
    return first, counted, pointed


@lru_cache(maxsize=8192)
def _counts(key: str) -> bool:
    if key.isdigit() or key in words("number_words") or ("-" in key and key.split("-")[0] in words("number_words")):
        return True
    return key in words("vague_numbers") and key != "some"
