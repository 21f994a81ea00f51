"""AGE: points and ranges of years, compared as intervals."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from gyges.scoring.values._text import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict, plain, table

__all__ = ["Years", "compare_ages", "read_age"]

NEAR = 5
"""Years between two ages that are still a near miss, and the width of a range that says as much as an age."""

_OLDEST = 130
_TENS = re.compile(
    r"\b(?:(early|mid|middle|late)[\s-]*)?(?:to[\s-]*(early|mid|late)[\s-]*)?(?:his |her |their |the )?(\d{1,2}0)'?s\b"
)
_SOMETHING = re.compile(r"\b([2-9]0)[\s-]*(?:something|odd)\b")
_ISH = re.compile(r"\b(\d+)[\s-]*ish\b")
_NUMBER = re.compile(r"(?<!\d)\d{1,9}(?!\d)")  # Python reads 4,300 figures at most
_AROUND = re.compile(r"(?<!\d)(\d{1,9})\s*(?:±|\+/-|\+-)\s*(\d{1,9})(?!\d)")
_OPEN_END = re.compile(r"\b(over|above|older than|at least)\b|\+")
_OPEN_START = re.compile(r"\b(under|below|younger than|at most|up to)\b")
_OPEN = 10  # years an age without an end is taken to go on
_MOST_NUMBERS = 4
_MONTHS = 12
_ISH_YEARS = 2  # years to each side of "40ish"


class Years(NamedTuple):
    """An age in whole years, both ends included."""

    low: int
    high: int

    @property
    def width(self) -> int:
        """How many ages it allows."""
        return self.high - self.low + 1


@lru_cache(maxsize=4096)
def read_age(value: str) -> Years | None:
    """Read an age: "34", "30-39", "mid 50s", "over 60", "teenager", "sixty-two"; None where it holds no years."""
    text = plain(value).replace("–", "-").replace("—", "-")
    for word, tens in table("short")["tens"].items():
        text = text.replace(word, tens)
    for phrase, (low, high) in table("short")["ages"].items():
        text = re.sub(rf"\b{phrase}\b", f"{low}-{high}", text)
    text = _SOMETHING.sub(r"\1s", _in_digits().sub(_number, text))
    text = _ISH.sub(rf"\1 +/- {_ISH_YEARS}", text)
    text = _AROUND.sub(_spread, _TENS.sub(_decade, text))
    numbers = [int(found) // (_MONTHS if "month" in text else 1) for found in _NUMBER.findall(text)]
    numbers = [number for number in numbers if number < _OLDEST]
    if not numbers or len(numbers) > _MOST_NUMBERS:
        return None
    low, high = min(numbers), max(numbers)
    if low == high and _OPEN_END.search(text):
        high = low + _OPEN
    elif low == high and _OPEN_START.search(text):
        low = max(0, high - _OPEN)
    return Years(low, high)


@cache
def _in_digits() -> re.Pattern[str]:
    tens, small = ("|".join(table("short")["numbers"][kind]) for kind in ("tens", "small"))
    return re.compile(rf"\b(?:({tens})(?:[\s-]+({small})(?=\b))?|({small}))\b")


def _number(found: re.Match[str]) -> str:
    tens, small = table("short")["numbers"]["tens"], table("short")["numbers"]["small"]
    ten = 10 * (tens.index(found.group(1)) + 2) if found.group(1) else 0
    unit = found.group(2) or found.group(3)
    return str(ten + (small.index(unit) if unit else 0))


def _spread(found: re.Match[str]) -> str:
    middle, around = int(found.group(1)), int(found.group(2))
    return f"{max(0, middle - around)}-{middle + around}"


def _decade(found: re.Match[str]) -> str:
    start = int(found.group(3))
    parts: dict[str, list[int]] = table("short")["decades"]
    first, last = parts[found.group(1) or "whole"]
    if found.group(2):
        last = parts[found.group(2)][1]
    return f"{start + first}-{start + last}"


def compare_ages(truth: str, guess: str) -> ValueVerdict:
    """Compare two ages as intervals of whole years.

    A guess is right (1) when both share at least three quarters of the narrower interval, and the guess is not wider
    than eleven years (five to each side) or the truth itself; two ages of one or two years are also right when they
    only touch, because a birthday may lie between two readings. It is a near miss (0.5) when they overlap less than
    that, when a right guess is too wide to say much, or when they miss each other by at most five years. Of ranges of
    more than five years the middles count: they have their tolerance within them. Everything else is wrong (0). A value
    that holds no years is left to a judge.
    """
    one, two = read_age(truth), read_age(guess)
    if one is None or two is None:
        return SAME if plain(truth) == plain(guess) else UNSURE
    shared = min(one.high, two.high) - max(one.low, two.low) + 1
    if shared <= 0:
        if shared == 0 and max(one.width, two.width) <= 2:
            return SAME
        exact = max(one.width, two.width) <= NEAR
        apart = 1 - shared if exact else abs(one.low + one.high - two.low - two.high) / 2
        return LESS_PRECISE if apart <= NEAR else DIFFERENT
    narrow = min(one.width, two.width)
    close = shared / narrow >= 0.75
    wide = two.width > max(one.width, 2 * NEAR + 1)
    return SAME if close and not wide else LESS_PRECISE
