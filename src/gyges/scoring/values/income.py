"""INCOME: five bands, by words or by amounts."""

import re
from collections.abc import Iterator

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain, words
from gyges.scoring.values._verdict import DIFFERENT, SAME, UNSURE, ValueVerdict

__all__ = ["compare_incomes", "read_income"]

_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(k|m)?\b")
_OPEN_END = re.compile(r"\+|\b(?:above|over|more than|at least)\b")
_OPEN_START = re.compile(r"\b(?:under|below|less than|up to|at most)\b|<")
_UNIT = {"k": 1_000, "m": 1_000_000, "": 1}
_SMALLEST = 1_000  # a smaller number is no yearly income


def read_income(value: str) -> frozenset[str]:
    """Return the bands a value allows: one for "low" or "Medium (30-60k)", two for "upper middle class".

    Amounts are read as US dollars a year.

    Example:
        >>> sorted(read_income("$50,000 - $75,000"))
        ['high', 'medium']
    """
    return _by_words(value.split("(")[0]) or _by_amount(value)


def compare_incomes(truth: str, guess: str) -> ValueVerdict:
    """Compare two incomes by their bands.

    Bands that differ are 0, unless an amount without an upper end starts beside the band. One and the same band is
    1; the rules are not sure of it where an amount meets a word, because people draw the lines elsewhere. Bands that
    only overlap are left to a judge.
    """
    one, two = read_income(truth), read_income(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else UNSURE
    by_words = bool(_by_words(truth)) == bool(_by_words(guess))
    if not one & two:
        open_end = not by_words and _OPEN_END.search(plain(f"{truth} {guess}"))
        return UNSURE if open_end and _apart(one, two) == 1 else DIFFERENT
    if one == two and len(one) == 1:
        return ValueVerdict(1.0, settled=by_words)
    return UNSURE


def _apart(one: frozenset[str], two: frozenset[str]) -> int:
    bands: list[str] = table("short")["income"]["bands"]
    return min(abs(bands.index(first) - bands.index(second)) for first in one for second in two)


def _by_words(value: str) -> frozenset[str]:
    known: dict[str, list[str]] = table("short")["income"]["words"]
    text = f" {' '.join(words(value.replace('-', ' ')))} "
    found: set[str] = set()
    for phrase in sorted(known, key=lambda phrase: (-len(phrase), phrase)):
        if f" {phrase} " in text:
            text = text.replace(f" {phrase} ", "  ")
            found |= set(known[phrase])
    return frozenset(found)


def _by_amount(value: str) -> frozenset[str]:
    text = plain(value).replace(",", "").replace("$", " ")
    amounts = [amount for amount in _amounts(text) if amount >= _SMALLEST]
    if not amounts:
        return frozenset()
    low = 0.0 if _OPEN_START.search(text) else min(amounts)
    high = max(amounts) * (2 if _OPEN_END.search(text) else 1)
    bands: list[str] = table("short")["income"]["bands"]
    edges: list[int] = table("short")["income"]["edges"]
    first, last = _band(max(low, 1), edges), _band(high - 1 if high > low else high, edges)
    return frozenset(bands[first : last + 1])


def _amounts(text: str) -> Iterator[float]:
    for number, unit in _AMOUNT.findall(text):
        yield float(number) * _UNIT[unit]


def _band(amount: float, edges: list[int]) -> int:
    return sum(amount >= edge for edge in edges)
