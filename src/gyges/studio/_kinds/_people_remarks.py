"""What the guideline says about the people of a sheet and the values of their facts."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from itertools import combinations
from typing import Any, Final, TypeAlias

from gyges.reading import REFERENCE_DATE, QuoteFinder, find_ages
from gyges.reading.lookups import country, fold, is_job, kin
from gyges.records import Kind, taxonomy
from gyges.studio._kinds._kind import Remark, SheetKind, remark, word_list
from gyges.studio._kinds._people import FactWritten, PeopleBody, PersonWritten
from gyges.studio._project import Project

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
NEEDS_EVIDENCE = 3
"""The certainty from which on the text itself must say so (SPIA, annotation guidelines)."""
_NOTHING = FactWritten(tag="NAME")  # a proposed person about whom nothing is proposed waits all the same


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


def people_remarks(project: Project, item: int, body: PeopleBody) -> list[Remark]:
    """Return what the guideline says about a sheet on a document."""
    return remarks_on_people(project.texts.document(item).text, body)


def remarks_on_people(text: str, body: PeopleBody) -> list[Remark]:
    """Return what the guideline says about people of a text; nothing is said about proposals but that they wait."""
    finder = QuoteFinder(text)
    found: list[Remark] = []
    for number, person in enumerate(body.subjects):
        if person.accepted:
            found += _on_person(number, person, text, finder)
    waiting = sum(
        not (fact.accepted and person.accepted) for person in body.subjects for fact in person.facts or [_NOTHING]
    )
    if waiting:
        found.append(remark("proposals", count=waiting))
    if not body.subjects and not body.nobody:
        found.append(remark("nobody"))
    return found


def _on_person(number: int, person: PersonWritten, text: str, finder: QuoteFinder) -> Iterator[Remark]:
    at = ("subjects", number)
    facts = [(place, fact) for place, fact in enumerate(person.facts) if fact.accepted]
    if not person.facts:
        yield remark("no_facts", *at)
    if not person.description.strip():
        yield remark("no_description", *at, "description")
    for place, fact in facts:
        yield from _on_fact((*at, "facts", place), fact, text, finder)
        if fact.tag == "RELATIONSHIP" and word_list("dead") & set(fold(person.description).split()):
            yield remark("dead", *at, "facts", place)
    for (_, one), (place, other) in combinations(facts, 2):
        if one.tag == other.tag and one.value.strip() and other.value.strip():
            yield from _on_pair((*at, "facts", place), one.value, other)


def _on_fact(at: tuple[str | int, ...], fact: FactWritten, text: str, finder: QuoteFinder) -> Iterator[Remark]:
    if not fact.value.strip():
        yield remark("no_value", *at, "value")
        return
    for rule, words in value_problems(fact, text):
        yield remark(rule, *at, "value", **words)
    if not fact.certainty:
        yield remark("no_certainty", *at, "certainty")
    if not fact.hardness:
        yield remark("no_hardness", *at, "hardness")
    if fact.certainty >= NEEDS_EVIDENCE and not fact.evidence:
        yield remark("no_evidence", *at, "evidence")
    for place, quote in enumerate(fact.evidence):
        if finder.find(quote) is None:
            yield remark("evidence_not_there", *at, "evidence", place, quote=quote)


def _on_pair(at: tuple[str | int, ...], value: str, other: FactWritten) -> Iterator[Remark]:
    first, second = (" ".join(fold(words).split()) for words in (value, other.value))
    if first == second:
        yield remark("same_twice", *at, "value")
    elif other.tag == "NAME" and set(first.split()) < set(second.split()):
        yield remark("name_part", *at, "value", whole=other.value.strip())
    elif other.tag == "NAME" and set(second.split()) < set(first.split()):
        yield remark("name_part", *at, "value", whole=value.strip())


PEOPLE = SheetKind("people", PeopleBody, "document", remarks=people_remarks)
