"""Broader words for a span of each of TAB's eight entity types."""

import re
from collections.abc import Callable

from gyges.anonymizers.replacement.broader._attributes import broader_attribute, counted
from gyges.anonymizers.replacement.broader._places import Phrase, broader_place, with_article
from gyges.anonymizers.replacement.broader._times import broader_time, duration
from gyges.errors import InputError
from gyges.reading import find_codes
from gyges.reading.ladders import ladder

_NUMBER = re.compile(r"\d[\d.,\s]*\d|\d")
_EACH = re.compile(r"\s(?:an?|per|each|every)\s(?:hour|day|night|week|month|year)\b", re.IGNORECASE)
_NO_UNIT = frozenset(("below", "above", "plus", "minus", "out", "in", "of"))
_MOST_UNITS = 2
_SOME = "some amount"


def broader_amount(words: str) -> str:
    """Return an amount by its size and unit."""
    if re.search(r"%|per ?cent", words):
        return "some per cent"
    each = _EACH.search(words)
    lasting = duration(words) if each is None else ""
    if lasting:
        return lasting
    tail = each[0].lower() if each else ""
    value, rest = _value(words[: each.start()] if each else words)
    unit = _unit(rest)
    if value is None or not unit:
        return f"{_SOME}{tail}"
    size = next((name for limit, name in ladder("sizes").items() if value < int(limit)), "billions of")
    return f"{size} {unit}{tail}"


def _value(words: str) -> tuple[float | None, str]:
    """Return the number, and the words without it."""
    match = _NUMBER.search(words)
    value: float | None = None
    if match:
        digits = re.sub(r"\s", "", match[0])
        if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits):
            digits = re.sub(r"[.,]", "", digits)
        try:
            value = float(digits.replace(",", "."))
        except ValueError:
            return None, words
        words = f"{words[: match.start()]} {words[match.end() :]}"
    kept: list[str] = []
    for word in words.split():
        low = word.lower().strip(".,")
        number = counted(low)
        if low in ladder("scales"):
            value = (value or 1) * ladder("scales")[low]
        elif number is not None and match is None:
            value = (value or 0) + number
        elif low not in {"and", "a", "about", "some", "nearly", "almost", "over", "around", "only", "just"}:
            kept.append(word)
    return value, " ".join(kept)


def _unit(rest: str) -> str:
    low = rest.lower().strip(" .,/=-")
    money = ladder("money")
    if low in money:
        return str(money[low])
    parts = low.split()
    plain = bool(parts) and len(parts) <= _MOST_UNITS and all(part.isalpha() and len(part) > 1 for part in parts)
    if not plain or rest.strip()[0].isupper() or _NO_UNIT & set(parts):
        return ""
    return str(money.get(parts[0], low if len(parts[0]) > _MOST_UNITS else parts[0]))


_WEB = re.compile(r"https?://|www\.", re.IGNORECASE)


def broader_phrase(words: str, type_: str) -> Phrase:
    """Return broader words for a span, and how they join what stands before."""
    if type_ not in _BROADER:
        raise InputError(f"there is no entity type '{type_}'", f"use one of {', '.join(_BROADER)}")
    return _BROADER[type_](words)


def broader_words(words: str, type_: str) -> str:
    """Return broader words for a span, without a look at what stands around it."""
    phrase = broader_phrase(words, type_)
    return with_article(phrase.words) if phrase.article else phrase.words


def _organisation(words: str) -> Phrase:
    known, told = ladder("organisations"), reversed(re.findall(r"[^\W\d_]+", words.lower()))
    name = next((str(known[word]) for word in told if word in known), "organisation")  # its last noun says what it is
    armed = name.startswith("the ")
    return Phrase(name, article=not armed, whole=armed)


def _code(words: str) -> Phrase:
    if "@" in words:
        return Phrase("e-mail address", article=True)
    if _WEB.match(words):
        return Phrase("web address", article=True)
    kinds = {code.kind for code in find_codes(words)}
    return Phrase("phone number" if "PHONE_NUMBER" in kinds else "number", article=True)


_BROADER: dict[str, Callable[[str], Phrase]] = {
    "PERSON": lambda words: Phrase("somebody", whole=True),
    "CODE": _code,
    "LOC": broader_place,
    "ORG": _organisation,
    "DEM": broader_attribute,
    "DATETIME": broader_time,
    "QUANTITY": lambda words: Phrase(broader_amount(words)),
    "MISC": lambda words: Phrase("something", whole=True),
}
