"""Sums of money and codes; counts, measures, scores and shares say nothing of somebody and stay."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._ages import age
from gyges.anonymizers.masking._words import is_plain
from gyges.reading import ReadMention
from gyges.reading.lookups import number_words, span_words

__all__ = ["code", "is_numbered", "quantity"]

_LED = re.compile(
    r"(?:(?:about|around|over|under|nearly|almost|approximately|approx\.?|some|roughly|at least|up to|additional|"
    r"more than|less than|only|just|maybe|like|est\.?|a little|well|another|further)\s)+",
    re.I,
)
_DIGITS = re.compile(r"\d[\d,.\u00a0\u202f’']*(?:\s\d{3}\b)*")
_MULTIPLE = re.compile(r"\d{1,2}\s?[x×]\s?")
_MONEY_SIGN = re.compile(r"[€£$¥₹₱₦₺₽₩฿₫₴₪₡₵¢₲₸₮₭₼₾]")
_MONEY = re.compile(
    r"(?:(?:RM|Rs\.?|KSh|Ksh|S/|Sh)\s?|(?:NT|HK|US|A|R|C|S|NZ)\$\s?|[KRNP](?=\d\d?[\d,. ]))"
    r"\d[\d,.]*(?:\s\d{3})*k?(?:/[=-])?"
)
_ROAD = re.compile(r"(?:[AMBNEI]|US|SH|SR|Hwy|Route)[- ]?\d{1,4}[A-Z]?")
_ROAD_LED = re.compile(r"\b(?:on|along|off|down|up|onto|near|by|from|the)\sthe\s$|\bthe\s$", re.I)
_TESTED = re.compile(r"[A-Z]{2,6}(?:-\d{1,2})?\s?:?\s?\d{1,3}(?:\.\d)?/\d{1,3}")  # "MMSE 14/30"
_SIZE = re.compile(r"\d{1,4}\s?[x×:]\s?\d{1,4}|[A-Z]{1,2}\d{2,3}s|\d{1,2}[A-Z]|\d{1,2}:\d\dZ|\d{1,2}\.?º")
_REST_OF_TIME = re.compile(r"\d\d(?:\s?[-–]\s?\d{1,2}[.:]\d\d)?[A-Z]?")  # after "3."
_SHADE = re.compile(r"[A-D]\d\.\d")  # of a tooth: "A3.5"
_SPINE = re.compile(r"[CTLS]\d{1,2}\s?[/-]\s?[CTLS]?\d{1,2}")  # "L4/L5"
_TIME = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_TIME_LED = re.compile(r"\b(?:at|from|by|until|till|before|after|around|since|to)\s$|[\[(]$", re.I)
_ROMAN = re.compile(r"\d{1,2}\.\s?[IVX]{1,4}\.\s?(?:\d{2}|\d{4})")
_LABEL = re.compile(
    r"(?:\b(?:badge|staff|number|nummer|nr|nº|ref|reference|id|pin|account|acct|card|passport|licen[cs]e|permit|member|membership|"
    r"policy|case|file|order|ticket|serial|code|reg|registration|patient|inmate|student|plate|booking|invoice|folio|docket|mrn|nhs|"
    r"matrikelnr|postcode|zip|claim|application|no|tel|phone|ext)\b[\s.:#(°º]*(?:no\.?\s)?|#\s?)$",
    re.I,
)
_SCORE = re.compile(
    r"(?:\d{1,2}/\d{1,2}|\d{1,2}(?:st|nd|rd|th)(?:-\w+)?|[A-Z]{1,5}-?\d{1,2}(?:\s\d{1,2}(?:[.,]\d+)?)?"
    r"|\d{1,2}(?:[ .+]\d{1,2})?|[A-Z]\d[A-Z]\d|[x×]\s?\d{1,2})"
)
_YEARS = re.compile(r"(?:0?[1-9]|1[0-2])/(?:19|20)\d\d|(?:19|20)\d\d\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d)")
_PERIOD = re.compile(r"\d{1,3}-[a-z]+")  # "6-hourly"
_OF_YEAR = re.compile(r"(?P<century>19|20)(?P<year>\d\d)/(?P<number>\d\d)")
_POINT = re.compile(
    r"(?:[A-Z]{2,5}\s)?\d{1,3}[.,]\d{1,2}|(?:[A-Z]{2,4}\s)?\d{1,3}(?:\.\d)?(?:/{1,2}\d{1,3}(?:\.\d)?){2,}"
)  # "AHI 2.1", "BPE 2/1/3//3/2/2"
_CENTILE = re.compile(r"P\d{1,2}")
_ROOM = re.compile(r"RM \d{1,2}")
_DECIMAL = re.compile(r"\d{1,3}[.,]\d{1,2}|[a-z]+ \d{1,3}")
_PLATE = re.compile(r"[A-Z]{1,3}[ -]?\d{1,4}[ -][A-Z]{2,3}")
_IN_CODE = re.compile(r"\d[ -]$")
_RATE = re.compile(
    r"[\d.,]+\s?[x×]\s?[\d.,]+|[\d.,]+\s?/\s?[a-z]{1,8}\.?|[A-Za-z]{1,3}/[a-z]{1,3}\d?|[vV]\.?\s?\d+(?:\.\d+){0,3}"
)
_SMALL_SUM = re.compile(r"INR \d{1,2}(?:\.\d+)?")  # a finding of the blood
_MEASURED = re.compile(r"\s?(?:[kMG]?Hz|km|kg|mg|ml|cm|mm|rpm|kW|degrees|%|°)(?!\w)")
_DENIED = re.compile(r"\b(?:no|not|of)\s$", re.I)
_SHORT_COINS, _STOPPED = ("kr", "fr", "rs", "ksh", "kč", "ft", "zł"), re.compile(r"\.(?=[,;:)]|\s[a-z(])")
_FEW, _SHORT = 3, 4  # digits
_MOST_OF_KIN = 19  # children or grandchildren of one person
_FEW_OF_KIN = 6  # letters of a number of relatives: "eleven"


def quantity(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a sum of money, or a count of relatives as a trait; None for all other counts, measures and shares."""
    start, end = mention.start, mention.end
    if lead := _LED.match(text, start, end):
        start = lead.end()
    if times := _MULTIPLE.match(text, start, end):
        start = times.end()
    value = text[start:end]
    if sexed := age(text, replace(mention, start=start)):
        return sexed
    if _is_road(text, replace(mention, start=start)):
        return None
    if (
        _is_money(value)
        and not _CENTILE.fullmatch(value)
        and not _ROOM.fullmatch(value)
        and not _SMALL_SUM.fullmatch(value)
    ):
        stopped = _STOPPED.match(text, end) if value.lower().endswith(_SHORT_COINS) else None
        return replace(mention, start=start, end=end + (stopped is not None))
    number_end = _number_end(value)
    kin = re.match(r"[\s-]?(?P<word>[^\W\d_]+)", value[number_end:]) if number_end else None
    denied = _DENIED.search(text[max(0, start - 6) : start])
    if kin is None or denied or number_end > _FEW_OF_KIN:
        return None
    many = value[:number_end].isdecimal() and int(value[:number_end]) > _MOST_OF_KIN  # "212 children"
    if not many and kin["word"].lower() in span_words("kin"):
        return replace(mention, type="DEM", start=start, end=start + number_end + kin.end())  # "two children"
    return None


