"""Amounts and codes: the number is masked, what it counts stays; scores, shares and small counts stay whole."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._words import is_plain, listed
from gyges.reading import ReadMention
from gyges.reading.lookups import number_words, span_words

__all__ = ["code", "quantity"]

_LED = re.compile(
    r"(?:(?:about|around|over|under|nearly|almost|approximately|approx\.?|some|roughly|at least|up to|additional|"
    r"more than|less than|only|just|maybe|like|est\.?|a little|well|another|further)\s)+",
    re.I,
)
_DIGITS = re.compile(r"\d[\d,.\u00a0\u202f’']*(?:\s\d{3}\b)*")
_MULTIPLE = re.compile(r"\d{1,2}\s?[x×]\s?")
_MONEY_SIGN = re.compile(r"[€£$¥₹₱₦₺₽₩฿₫₴₪₡₵¢₲₸₮₭₼₾]")
_MONEY = re.compile(
    r"(?:(?:RM|Rs\.?|KSh|Ksh|S/|Sh)\s?|(?:NT|HK|US|A|R|C|S|NZ)\$\s?|[KRNP](?=\d\d[\d,.]))\d[\d,.]*k?(?:/[=-])?"
)
_ROAD = re.compile(r"(?:[AMBNEI]|US|SH|SR|Hwy|Route)[- ]?\d{1,4}[A-Z]?")
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
_YEARS = re.compile(r"(?:19|20)\d\d\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d)")
_ROOM = re.compile(r"RM \d{1,2}")
_DECIMAL = re.compile(r"\d{1,3}[.,]\d{1,2}|[a-z]+ \d{1,3}")
_IN_CODE = re.compile(r"\d[ -]$")
_SMALL = 12
_FEW, _SHORT = 3, 4  # digits


def quantity(text: str, mention: ReadMention) -> ReadMention | None:
    """Return an amount without what it counts; None for small counts, shares, findings and figures of speech."""
    start, end = mention.start, mention.end
    if lead := _LED.match(text, start, end):
        start = lead.end()
    if times := _MULTIPLE.match(text, start, end):
        start = times.end()
    value = text[start:end]
    money = _is_money(value)
    if _ROOM.fullmatch(value) or (not money and _stays(text, start, value)):
        return None
    number_end, size = _number(value)
    if number_end == 0:
        return mention if money else None
    if money:
        return replace(mention, start=start)
    rest = value[number_end:]
    unit = re.match(r"[\s-]?(?P<unit>[^\W\d_]+\.?)", rest)
    if unit is not None and unit["unit"].lower().rstrip(".") in span_words("units") - listed("counted"):
        return replace(mention, start=start, end=start + number_end + unit.end())
    if unit is not None and unit["unit"].lower() in span_words("kin"):
        return replace(mention, type="DEM", start=start, end=start + number_end + unit.end())  # "two children"
    if size <= _SMALL:
        return None
    return replace(mention, start=start, end=start + number_end)


def _is_money(value: str) -> bool:
    if _MONEY_SIGN.search(value) or _MONEY.match(value) or "/=" in value or "/-" in value:
        return True
    if "per cent" in value.lower():
        return False
    told = [word.strip(".,()") for word in re.split(r"[\s-]", value)]
    return any(word.lower() in span_words("currencies") or word in span_words("currency_codes") for word in told)


def _stays(text: str, start: int, value: str) -> bool:
    """Tell whether a figure says nothing of somebody: a share, a finding, how often, an age of things."""
    low = value.lower()
    if any(
        sign in low
        for sign in ("%", "per cent", "percent", "°", "years", "year-old", "/", "winters", "summers", "seasons")
    ) or low.endswith("times"):
        return True
    if any(low.endswith(unit) for unit in listed("clinical_units")):
        return True
    before = re.findall(r"[\w-]+", text[max(0, start - 24) : start].rpartition("\n")[2])
    return any(word.lower() in listed("findings") for word in before[-2:])


def _number(value: str) -> tuple[int, float]:
    """Return where the number at the beginning of an amount ends, and how much it is."""
    if match := _DIGITS.match(value):
        plain = re.sub(r"\D", "", match[0].partition(".")[0] if match[0].count(".") == 1 else match[0])
        end = match.end() - (match[0][-1] in ".,’'")
        scale = re.match(r"\s?(?:k|m|bn|million|billion|thousand|hundred|lakhs?|crores?)\b", value[end:], re.I)
        return end + (scale.end() if scale else 0), float(plain or 0) * (1000 if scale else 1)
    end, size = 0, 0.0
    for match in re.finditer(r"[^\W\d_]+(?:-[^\W\d_]+)?", value):
        key = match[0].lower()
        parts = key.split("-")
        if all(
            part in number_words() or part in span_words("scales") or part in span_words("number_words")
            for part in parts
        ):
            end = match.end()
            size += sum(number_words().get(part, 100) for part in parts)
        elif key != "and" or end == 0:
            break
    return end, size


def code(text: str, mention: ReadMention, *, court: bool) -> ReadMention | None:
    """Return a code; an amount or a time as what it is; None for roads, scores, grades and numbers of lists."""
    value = text[mention.start : mention.end]
    if _ROMAN.fullmatch(value) or _YEARS.fullmatch(value):
        return replace(mention, type="DATETIME", direct=False)
    before = text[max(0, mention.start - 24) : mention.start]
    labelled = _LABEL.search(before) is not None
    digits = sum(map(str.isdigit, value))
    if not digits and is_plain(value) and not labelled:
        return None
    if not labelled and _MONEY.fullmatch(value) and (digits <= _FEW or "," in value):
        return replace(mention, type="QUANTITY", direct=False)
    if not labelled and _TIME.fullmatch(value) and _TIME_LED.search(before):
        return replace(mention, type="DATETIME", direct=False)
    if court or (labelled and digits >= _FEW):
        return mention
    if _IN_CODE.search(before):
        return mention  # a part of a longer code
    if _ROAD.fullmatch(value) or _DECIMAL.fullmatch(value) or (digits <= _SHORT and _SCORE.fullmatch(value)):
        return None
    return mention if digits > _SHORT or "@" in value or "/" in value or "." in value else replace(mention, type="MISC")
