"""Times: dates, days, years and hours of the clock are masked whole; stretches of time and ages told by them stay."""

import re
from dataclasses import replace

from gyges.reading import ReadMention
from gyges.reading.lookups import fold, months, span_words

__all__ = ["moment"]

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|['’]\d\ds?\b|\d0s\b")
_DATE = re.compile(r"\d{1,2}[/.-]\d{1,2}|\d{1,2}(?:st|nd|rd|th)\b|\d{1,4}\s?[年月]")
_CLOCK = re.compile(r"\d{1,2}[:.h]\d\d|\d{1,2}\s?[ap]\.?\s?m\b|\d{3,4}\s?h|\d{1,2}\s?(?:h|uhr|hrs)\b|o['’]clock", re.I)
_RATING = re.compile(r"(\d{1,2})/(5|10)")
_STRETCH = re.compile(r"[,;(]?\s?\(?\d+\s?(?:min|mins|minutes|hours?|h)\b\.?\)?$")
_RANGE = re.compile(r"\s?(?:to|until|till|–|-)\s?\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?![\w%])(?!\s[a-z]+s\b)")
_ORDINAL = re.compile(r"\b(?:First|Second|Third|Fourth|Fifth|Last)\s$")
_DASHED = re.compile(r"\s[-–—]\s(?=[A-Z][a-z]+ [a-z]+$)")
_HALF_OF_DAY, _GOES_ON = re.compile(r"[ap]\.\s?m$"), re.compile(r"\.(?=[,;:)]|\s[a-z])")
_REPEATED = re.compile(r"\b(?:every|each)\b", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_UNIT = re.compile(
    r"\b(?:years?|months?|weeks?|days?|hours?|minutes?|mins?|seconds?|nights?|weekends?|fortnights?|decades?)\b", re.I
)


def moment(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a time as it is masked; None where it is a stretch, a vague time, a rating or an age."""
    start, end = mention.start, mention.end
    if tail := _STRETCH.search(text, start, end):
        end = tail.start() if tail.start() > start else end
    if dash := _DASHED.search(text, start, end):
        end = dash.start()
    value = text[start:end].rstrip(" ,;")
    end = start + len(value)
    rating = _RATING.fullmatch(value)
    if rating and int(rating[1]) <= int(rating[2]):
        return None
    if not _is_told(value) or re.match(r"\.\d", text[end : end + 2]):
        return None
    if _REPEATED.search(value) and not _YEAR.search(value):
        return None
    if ordinal := _ORDINAL.search(text, max(0, start - 12), start):
        start = ordinal.start()
    if more := _RANGE.match(text, end):
        end = more.end()
    if _HALF_OF_DAY.search(text, start, end) and _GOES_ON.match(text, end):
        end += 1
    return replace(mention, start=start, end=end)


def _is_told(value: str) -> bool:
    """Tell whether a time can be found in a calendar or on a clock."""
    dated = _YEAR.search(value) or _DATE.search(value) or _CLOCK.search(value)
    keys = [fold(word) for word in _WORD.findall(value)]
    if _UNIT.search(value) and not dated:
        return any(key in months() for key in keys)
    days = span_words("weekdays") | span_words("weekdays_short")
    return bool(dated) or any(key in months() or key in days or key.removesuffix("s") in days for key in keys)