def is_numbered(value: str) -> bool:
    """Tell whether a number follows a year that is not the next year: ``2025/14`` is a file, ``2024/25`` a season."""
    match = _OF_YEAR.fullmatch(value)
    return match is not None and int(match["number"]) != (int(match["year"]) + 1) % 100


def _is_rest_of_time(before: str, value: str) -> bool:
    """Tell whether figures go on with a time of which the hour stands before them: ``3.30-5.30``."""
    return re.search(r"\b\d{1,2}[.:]$", before) is not None and _REST_OF_TIME.fullmatch(value) is not None


def _is_road(text: str, mention: ReadMention) -> bool:
    """Tell whether a letter and a number are those of a road: ``found on the N14``."""
    led = _ROAD_LED.search(text, max(0, mention.start - 12), mention.start) is not None
    return led and _ROAD.fullmatch(text, mention.start, mention.end) is not None


def _is_money(value: str) -> bool:
    if not any(map(str.isdigit, value)) and not _number_end(value):
        return False  # "Mark"
    if _MONEY_SIGN.search(value) or _MONEY.match(value) or "/=" in value or "/-" in value:
        return True
    if any(sign in value.lower() for sign in ("per cent", "percent", "%")):
        return False
    told = [word.strip(".,()") for word in re.split(r"[\s-]", value)]
    return any(word.lower() in span_words("currencies") or word in span_words("currency_codes") for word in told)


def _number_end(value: str) -> int:
    """Return where the number at the beginning of an amount ends."""
    if match := _DIGITS.match(value):
        return match.end() - (match[0][-1] in ".,’'")
    end = 0
    for match in re.finditer(r"[^\W\d_]+(?:-[^\W\d_]+)?", value):
        parts = match[0].lower().split("-")
        if all(part in number_words() or part in span_words("scales") for part in parts):
            end = match.end()
        elif match[0].lower() != "and" or end == 0:
            break
    return end


def code(text: str, mention: ReadMention, *, court: bool) -> ReadMention | None:
    """Return a code; an amount or a time as what it is; None for roads, scores, grades and numbers of lists."""
    value = text[mention.start : mention.end]
    if not court and _MEASURED.match(text, mention.end):
        return None
    before = text[max(0, mention.start - 24) : mention.start]
    labelled = _LABEL.search(before) is not None
    if _ROMAN.fullmatch(value) or (_YEARS.fullmatch(value) and not labelled and not is_numbered(value)):
        return replace(mention, type="DATETIME", direct=False)
    if not court and any(form.fullmatch(value) for form in (_PERIOD, _POINT, _TESTED, _SPINE, _SHADE)):
        return None
    if not labelled and _is_road(text, mention):
        return None
    digits = sum(map(str.isdigit, value))
    if not digits and not labelled and (is_plain(value) or len(value) <= _FEW):
        return None  # "RSD"
    if not court and (_SIZE.fullmatch(value) or _is_rest_of_time(before, value)) and not labelled:
        return None
    if not labelled and _MONEY.fullmatch(value) and (digits <= _FEW or "," in value or " " in value):
        return replace(mention, type="QUANTITY", direct=False)
    if not labelled and _TIME.fullmatch(value) and _TIME_LED.search(before):
        return replace(mention, type="DATETIME", direct=False)
    if court or (labelled and digits >= _FEW) or _PLATE.fullmatch(value):
        return mention
    if _IN_CODE.search(before):
        return mention  # a part of a longer code
    if (
        _RATE.fullmatch(value)
        or _ROAD.fullmatch(value)
        or _DECIMAL.fullmatch(value)
        or (digits <= _SHORT and _SCORE.fullmatch(value))
    ):
        return None
    return mention if digits > _SHORT or "@" in value or "/" in value or "." in value else replace(mention, type="MISC")
