"""Schooling, income and codes."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.scoring.values._text import DIFFERENT, SAME, UNSURE, ValueVerdict, plain, table, words

_OR_MORE = re.compile(r"\b(or (higher|above|more)|advanced|postgraduate|graduate degree)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"\b(?:in|of)\b", re.IGNORECASE)
_PIECES = re.compile(r"(?:(?<!\s)\s++)?(?:[,;/]|\bor\b)\s*")


def read_education(value: str) -> str | None:
    """Return the level a value stands for; None if its words say nothing about education."""
    text = " ".join(words(value))
    for level, patterns in _patterns():
        if any(pattern.search(text) for pattern in patterns):
            return level
    return None


def compare_educations(truth: str, guess: str) -> ValueVerdict:
    """Compare two values by their levels.

    Levels that differ are 0 and one level is 1. The rules are not sure where a doctorate in some field meets a lesser
    degree, where a training or broken-off studies meet a level, where some degree is guessed for somebody who studies
    for one, where the guess leaves out the subject, nor where the truth names a degree and the guess another one of
    its level or none ("Master's in Law" and "College Degree"); two degrees of one level are 0.5 until a judge was
    asked. A guess that hedges between levels is half right; words that name no level are left to a judge.
    """
    one, two = _levels(truth), _levels(guess)
    if not one or not two:
        return SAME if words(truth) == words(guess) else UNSURE
    if _is_between(truth) != _is_between(guess):
        return ValueVerdict(1.0 if one == two else 0.5 if one & two else 0.0, settled=False)
    degree, other = _degree(truth), _degree(guess)
    if not one & two:
        above = one == {"PhD"} and two == {"College Degree"} and words(truth) != ("phd",)
        under_way = one == {"In College"} and two == {"College Degree"} and degree and other is None
        return UNSURE if above or under_way or _OR_MORE.search(guess) else DIFFERENT
    if one != two or len(one) > 1:
        return ValueVerdict(0.5, settled=False)
    if degree is None or degree == other:
        bare = degree is not None and _SUBJECT.search(truth) and not _SUBJECT.search(guess)
        return ValueVerdict(1.0, settled=not bare)
    return ValueVerdict(0.5 if other else 1.0, settled=False)


def _levels(value: str) -> frozenset[str]:
    found = (read_education(piece) for piece in _PIECES.split(value))
    return frozenset(level for level in found if level) or frozenset(filter(None, [read_education(value)]))


def _is_between(value: str) -> bool:
    text = " ".join(words(value))
    return any(re.search(pattern, text) for pattern in table("education")["between"])


def _degree(value: str) -> str | None:
    text = " ".join(words(value))
    degrees: dict[str, str] = table("education")["degrees"]
    return next((degree for degree, pattern in degrees.items() if re.search(pattern, text)), None)


@cache
def _patterns() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    rows = table("education")["patterns"]
    return tuple((row["level"], tuple(re.compile(pattern) for pattern in row["find"])) for row in rows)


_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(k|m)?\b")
_OPEN_END = re.compile(r"\+|\b(?:above|over|more than|at least)\b")
_OPEN_START = re.compile(r"\b(?:under|below|less than|up to|at most)\b|<")
_UNIT = {"k": 1_000, "m": 1_000_000, "": 1}
_SMALLEST = 1_000  # a smaller number is no yearly income


def read_income(value: str) -> frozenset[str]:
    """Return the bands a value allows: one for "low" or "Medium (30-60k)", two for "upper middle class".

    Amounts are read as US dollars a year.
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


_SHORTEST_PHONE = 7
_LONGEST_PREFIX = 5  # a country code with two zeros before it
_ABROAD = re.compile(r"^[\s(]*(?:\+|00)")
_AT_HOME = frozenset({"0", "1"})  # a trunk zero, or the one before North American numbers
_EXTENSION = re.compile(r"(?:x|ext\.?|extension)\s*(\d+)\s*$", re.IGNORECASE)
_TRUNK = re.compile(r"\(0\)")


def compare_codes(truth: str, guess: str) -> ValueVerdict:
    """Compare two numbers of a document: letters and digits count, nothing else.

    A label in front ("ID 12-34") or a missing country mark is forgiven only when it holds no digit.
    """
    one, two = _bare(truth), _bare(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else DIFFERENT
    if one == two:
        return SAME
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    label = longer.removesuffix(shorter)
    digits = sum(char.isdigit() for char in shorter)
    return SAME if label != longer and label.isalpha() and digits >= _SHORTEST_PHONE else DIFFERENT


def compare_emails(truth: str, guess: str) -> ValueVerdict:
    """Compare two mail addresses without regard to case."""
    one, two = (plain(value).removeprefix("mailto:").strip("<>. ") for value in (truth, guess))
    return SAME if one == two else DIFFERENT


def compare_phones(truth: str, guess: str) -> ValueVerdict:
    """Compare two phone numbers: digits count; a country prefix, a trunk zero or an extension may be missing."""
    one, one_extension = _phone(truth)
    two, two_extension = _phone(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else DIFFERENT
    if one_extension and two_extension and one_extension != two_extension:
        return DIFFERENT
    if one == two:
        return SAME
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    core = shorter.lstrip("0")
    if len(core) < _SHORTEST_PHONE or not longer.endswith(core):
        return DIFFERENT
    prefix = longer.removesuffix(core)
    abroad = _ABROAD.search(truth if longer == one else guess) and len(prefix) <= _LONGEST_PREFIX
    at_home = prefix in _AT_HOME
    return SAME if abroad or at_home else DIFFERENT


def _bare(value: str) -> str:
    return "".join(char for char in plain(value).upper() if char.isalnum())


def _phone(value: str) -> tuple[str, str]:
    found = _EXTENSION.search(value)
    number = _TRUNK.sub("", value[: found.start()] if found else value)
    return "".join(char for char in number if char.isdigit()), found.group(1) if found else ""
