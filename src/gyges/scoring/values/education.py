"""EDUCATION: free text mapped onto six levels."""

import re
from functools import cache

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import words
from gyges.scoring.values._verdict import DIFFERENT, SAME, UNSURE, ValueVerdict

__all__ = ["compare_educations", "read_education"]

_OR_MORE = re.compile(r"\b(or (higher|above|more)|advanced|postgraduate|graduate degree)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"\b(?:in|of)\b", re.IGNORECASE)
_PIECES = re.compile(r"(?:(?<!\s)\s++)?(?:[,;/]|\bor\b)\s*")


def read_education(value: str) -> str | None:
    """Return the level a value stands for; None if its words say nothing about education.

    Example:
        >>> read_education("Bachelor's in Physics"), read_education("In Highschool"), read_education("nurse")
        ('College Degree', 'In High School', None)
    """
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
