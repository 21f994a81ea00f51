"""Whether a span is a code that belongs to somebody or something, and no measure, score, date or version."""

import re

from gyges.reading.english import is_english_word

_LABEL = re.compile(
    r"(?:\b(?:badge|staff|number|no|nr|nº|ref|reference|id|pin|account|acct|card|passport|licen[cs]e|permit|member|membership|"
    r"policy|case|file|order|ticket|serial|code|reg|registration|patient|inmate|student|pc|constable|brass|tel|phone|ext|desk|call|ring|"
    r"try)\b[\s.:#(°º]*(?:was\s|is\s)?|#)$",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\d+\s?/\s?[a-z]{1,5}"  # a rate: "412/hr"
    r"|(?:[A-Z]|[A-Z]{3})\$?\s?\d{1,3}(?:[ ,]\d{3})+|(?:RM|Rs\.?|KSh|Ksh|Sh|NT|HK|US)\$?\s?\d[\d,.]*"  # money
    r"|(?:[A-Z]{2,5}\s)?\d{1,3}[.,]\d{1,2}|\d{2,3}/\d{2,3}"  # a frequency, a pressure
    r"|\d[\d,. ]*\s[a-z]{3,}"  # "500 baht"
    r"|[\d\s]*\d(?:st|nd|rd|th|kg|km|mg|ml|cm|mm|m|g|%)"
    r"|\d{1,4}\s?[x×:]\s?\d{1,4}|[A-Z]{1,2}\d{2,3}s?|\d{1,2}[A-Z]"  # a size, a ratio, a model, a seat: "24x36", "A320s"
)
_NO_CODE = re.compile(
    r"[0-2]?\d[:.h][0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\.?|Z)?"  # a time of day
    r"|(?:DOB\s)?[0-3]?\d(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?:\d{4}|\d\d)"  # "30MAR64"
    r"|[0-3]?\d[.\s/-]\s?(?:I{1,3}|IV|VI{0,3}|IX|XI{0,2})[.\s/-]\s?(?:\d{2}|\d{4})\.?"  # 12.VI.2021
    r"|(?:[A-Z]{2,6}-\d{1,2}[\s:=]+\d{1,3}(?:/\d{1,3})?(?:,\s|$))+"  # a test and its score: "PHQ-9 14"
    r"|[vV]?\d{1,2}(?:\.\d{1,2}){1,2}"  # a version
    r"|[A-TV-Z]\d{2}\.\d{1,2}"  # a diagnosis: "I48.91"
    r"|[cgmnpr]\.[\w*>_+-]+"  # a variant of a gene: "c.5266dup"
    r"|(?:[A-Z]{1,4}\s)?\d{1,3}(?:\.\d)?(?:\s?/{1,2}\s?\d{1,3}(?:\.\d)?)+"  # scores, lengths, teeth: "BPE 2/1/3//3/2/2"
)
_SHORT_VALUE = re.compile(r"[A-Z]{2,4}\s\d{1,3}")  # "FHR 142"
_ADDRESS = re.compile(r"@|https?://|www\.|\d{1,3}(?:\.\d{1,3}){3}$|(?:[0-9a-f]{0,4}:){3,}", re.IGNORECASE)
_HOUR_BEFORE = re.compile(r"(?<!\d)\d{1,2}[.:]$")  # "3." of "3.30-5.30"
_CERTAIN, _LABELLED = 5, 4  # digits of a code by itself, and of one that is called so
_SHORTEST_WORD = 4  # letters of a word inside what looks like a code


def is_code(text: str, start: int, end: int) -> bool:
    """Tell whether a span is a code: an address, a long number, or a short one called a number."""
    words = text[start:end].strip()
    before = text[max(0, start - 20) : start].rpartition("\n")[2]
    if _ADDRESS.search(words):
        return True
    if _HOUR_BEFORE.search(before):
        return False
    if any(len(run) >= _SHORTEST_WORD and is_english_word(run) for run in re.findall(r"(?<![A-Z])[a-z]+", words)):
        return False  # "300-level"
    digits = sum(sign.isdecimal() for sign in words)
    letters = sum(sign.isalpha() for sign in words)
    if not digits or _MEASURE.fullmatch(words) or _NO_CODE.fullmatch(words):
        return False
    if _SHORT_VALUE.fullmatch(words) and not _LABEL.search(before):
        return False
    if digits >= _CERTAIN or (letters and digits + min(letters, 2) >= _CERTAIN):
        return True
    return digits >= _LABELLED and bool(_LABEL.search(before))
