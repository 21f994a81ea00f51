"""Times: dates, days, hours, years are masked whole; figures that may be something else, and words that point, stay."""

import re
from collections.abc import Iterator
from dataclasses import replace

from gyges.anonymizers.masking._ages import age
from gyges.anonymizers.masking._callings import modifies
from gyges.anonymizers.masking._described import described
from gyges.anonymizers.masking._figures import is_numbered
from gyges.anonymizers.masking._sentences import is_at_start
from gyges.anonymizers.masking._words import is_plain, listed
from gyges.anonymizers.wording import can_be
from gyges.reading import ReadMention
from gyges.reading.lookups import fold, is_job, months, number_words, span_words

__all__ = ["moments"]

_YEAR = r"(?:(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]\d))"
_SURE = re.compile(
    rf"{_YEAR}|\d0s\b|\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|\d{{1,4}}\s?[年月日]|(?<![\d.])\d{{1,2}}[:h]\d\d(?!\d)"
    r"|\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?\s?m\b|\b\d{4}\s?(?:hrs|hours|h)\b|o['’]clock|\b(?:half|quarter|twenty|ten|five|twenty-five)\s(?:past|to)\s[a-z\d]+|\bmidnight\b|\d{1,2}\.\s?[IVX]{1,4}\.\s?\d",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(r"['’]\d\d")
_DOTTED_HOUR = re.compile(r"\d{1,2}[.]\d\d")
_PARTED = re.compile(r"\d{1,2}[/.-]\d{1,2}")
_ORDINAL_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_LISTED = re.compile(r"\d{1,2}[.)]\s+(?=[A-Z])|\d{1,2},\s(?=\d)")
_LED_BY_DAY = re.compile(
    r"\b(?:on|by|due|dated|from|until|till|since|before|after|date|born|dob|d\.o\.b\.)\W{0,2}\s?$", re.I
)
_FEAST_LED = re.compile(
    r"\b(?:at|over|since|until|till|by|before|after|during|for|last|next|this|around|about|means|every|each|on|and|of)\s(?:the\s)?$",
    re.I,
)
_EDGE_OF = re.compile(r"(?:the\s)?(?:end|beginning|start|middle)\sof\s", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(
    r"\s\d{1,2}(?:st|nd|rd|th)?(?=[.,;:)\n](?!\d)|$|\s(?:at|and|I|we|he|she|they|for|to|in|the)\b)"
)
_OTHER_DAY = re.compile(r"(?:\sand\s|\s&\s)\d{1,2}(?=[.,;:)\n](?!\d)|$)")
_MONTH_LED = re.compile(
    r"(?:\b(?:in|since|until|till|of|by|from|last|next|this|every|each|early|late|mid|before|after|during|to|and|through|end)|"
    r"(?<![:.\d])\d{1,2}(?:st|nd|rd|th)?)[\s-]$",
    re.IGNORECASE,
)
_THE, _DAY_AFTER = (
    re.compile(r"\bthe\s$"),
    re.compile(r"\s?(?:[,.;:)\n]|$)|\s(?:of\s[A-Z]|at|in|and|to|we|he|she|I|they)\b"),
)
_SIZE_AFTER = re.compile(r"\s?[%°]|[:./]\d|/|\s?(?:mg|ml|kg|cm|mm|km)\b")
_TAIL = re.compile(
    r",\s[a-z\d-]+\s(?:years|months|weeks|days|hours)$|\s?\([a-z][^()]*\)?$|[,;(]?\s?\(?(?<!\d)\d++\s?(?:min|mins|minutes|hours?|h)\b\.?\)?$|\s(?:before|after|off|on|from|of|for|and|to|until)$"
)
_CALLED = re.compile(r"(?<!\w)(?P<word>[A-Z][a-z]+)\s$")
_FIGURE_FIRST = re.compile(r"\d{1,2}\s(?:until|till|by|since|from|on|in)\s(?=\S*\d|[A-Z])")
_AGE_FIRST = re.compile(
    r"(?P<number>\d{1,3}|[a-z]+(?:-[a-z]+)?)\s(?=(?:last|next|this|on|in)\s)"
)  # "turned 80 last week"
_BETWEEN, _AND = re.compile(r"\bbetween\s(?:the\s)?$", re.IGNORECASE), re.compile(r"\sand\s")
_RANGE = re.compile(r"\s?(?:to|until|till|–|-)\s?\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?![\w%])(?!\s[a-z]+s\b)")
_SECOND_DAY = re.compile(r"(?<=\bto (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))\s\d{1,2}(?![\w:.]\d)")
_DAY_LED = re.compile(r"\b(?:on|the|of|and|by)\s$")  # "on 3, 9 and 21 June"
_DAYS_BEFORE = re.compile(r"(?<![\w:./-])\d{1,2}\s?[-–]\s?$")
_POINTING = re.compile(r"(?:every|each|that|this|same|the same|one)\s(?:same\s|working\s)?[a-z]+", re.IGNORECASE)
_REPEATED = re.compile(r"\b(?:every|each)\b", re.IGNORECASE)
_UNIT = re.compile(
    r"\b(?:years?|yrs?|months?|weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|nights?|weekends?|fortnights?|decades?)\b",
    re.IGNORECASE,
)
_POINTED = re.compile(
    r"(?:last|next)\s(?:summer|winter|spring|autumn)$|the\s(?:summer|winter|spring|autumn)\sof\b",
    re.IGNORECASE,
)
_AT, _PART_OF_DAY = (
    re.compile(r"\bat\s$", re.IGNORECASE),
    re.compile(r"\sin the (?:morning|afternoon|evening)\b|\sat night\b"),
)
_LED = re.compile(r"\b(?:[Ll]ast|[Nn]ext|[Ee]arly|[Ll]ate|[Mm]id)[\s-]$")
_SHORTENED, _GOES_ON = (
    re.compile(r"[ap]\.\s?m$|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$"),
    re.compile(r"\.(?=[,;:)]|\s[a-z])"),
)
_WORD = re.compile(r"[^\W\d_]+")
_OF_LAW = re.compile(r"\b(?:Act|Law|Decree|Order|Regulation)\s(?:No\.?\s)?\d+\sof\s$")  # "Act 13 of 2006"
_TAPED = re.compile(r"\[[A-Z]{3,}(?: [A-Z]+)*\s$")  # "[JINGLE 0:12]" tells how long


def moments(text: str, mention: ReadMention) -> Iterator[ReadMention]:
    """Yield a time as it is masked: nothing where it may be no time, two for "between two o'clock and three"."""
    start, end = mention.start, mention.end
    if figure := _FIGURE_FIRST.match(text, start, end):
        start = figure.end()  # "stage 1 until 28 June"
    if not _DAY_LED.search(text, max(0, start - 6), start) and (item := _LISTED.match(text, start, end)):
        start = item.end()
    while tail := _TAIL.search(text, start, end):
        if tail.start() <= start:
            break
        end = tail.start()
    if (first := _AGE_FIRST.match(text, start, end)) is not None:
        told = age(text, replace(mention, start=start, end=first.end("number")))
        if told is not None:
            yield told
        start = first.end()
    both = _AND.search(text, start, end) if _BETWEEN.search(text, max(0, start - 14), start) else None
    if both:
        for left, right in ((start, both.start()), (both.end(), end)):
            yield from _moment(text, replace(mention, start=left, end=right), led=True)
        return
    yield from _moment(text, mention.moved(start, end), led=False)


def _moment(text: str, mention: ReadMention, *, led: bool) -> Iterator[ReadMention]:
    value = text[mention.start : mention.end]
    if text[mention.end : mention.end + 1].isalnum() or _SIZE_AFTER.match(text, mention.end):
        return
    if text[mention.start - 1 : mention.start].isalnum() or text[mention.start - 1 : mention.start] in {"/", "#"}:
        return
    before = text[max(0, mention.start - 32) : mention.start]
    if _OF_LAW.search(before) or (_TAPED.search(before) and text[mention.end : mention.end + 1] == "]"):
        return
    if any(word in listed("learners") for word in value.lower().split()) or value.lower() in listed("tens_of_life"):
        made = described(text, replace(mention, type="DEM"))
        if made is not None:
            yield made
        return
    called = _CALLED.search(text, max(0, mention.start - 16), mention.start)
    if called is not None and fold(value) in span_words("weekdays") and is_job(called["word"].lower()):
        yield replace(mention, type="MISC")  # "Engineer Sunday"
        return
    if is_numbered(value):
        yield replace(mention, type="CODE")
        return
    if _is_foreign_month(value):
        if value.istitle():
            yield replace(mention, type="MISC")  # "ks. Marzec" may be somebody
        return
    if (_REPEATED.search(value) or _POINTING.match(value)) and not _SURE.search(value):
        return
    if led or _is_certain(text, mention, value):
        yield _whole(text, mention)


def _is_foreign_month(value: str) -> bool:
    """Tell whether one word is a month in another tongue, and so perhaps a family name."""
    return fold(value) in months() and fold(value) not in listed("english_months")


def _whole(text: str, mention: ReadMention) -> ReadMention:
    start, end = mention.start, mention.end
    if before := _LED.search(text, max(0, start - 8), start):
        start = before.start()
    if _ORDINAL_DAY.fullmatch(text, start, end) and _THE.search(text, max(0, start - 5), start):
        start -= len("the ")
    if text[start].isdigit() and (days := _DAYS_BEFORE.search(text, max(0, start - 6), start)):
        start = days.start()  # "8-10 May"
    if edge := _EDGE_OF.match(text, start, end):
        start = edge.end()  # "at the end of March"
    if fold(text[start:end].split()[-1]) in listed("english_months") and (day := _DAY_OF_MONTH.match(text, end)):
        end = day.end()  # "by January 9"
    if fold(text[start:end].split()[0]) in listed("english_months") and (day := _OTHER_DAY.match(text, end)):
        end = day.end()  # "December 2 and 4"
    if part := _PART_OF_DAY.match(text, end):
        end = part.end()
    if any(map(str.isdigit, text[start:end])) and (more := _RANGE.match(text, end) or _SECOND_DAY.match(text, end)):
        end = more.end()
    if _SHORTENED.search(text, start, end) and _GOES_ON.match(text, end):
        end += 1
    return mention.moved(start, end)


def _is_certain(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether words tell a time of the calendar or of the clock, or how many years something took."""
    before = text[max(0, mention.start - 14) : mention.start]
    if _POINTED.match(value):
        return not modifies(text, mention.end)
    keys = [fold(word) for word in _WORD.findall(value)]
    if _UNIT.search(value) and not _SURE.search(value) and not _has_day(keys):
        return "ago" in keys  # how long something took is no date
    if _SURE.search(value):
        return True
    digits = any(map(str.isdigit, value))
    if _PARTED.fullmatch(value):
        return _LED_BY_DAY.search(before) is not None or (
            _DOTTED_HOUR.fullmatch(value) is not None and re.search(r"\bat\s$", before) is not None
        )
    if _ORDINAL_DAY.fullmatch(value):
        return _THE.search(before) is not None and _DAY_AFTER.match(text, mention.end) is not None
    if any(key in months() for key in keys):
        return digits or len(keys) > 1 or _is_month(text, mention, value, before)
    if len(keys) == 1 and keys[0] in listed("habits"):
        return False
    if any(key in span_words("weekdays") for key in keys):
        return len(keys) > 1 or not modifies(text, mention.end)  # "Sunday school"
    if keys and keys[0] in span_words("weekdays_short"):
        return digits or len(keys) > 1 or (keys[0] not in {"sat", "sun", "wed"} and value.istitle())
    if value.isdigit() or all(part in number_words() for part in value.lower().split("-")):
        return _AT.search(before) is not None and _PART_OF_DAY.match(text, mention.end) is not None
    if len(keys) == 1 and keys[0] in listed("feast_days"):
        return _FEAST_LED.search(before) is not None and not modifies(text, mention.end)  # no "Lent him my radio"
    return any(key in listed("feast_days") or key in listed("near_days") for key in keys) or (
        bool(_SHORT_YEAR.search(value)) and _MONTH_LED.search(before) is not None
    )


def _has_day(keys: list[str]) -> bool:
    """Tell whether a day of the calendar is named: ``Boxing Day``, ``Sunday week``."""
    return any(key in listed("feast_days") or key in span_words("weekdays") or key in months() for key in keys)


def _is_month(text: str, mention: ReadMention, value: str, before: str) -> bool:
    """Tell whether one word is a month: "in May", and neither "May be closed" nor the name of a girl."""
    if not is_plain(value) and not is_at_start(text, mention.start):
        return True
    if _MONTH_LED.search(before):
        return True
    return (
        not can_be(value.lower(), "VERB")
        and not can_be(value.lower(), "AUX")
        and value.lower() not in listed("month_names")
    )
