"""Broader amounts: the order of magnitude is kept, the digits are not."""

import re

from gyges.anonymizers.replacement.broader._attributes import counted
from gyges.anonymizers.replacement.broader._times import duration
from gyges.reading.ladders import ladder

__all__ = ["broader_amount"]

_NUMBER = re.compile(r"\d[\d.,\s]*\d|\d")
_EACH = re.compile(r"\s(?:an?|per|each|every)\s(?:hour|day|night|week|month|year)\b", re.IGNORECASE)
_NO_UNIT = frozenset(("below", "above", "plus", "minus", "out", "in", "of"))
_MOST_UNITS = 2
_SOME = "some amount"


def broader_amount(words: str) -> str:
    """Return an amount by its size and unit.

    Example:
        >>> broader_amount("€4,200"), broader_amount("$300 a month"), broader_amount("loads")
        ('thousands of euros', 'hundreds of dollars a month', 'some amount')
    """
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
