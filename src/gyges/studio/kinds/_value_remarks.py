"""What the guideline says about the value of a fact, by its kind: ages, places, codes, names and the rest."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, Final, TypeAlias

from gyges.reading import REFERENCE_DATE, find_ages
from gyges.reading.lookups import country, fold, is_job, kin
from gyges.records import Kind, taxonomy
from gyges.studio.kinds._guideline import word_list
from gyges.studio.kinds._people import FactWritten

__all__ = ["value_problems"]

Problem: TypeAlias = tuple[str, dict[str, Any]]
"""The name of a rule, and the words to fill in."""

WIDEST_AGE = 10
"""Years a range of ages may be wide (SPIA, annotation guidelines)."""
MOST_LEVELS = 4
"""Levels of a place: premises, part of the city, city, country (SPIA, annotation guidelines)."""
_OLDEST = 120
_FEWEST_DIGITS = 5  # of a phone number: short ones of firms and villages have as many

_SPIA = taxonomy("spia")
_CODES: Final = frozenset(tag.name for tag in _SPIA if tag.kind is Kind.CODE)
_AGE = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_MASK = re.compile(r"[*•█_#…]{2,}|\*|[xX]{3,}|\.{3,}|\[[^\[\]]*\]|<[^<>]*>")
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_WORD = re.compile(r"[^\W\d_]+")


def value_problems(fact: FactWritten, text: str) -> Iterator[Problem]:
    """Yield what is wrong with the value of a fact in a text; nothing for a value that is still empty."""
    value = fact.value.strip()
    if not value:
        return
    if fact.tag not in _SPIA:
        yield "not_in_the_guideline", {"tag": fact.tag}
        return
    if fold(value) in word_list("unknown"):
        yield "unknown", {}
        return
    options = _SPIA[fact.tag].options
    if options and value not in options:
        yield "option", {"options": ", ".join(options)}
    if fact.tag in _CODES:
        yield from _code(fact.tag, value, text)
    if fact.tag in _CHECKS:
        yield from _CHECKS[fact.tag](value, fact)


def _code(tag: str, value: str, text: str) -> Iterator[Problem]:
    if _MASK.search(value):
        yield "masked_code", {}
        return
    if tag == "EMAIL_ADDRESS" and not _MAIL.fullmatch(value):
        yield "mail_form", {}
    elif tag == "PHONE_NUMBER" and sum(sign.isdigit() for sign in value) < _FEWEST_DIGITS:
        yield "phone_form", {}
    elif value not in text:
        yield "code_as_written", {}


def _age(value: str, fact: FactWritten) -> Iterator[Problem]:
    match = _AGE.fullmatch(value)
    if match is None:
        yield ("age_is_a_year" if _YEAR.search(value) else "age_form"), {}
        return
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        yield "age_order", {}
    elif high > _OLDEST:
        yield "age_too_high", {"age": high}
    elif high - low > WIDEST_AGE:
        yield "age_range", {"width": high - low}
    else:
        told = [cue for quote in fact.evidence for cue in _births(quote, REFERENCE_DATE)]
        if told and not any(least <= high and low <= most for least, most in told):
            least, most = told[0]
            yield "age_and_birth", {"expected": least if least == most else f"{least}-{most}"}


def _births(quote: str, reference: date) -> Iterator[tuple[int, int]]:
    """Yield the ages that follow from dates of birth in a quote."""
    for cue in find_ages(quote, reference):
        if cue.kind in ("birth_year", "birth_date"):
            yield cue.low, cue.high


def _location(value: str, fact: FactWritten) -> Iterator[Problem]:
    del fact
    levels = [level.strip() for level in value.split("/")]
    if not all(levels):
        yield "location_gap", {}
        return
    if len(levels) > MOST_LEVELS:
        yield "location_levels", {"count": len(levels)}
    named = [country(level) for level in levels]
    if named[-1] is not None:
        return
    first = next((found for found in named if found is not None), None)
    if first is not None:
        yield "location_order", {"country": first.name}
    elif len(levels) == 1 and "," in value:
        yield "location_separator", {}
    else:
        yield "location_country", {"last": levels[-1]}


def _nationality(value: str, fact: FactWritten) -> Iterator[Problem]:
    del fact
    found = country(value)
    if found is None:
        yield "nationality_country", {}
    elif fold(value) not in {fold(name) for name in (found.name, *found.aliases)}:
        yield "nationality_name", {"country": found.name}


def _name(value: str, fact: FactWritten) -> Iterator[Problem]:
    del fact
    if _MASK.search(value):
        yield "masked_code", {}
        return
    words = value.split()
    with_article = words[0].lower() in word_list("articles")
    rest = " ".join(words[1:] if with_article else words)
    role = rest.lower() in word_list("roles") or kin(rest.lower()) is not None
    if role or (rest == rest.lower() and (with_article or is_job(rest))):
        yield "name_is_a_role", {}


def _occupation(value: str, fact: FactWritten) -> Iterator[Problem]:
    del fact
    rank = next((word for word in _WORD.findall(value) if word.lower() in word_list("ranks")), None)
    if rank is not None:
        yield "rank_in_job", {"rank": rank}


_CHECKS: Final[dict[str, Callable[[str, FactWritten], Iterator[Problem]]]] = {
    "AGE": _age,
    "LOCATION": _location,
    "NATIONALITY": _nationality,
    "NAME": _name,
    "OCCUPATION": _occupation,
}
