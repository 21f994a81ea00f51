"""Times: dates, days, feasts, hours and stretches of time are masked whole; words that only point back to one stay."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._described import described
from gyges.anonymizers.masking._words import listed
from gyges.reading import ReadMention
from gyges.reading.lookups import fold, months, number_words, span_words

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
_POINTING = re.compile(r"(?:every|each|that|this|same|the same|next|one)\s(?:same\s|working\s)?[a-z]+", re.I)
_REPEATED = re.compile(r"\b(?:every|each)\b", re.I)
_RATE = re.compile(r"(?:an?|per)\s[a-z]+", re.I)  # "200 a fortnight"
_SHIFT = re.compile(r"\s(?:shifts?|line|watch)\b")
_LED = re.compile(r"\b(?:[Ll]ast|[Nn]ext|[Ee]arly|[Ll]ate|[Mm]id|the)\s$")
_CLOCK_LED = re.compile(r"\b(?:at|until|till|from|by|before|after|past|around)\s$", re.I)
_PART_OF_DAY = re.compile(r"(?:\sin the (?:morning|afternoon|evening)|\sat night)\b")
_WORD = re.compile(r"[^\W\d_]+")
_UNIT = re.compile(
    r"\b(?:years?|months?|weeks?|days?|hours?|minutes?|mins?|seconds?|nights?|weekends?|fortnights?|decades?)\b", re.I
)


def moment(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a time as it is masked; None where it is a rating, or only points to a time that is told elsewhere."""
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
    if re.match(r"\.\d|[:/]\d", text[end : end + 2]):
        return None
    if not _is_told(value):
        return _vague(text, replace(mention, start=start, end=end), value)
    if (_REPEATED.search(value) or _POINTING.match(value)) and not _YEAR.search(value):
        return None
    if ordinal := _ORDINAL.search(text, max(0, start - 12), start):
        start = ordinal.start()
    elif (led := _LED.search(text, max(0, start - 8), start)) and (led[0] != "the " or text[start].isdigit()):
        start = led.start()
    if more := _RANGE.match(text, end):
        end = more.end()
    if _HALF_OF_DAY.search(text, start, end) and _GOES_ON.match(text, end):
        end += 1
    return replace(mention, start=start, end=end)


def _vague(text: str, mention: ReadMention, value: str) -> ReadMention | None:
    """Return a stretch of time, a feast or an hour in words; None for one that is only pointed at."""
    if off := re.search(r"\s(?:off|on)$", value):  # "ten minutes off the road"
        return _vague(text, replace(mention, end=mention.start + off.start()), value[: off.start()])
    if (
        _POINTING.fullmatch(value)
        or _REPEATED.search(value)
        or _RATE.fullmatch(value)
        or text[mention.end : mention.end + 1].isalnum()
    ):
        return None
    if text[mention.start - 1 : mention.start].isalnum() or text[mention.start - 1 : mention.start] == "/":
        return None
    if value.isdigit() or all(part in number_words() for part in value.lower().split("-")):
        if not _CLOCK_LED.search(text, max(0, mention.start - 10), mention.start):
            return None
        part = _PART_OF_DAY.match(text, mention.end)
        return replace(mention, end=part.end() if part else mention.end)
    if value.lower() in listed("parts_of_days"):
        work = _SHIFT.match(text, mention.end)
        return replace(mention, end=work.end(), type="MISC") if work else None
    if value.lower() in listed("decades_of_life"):
        return described(text, replace(mention, type="DEM"))
    known = _UNIT.search(value) or value.lower() in listed("vague_times") or any(map(str.isdigit, value))
    told = [word.lower() for word in _WORD.findall(value)]
    known = known or any(word in listed("feast_days") or word in listed("vague_times") for word in told)
    if re.search(r"\b(?:year|semester)$", value) and re.match(r"\sof\s[a-z]", text[mention.end :]):
        return described(text, replace(mention, type="DEM"))  # "last year of dentistry"
    return mention if known else replace(mention, type="MISC")


def _is_told(value: str) -> bool:
    """Tell whether a time can be found in a calendar or on a clock."""
    dated = _YEAR.search(value) or _DATE.search(value) or _CLOCK.search(value)
    keys = [fold(word) for word in _WORD.findall(value)]
    if _UNIT.search(value) and not dated:
        return any(key in months() for key in keys)
    days = span_words("weekdays") | span_words("weekdays_short")
    return bool(dated) or any(key in months() or key in days or key.removesuffix("s") in days for key in keys)
