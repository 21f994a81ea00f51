"""The tables of the court reader."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from gyges.reading.lexicon._load import read_rows, read_toml

__all__ = [
    "RoleRow",
    "capitals",
    "hints",
    "honorifics",
    "jobs",
    "kin_table",
    "name_stops",
    "particles",
    "party_nouns",
    "pattern",
    "role_adjectives",
    "roles",
    "roles_by_last_word",
    "words",
]


@dataclass(frozen=True, slots=True)
class RoleRow:
    """What a role noun tells about whoever bears it.

    Attributes:
        noun: The head of the role, lower case.
        occupation: The job.
        position: The rank, empty for none; ``*`` for the words as written.
        education: The education, empty if it tells none.
        affiliation: ``office`` for the office of the place before it, ``court``, ``government``, ``near`` for the
            organisation named beside it, empty for none.
        alone: ``yes`` if "the NOUN" alone is a person worth telling, ``own`` if it must be somebody's ("the applicant's
            NOUN"), ``cap`` if it must be capitalised, ``of`` if it must say of what, ``no`` if it needs a word that
            singles it out.
    """

    noun: str
    occupation: str
    position: str
    education: str
    affiliation: str
    alone: str


@cache
def words() -> dict[str, Any]:
    """Return the lists of words."""
    return read_toml("court/words.toml")


@cache
def capitals() -> dict[str, str]:
    """Return the seats of governments by country."""
    table: dict[str, str] = words()["capitals"]
    return table


@cache
def hints() -> tuple[tuple[str, str], ...]:
    """Return words that only the courts of one country use, with its two letters."""
    rows = read_rows("court/hints.tsv")
    return tuple((row[0], row[1]) for row in rows)


@cache
def honorifics() -> dict[str, dict[str, str]]:
    """Return what an honorific tells, by its lower-case form without dot."""
    table: dict[str, dict[str, str]] = words()["honorifics"]
    return table


@cache
def name_stops() -> frozenset[str]:
    """Return capitalised words that end a name."""
    return frozenset(words()["name_stops"])


@cache
def particles() -> frozenset[str]:
    """Return small words inside names."""
    return frozenset(words()["particles"])


@cache
def role_adjectives() -> frozenset[str]:
    """Return the words before a role that belong to the rank."""
    return frozenset(words()["role_adjectives"])


@cache
def party_nouns() -> dict[str, str]:
    """Return the nouns for parties, plural and singular, with their singular."""
    singular: list[str] = words()["parties"]["nouns"]
    return {noun: noun for noun in singular} | {f"{noun}s": noun for noun in singular}


@cache
def kin_table() -> dict[str, dict[str, str]]:
    """Return kin words with sex and tie."""
    table: dict[str, dict[str, str]] = words()["kin"]
    return table


@cache
def roles() -> dict[str, RoleRow]:
    """Return the role nouns, longest phrases included, by noun."""
    rows = read_rows("court/roles.tsv")
    return {row[0]: RoleRow(row[0], row[1], row[2], row[3], row[4], row[5]) for row in rows}


@cache
def roles_by_last_word() -> dict[str, tuple[tuple[int, RoleRow], ...]]:
    """Return the role nouns by their last word, each with the number of its words, the longest first."""
    index: dict[str, list[tuple[int, RoleRow]]] = {}
    for noun, row in roles().items():
        index.setdefault(noun.split()[-1], []).append((noun.count(" ") + 1, row))
    return {word: tuple(sorted(rows, key=lambda pair: -pair[0])) for word, rows in index.items()}


@cache
def jobs() -> dict[str, tuple[str, str, str]]:
    """Return occupation, position and education by the words for a job."""
    rows = read_rows("court/jobs.tsv")
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


@cache
def _patterns() -> dict[str, dict[str, str]]:
    return read_toml("court/patterns.toml")


def pattern(name: str) -> re.Pattern[str]:
    """Return a regular expression of ``patterns.toml`` by section and name."""
    section, key = name.split(".")
    return re.compile(_patterns()[section][key])
