"""The formulas and words of decisions, read from ``tables/genres/court.toml`` and ``tables/court``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from gyges.reading.genres._table import load_table, pattern
from gyges.reading.lexicon._load import read_rows

__all__ = ["RoleRow", "capitals", "formula", "hints", "listed", "ranks", "role_rows", "tells", "words"]


@dataclass(frozen=True, slots=True)
class RoleRow:
    """What a role noun tells about whoever bears it.

    Attributes:
        noun: The head of the role, lower case.
        occupation: The job; ``*`` for the words as written.
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
def listed(name: str) -> tuple[str, ...]:
    """Return a list of words in its order."""
    return tuple(load_table("court")["words"][name])


@cache
def words(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(listed(name))


def formula(name: str) -> re.Pattern[str]:
    """Return a formula by its name."""
    return pattern(f"court.{name}")


@cache
def tells(part: str) -> tuple[tuple[str, str, str, int, str], ...]:
    """Return what a part in a case tells: how, tag, value, certainty, cue."""
    return tuple((how, tag, value, sure, cue) for how, tag, value, sure, cue in load_table("court")["tells"][part])


@cache
def ranks() -> dict[str, tuple[str, str]]:
    """Return rank and court of judges by the letters after their names."""
    table: dict[str, tuple[str, str]] = load_table("court")["ranks"]
    return table


@cache
def capitals() -> dict[str, str]:
    """Return the seats of governments by country."""
    return {row[0]: row[1] for row in read_rows("court/capitals.tsv")}


@cache
def hints() -> dict[str, str]:
    """Return words that only the courts of one country use, with its two letters."""
    return {row[0]: row[1] for row in read_rows("court/hints.tsv")}


@cache
def role_rows() -> dict[str, Sequence[RoleRow]]:
    """Return the role nouns by their last word, the longest first."""
    index: dict[str, list[RoleRow]] = {}
    for row in read_rows("court/roles.tsv"):
        index.setdefault(row[0].split()[-1], []).append(RoleRow(*row))
    return {last: sorted(rows, key=lambda row: -row.noun.count(" ")) for last, rows in index.items()}
