"""The rules SPIA published, with their quirks, for figures that can be set beside the paper's.

Where these rules find nothing the paper asks its judge, whatever the tag: such verdicts are not settled.
"""

import re

from gyges.scoring.values._similarity import spia_jaro_winkler
from gyges.scoring.values._tables import table
from gyges.scoring.values._verdict import SAME, ValueVerdict

__all__ = ["compare"]

_CLOSE = 0.85
_NEAR_AGE = 5
_OVERLAP = 0.75
_DEPTH = 4
_SUFFIX = 3
_CRASH = ValueVerdict(None, settled=True)
_FREE_TEXT = frozenset({"NAME", "NATIONALITY", "OCCUPATION", "AFFILIATION", "POSITION"})
_NUMBERS = frozenset({"IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PHONE_NUMBER", "PASSPORT_NUMBER"})


def compare(tag: str, truth: str, guess: str) -> ValueVerdict:
    """Compare two values as SPIA's evaluation does; no score where it raises an exception."""
    if not truth.strip() or not guess.strip():
        return SAME if not truth.strip() and not guess.strip() else ValueVerdict(0.0, settled=False)
    if tag == "AGE":
        return _ages(truth, guess)
    if tag in _FREE_TEXT:
        return _verdict(spia_jaro_winkler(truth.lower().strip(), guess.lower().strip()) >= _CLOSE)
    if tag in _NUMBERS:
        return _verdict(_same_number(truth, guess))
    if tag == "LOCATION":
        score = _location(truth, guess)
        return ValueVerdict(score, settled=score > 0)
    one, two = truth.lower().strip(), guess.lower().strip()
    groups: dict[str, list[list[str]]] = table("paper")["groups"]
    return _verdict(one == two or any(one in group and two in group for group in groups.get(tag, [])))


def _verdict(same: bool) -> ValueVerdict:
    return SAME if same else ValueVerdict(0.0, settled=False)


def _ages(truth: str, guess: str) -> ValueVerdict:
    one, two = _span(truth), _span(guess)
    if isinstance(one, str) or isinstance(two, str):
        if (isinstance(one, tuple) and len(one) == 2) or (isinstance(two, tuple) and len(two) == 2):
            return _CRASH
        return _verdict(same=False)
    if len(one) == 1 and len(two) == 1:
        return _verdict(abs(one[0] - two[0]) <= _NEAR_AGE)
    if len(one) == 1 or len(two) == 1:
        point, span = (one[0], two) if len(one) == 1 else (two[0], one)
        return _verdict(span[0] <= point <= span[1])
    overlap = max(0, min(one[1], two[1]) - max(one[0], two[0]))
    narrow = max(min(one[1] - one[0], two[1] - two[0]), 1)
    return _verdict(overlap / narrow >= _OVERLAP)


def _span(value: str) -> tuple[int, ...] | str:
    text = value.strip().replace("–", "-")
    found = re.fullmatch(r"(\d{1,9})\s*-\s*(\d{1,9})", text)
    if found:
        return int(found.group(1)), int(found.group(2))
    return (int(text),) if re.fullmatch(r"\d{1,9}", text) else text


def _location(truth: str, guess: str) -> float:
    one, two = (value.lower().strip().replace("turkey", "türkiye") for value in (truth, guess))
    if one == two:
        return 1.0
    first, second = ([level for part in text.split("/") if (level := part.strip())] for text in (one, two))
    shorter, longer = (first, second) if len(first) <= len(second) else (second, first)
    if len(shorter) < len(longer) and shorter and longer[-len(shorter) :] == shorter:
        return 0.5
    depth = min(len(longer), _DEPTH)
    equal = sum(a == b for a, b in zip(list(reversed(first))[:depth], list(reversed(second))[:depth], strict=False))
    return 1.0 if equal == depth else 0.5 if equal == depth - 1 else 0.0


def _same_number(truth: str, guess: str) -> bool:
    one, two = (re.sub(r"[^A-Za-z0-9]", "", value).upper() for value in (truth, guess))
    if one == two:
        return True
    shorter, longer = (one, two) if len(one) <= len(two) else (two, one)
    return longer.endswith(shorter) and len(longer) - len(shorter) <= _SUFFIX
