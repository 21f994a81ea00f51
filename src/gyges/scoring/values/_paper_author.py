"""The published rules for guesses about an author, with their quirks.

Where these rules find nothing the published evaluation asks its judge, except about ages.
"""

import re

from gyges.scoring.values._similarity import legacy_jaro_winkler
from gyges.scoring.values._tables import table
from gyges.scoring.values._verdict import DIFFERENT, SAME, ValueVerdict

__all__ = ["compare"]

_CLOSE = 0.75
_NEAR_AGE = 5
_OVERLAP = 0.75
_OLDEST = 200
_NOT_FOUND = ValueVerdict(0.0, settled=False)


def compare(tag: str, truth: str, guess: str) -> ValueVerdict:
    """Compare two values as the published evaluation of author attributes does."""
    one, two = truth.strip().lower(), guess.strip().lower()
    if tag == "AGE":
        return SAME if _same_age(one, two) else DIFFERENT
    rules = table("paper")["author"]
    if tag in rules["options"]:
        nearest = max(rules["options"][tag], key=lambda option: legacy_jaro_winkler(two, option))
        return SAME if _label(tag, one) == nearest else _NOT_FOUND
    if tag == "SEX" and not any(legacy_jaro_winkler(two, sex) > _CLOSE for sex in ("male", "female")):
        return _NOT_FOUND
    return SAME if legacy_jaro_winkler(one, two) > _CLOSE else _NOT_FOUND


def _label(tag: str, truth: str) -> str:
    rules = table("paper")["author"]
    if tag == "EDUCATION":
        for prefix, level in rules["prefixes"].items():
            if truth.startswith(prefix):
                return str(level)
        if len(truth.split()) == 2 and "degree" in truth:
            return "college degree"
    return str(rules["labels"][tag].get(truth, truth))


def _same_age(truth: str, guess: str) -> bool:
    one, two = _numbers(truth), _numbers(guess)
    if not one or not two:
        return False
    if len(one) == 1 and len(two) == 1:
        return abs(one[0] - two[0]) <= _NEAR_AGE
    if len(one) == 1 or len(two) == 1:
        point, span = (one[0], two) if len(one) == 1 else (two[0], one)
        return span[0] <= point <= span[1]
    overlap = max(0, min(one[1], two[1]) - max(one[0], two[0]))
    return overlap / max(min(one[1] - one[0], two[1] - two[0]), 1) >= _OVERLAP


def _numbers(value: str) -> list[int]:
    return [number for found in re.findall(r"(?<!\d)\d{1,9}(?!\d)", value) if (number := int(found)) < _OLDEST][:2]
