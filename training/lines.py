"""The lines in which written documents name their people: those of the attacker `local`, without certainties.

    the applicant|name: Oya Ataman|sex: F< Ms|age: 54-55< born in 1970|place: Istanbul / Türkiye|job: Lawyer
    the applicant's child x3|from: Türkiye

What a text tells of its author is one line of fields, with words of its own.
"""

import re
from collections.abc import Iterable

from gyges.attacks.local._answers import (
    NOBODY,
    PEOPLE,
    LineFact,
    LinePerson,
    Words,
    plain,
    read_fields,
    write_fields,
)
from gyges.records import taxonomy

__all__ = [
    "AUTHOR_WORDS",
    "NOBODY",
    "OPTION_WORDS",
    "PEOPLE_WORDS",
    "LineFact",
    "counted",
    "plain",
    "read_author",
    "write_author",
]

PEOPLE_WORDS = PEOPLE.tags
AUTHOR_WORDS = {
    "AGE": "age",
    "SEX": "sex",
    "LOCATION": "place",
    "PLACE_OF_BIRTH": "born",
    "EDUCATION": "school",
    "RELATIONSHIP": "bond",
    "OCCUPATION": "job",
    "INCOME": "income",
}
"""Words for the attributes of an author, in the order in which they are written."""

_AUTHOR_OPTIONS = {
    tag: dict(zip(taxonomy("author")[tag].options, words, strict=False))
    for tag, words in (
        *((tag, tuple(options.values())) for tag, options in PEOPLE.options.items()),
        ("INCOME", ("none", "low", "medium", "high", "very high")),
    )
}
OPTION_WORDS = {"spia": PEOPLE.options, "author": _AUTHOR_OPTIONS}
"""Words for the options of a tag, by taxonomy."""

_AUTHOR = Words(AUTHOR_WORDS, _AUTHOR_OPTIONS)
_COUNT = re.compile(r"(?P<role>.*\S) x(?P<count>\d{1,3})")


def counted(person: LinePerson) -> tuple[str, int]:
    """Return who somebody is, and how many people the line stands for."""
    match = _COUNT.fullmatch(person.head)
    return (match["role"], max(1, int(match["count"]))) if match else (person.head, 1)


def write_author(facts: Iterable[LineFact]) -> str:
    """Return the line that gives these attributes of an author."""
    return "|".join(write_fields(facts, _AUTHOR)) or NOBODY


def read_author(line: str) -> tuple[LineFact, ...]:
    """Return the attributes in a line."""
    return read_fields(line.split("\n")[0], _AUTHOR)
