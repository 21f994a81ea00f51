"""Broader attributes: an age becomes ten years, a nation its continent, a relative somebody of the family."""

import re

from gyges.anonymizers.replacement.broader._places import Phrase, broader_people
from gyges.anonymizers.replacement.broader._times import broader_time, duration
from gyges.reading import find_dates
from gyges.reading.ladders import ten_years
from gyges.reading.lookups import fold, kin, number_words

UNKNOWN = "[trait]"
"""What is said of somebody where nothing is known of the kind of words."""

_FAMILY = re.compile(
    r"\b(?:married|widow(?:ed|er)?|divorc\w+|separated|single|engaged|unmarried|bachelor)\b", re.IGNORECASE
)
_SCHOOL = re.compile(
    r"\b(?:degree|certificate|diploma|bachelor\w*|master\w*|doctorate|ph\.?d|licen\w+|graduat\w+|grade|class|stud(?:y|ies)|"
    r"school|university|college|b\.?sc?|m\.?sc?|ma|ba)\b",
    re.IGNORECASE,
)
_FAITH = re.compile(
    r"\b(?:muslim|christian|catholic|protestant|jew(?:ish)?|hindu|sikh|buddhist|orthodox|atheist|lutheran|baptist|mormon)s?\b",
    re.IGNORECASE,
)
_BORN = re.compile(r"(?:born|née?)\b|b\.\s?(?=\d)", re.IGNORECASE)
_OWNER = re.compile(r"^(?:his|her|their|my|your|our|its|the|a|an)\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\d+|[A-Za-z]+(?:-[A-Za-z]+)?")
_OLDEST = 115


def broader_attribute(words: str) -> Phrase:
    """Return broader words for an age, a nationality, a relative, a schooling or a faith; a mark for anything else."""
    if _BORN.match(words):
        when = broader_time(words) if find_dates(words) else Phrase("some time", preposition="at")
        return Phrase(f"born {when.preposition} {when.words}", whole=True)
    age = _age(words)
    if age is not None:
        return age
    people = broader_people(_OWNER.sub("", words))
    if people:
        return Phrase(people, article=bool(_OWNER.match(words)))
    relative = _relative(words)
    if relative is not None:
        return relative
    if _FAITH.search(words):
        return Phrase("[faith]")
    if _FAMILY.search(words):
        return Phrase("[family status]")
    if _SCHOOL.search(words):
        return Phrase("[schooling]")
    return Phrase(duration(words) or UNKNOWN)


def counted(word: str) -> int | None:
    """Return the number a word or its digits say, None if it says none; up to 99 in words."""
    return int(word) if word.isdecimal() and len(word) < 10 else number_words().get(fold(word))


def _age(words: str) -> Phrase | None:
    """Return the ten years of life an age lies in."""
    found = [(match, counted(match[0])) for match in _NUMBER.finditer(words)]
    numbers = [(match, number) for match, number in found if number is not None and number <= _OLDEST]
    if len(numbers) != 1:
        return _worded_age(words)
    match, number = numbers[0]
    rest = fold(words[: match.start()] + words[match.end() :])
    if not re.fullmatch(
        r"(?:aged?|just|about|around|at|turn\w*|only|now|of|is|[\s-]|years?|yrs?|old|y/?o|yo|-)*\.?", rest
    ):
        return None
    head, tail = words[: match.start()], words[match.end() :]
    article = bool(re.search(r"[- ]old\b|y/?o", tail)) and not head
    return Phrase(f"{head}{ten_years(number)}{tail}", article=article and "years" not in tail)


def _worded_age(words: str) -> Phrase | None:
    match = re.match(r"([A-Za-z]+(?:-(?!year)[A-Za-z]+)?)(-year-old\b.*)", words)
    number = counted(match[1]) if match else None
    if match is None or number is None:
        return None
    return Phrase(f"{ten_years(number)}{match[2]}", article=True)


def _relative(words: str) -> Phrase | None:
    for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", words):
        known = kin(word)
        if known is not None:
            if known.plural:
                return Phrase("relatives")
            one = "partner" if known.group in {"spouse", "partner", "former"} else "relative"
            return Phrase(f"a {one}", whole=True) if _OWNER.match(words) else Phrase(one, article=True)
    return None
