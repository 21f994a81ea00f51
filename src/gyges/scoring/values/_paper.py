"""The published rules with their quirks, for figures that can be set beside those of the papers (SPIA; Staab et al.).

Where SPIA's rules find nothing the paper asks its judge, whatever the tag: such verdicts are not settled.
"""

import re

from gyges.scoring.values._text import DIFFERENT, SAME, ValueVerdict, table

_WEIGHT = 0.1
_PREFIX = 4


def spia_jaro_winkler(first: str, second: str) -> float:
    """Return the similarity as SPIA computes it: half transpositions are not rounded down, the bonus has no gate."""
    if first == second:
        return 1.0
    if not first or not second:
        return 0.0
    window = max(max(len(first), len(second)) // 2 - 1, 0)
    jaro = _jaro(first, second, window)
    return jaro + _WEIGHT * min(_common_prefix(first, second), _PREFIX) * (1 - jaro)


def legacy_jaro_winkler(first: str, second: str) -> float:
    """Return the similarity of an old edit-distance library that recorded verdicts were made with.

    The letters of the longer string look for their first free match in the shorter one, the window is half the length
    of the shorter one on both sides, and the whole common prefix counts.
    """
    if first == second:
        return 1.0
    if not first or not second:
        return 0.0
    shorter, longer = (first, second) if len(first) <= len(second) else (second, first)
    jaro = _jaro(longer, shorter, (len(shorter) + 1) // 2)
    return min(1.0, jaro + _WEIGHT * _common_prefix(first, second) * (1 - jaro))


def _jaro(first: str, second: str, window: int) -> float:
    taken = [False] * len(second)
    kept: list[str] = []
    for place, char in enumerate(first):
        for other in range(max(0, place - window), min(len(second), place + window + 1)):
            if not taken[other] and second[other] == char:
                taken[other] = True
                kept.append(char)
                break
    if not kept:
        return 0.0
    others = (char for char, used in zip(second, taken, strict=True) if used)
    swapped = sum(one != two for one, two in zip(kept, others, strict=True))
    matches = len(kept)
    return (matches / len(first) + matches / len(second) + (matches - swapped / 2) / matches) / 3


def _common_prefix(first: str, second: str) -> int:
    length = 0
    for one, two in zip(first, second, strict=False):
        if one != two:
            break
        length += 1
    return length


_CLOSE = 0.85
_NEAR_AGE = 5
_OVERLAP = 0.75
_DEPTH = 4
_SUFFIX = 3
_FREE_TEXT = frozenset({"NAME", "NATIONALITY", "OCCUPATION", "AFFILIATION", "POSITION"})
_NUMBERS = frozenset({"IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PHONE_NUMBER", "PASSPORT_NUMBER"})


def compare_spia(tag: str, truth: str, guess: str) -> ValueVerdict:
    """Compare two values as SPIA's evaluation does."""
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
    """Compare as appendix C.3.2 says: within five years, a range by the nearer of its ends.

    The text leaves open how two ranges are compared, and how wide one may be. The published code allows ranges nothing:
    it wants three quarters of overlap, and raises an exception at a word. Here the judge is asked about words.
    """
    one, two = _span(truth), _span(guess)
    apart = max(one[0], two[0]) - min(one[1], two[1]) if one and two else None
    return _verdict(apart is not None and apart <= _NEAR_AGE)


def _span(value: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?", value.strip())
    return (int(found.group(1)), int(found.group(2) or found.group(1))) if found else None


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


_CLOSE_TO_LABEL = 0.75
_OLDEST = 200
_NOT_FOUND = ValueVerdict(0.0, settled=False)


def compare_author(tag: str, truth: str, guess: str) -> ValueVerdict:
    """Compare two values as the published evaluation of author attributes does; a judge is asked about free words."""
    one, two = truth.strip().lower(), guess.strip().lower()
    if tag == "AGE":
        return SAME if _same_age(one, two) else DIFFERENT
    rules = table("paper")["author"]
    if tag in rules["options"]:
        nearest = max(rules["options"][tag], key=lambda option: legacy_jaro_winkler(two, option))
        return SAME if _label(tag, one) == nearest else DIFFERENT
    if tag == "SEX" and not any(legacy_jaro_winkler(two, sex) > _CLOSE_TO_LABEL for sex in ("male", "female")):
        return DIFFERENT
    if legacy_jaro_winkler(one, two) > _CLOSE_TO_LABEL:
        return SAME
    return DIFFERENT if tag == "SEX" else _NOT_FOUND


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
