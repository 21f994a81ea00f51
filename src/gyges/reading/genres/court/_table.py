"""The formulas and words of decisions, read from ``tables/genres/court.toml`` and ``tables/court``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gyges.reading.genres._table import load_table, pattern
from gyges.reading.lexicon._load import read_rows


@dataclass(frozen=True, slots=True)
class RoleRow:
    """What a role noun tells about whoever bears it."""

    noun: str  # the head of the role, lower case
    occupation: str  # the job; ``*`` for the words as written
    position: str  # the rank, empty for none; ``*`` for the words as written
    education: str  # the education, empty if it tells none
    affiliation: str
    alone: str


@dataclass(frozen=True, slots=True)
class CourtPhrase:
    """A turn of phrase and what it tells."""

    pattern: re.Pattern[str]
    cue: str  # the name of the rule
    tells: Mapping[str, str]  # what it tells whatever the words are
    sure: int  # how certain that is
    cased: bool  # whether capitals matter


@cache
def phrases() -> tuple[CourtPhrase, ...]:
    """Return the turns of phrase that tell work and marriage."""
    rows = load_table("court")["phrases"]
    return tuple(
        CourtPhrase(
            re.compile(row["pattern"]), row["cue"], row.get("tells", {}), row.get("sure", 4), row.get("cased", False)
        )
        for row in rows
    )


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
def role_rows() -> dict[str, Sequence[RoleRow]]:
    """Return the role nouns by their last word, the longest first."""
    index: dict[str, list[RoleRow]] = {}
    for row in read_rows("court/roles.tsv"):
        index.setdefault(row[0].split()[-1], []).append(RoleRow(*row))
    return {last: sorted(rows, key=lambda row: -row.noun.count(" ")) for last, rows in index.items()}
