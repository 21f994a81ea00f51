"""Occupations with the words for them, and sentences that give them away without naming them."""

import tomllib
from dataclasses import dataclass
from functools import cache

from gyges.factory._locales import read_data
from gyges.factory._patterns import Pattern, Sequence, parse

__all__ = ["Occupation", "Sector", "colleagues", "job_named", "job_patterns", "jobs", "sectors"]

_TELLING = ("<", ">")
_CUE = "{x:OCCUPATION 4/3|"


@dataclass(frozen=True, slots=True)
class Occupation:
    """An occupation.

    Attributes:
        schooling: phd, college, hs, none, student, or any where it tells nothing.
        cues: Sentences that give it away.
        tools: Things handled at work.
        topics: What the work is full of.
    """

    name: str
    titles: tuple[str, ...]
    schooling: str
    sector: str
    ranks: tuple[str, ...]
    cues: tuple[Pattern, ...]
    tools: tuple[str, ...]
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sector:
    """How organisations of a sector are called, and what a generalising mask writes for them."""

    names: tuple[str, ...]
    general: str


@cache
def jobs() -> tuple[Occupation, ...]:
    """Return all occupations, in the order of the file."""
    found: list[Occupation] = []
    head: list[str] = []
    cues: list[Pattern] = []
    for line in (*read_data("data/jobs.txt").splitlines(), "end"):
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("  "):
            cues.append(Pattern(f"job/{head[0]}/{len(cues)}", _cue(line.strip())))
            continue
        if head:
            found.append(_job(head, tuple(cues)))
        head, cues = [cell.strip() for cell in line.split("|")], []
    return tuple(found)


def _job(head: list[str], cues: tuple[Pattern, ...]) -> Occupation:
    name, titles, schooling, sector, ranks = head
    tools, topics = _tools().get(name, ((), ()))
    return Occupation(name, _list(titles), schooling, sector, _list(ranks) if ranks != "-" else (), cues, tools, topics)


@cache
def _tools() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    rows = [row.split("|") for row in read_data("data/tools.txt").splitlines() if row and not row.startswith("#")]
    return {name.strip(): (_list(tools), _list(topics)) for name, tools, topics in rows}


def _list(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";"))


def _cue(line: str) -> Sequence:
    opening, closing = _TELLING
    return parse(line.replace(opening, _CUE).replace(closing, "}"))


@cache
def job_named(name: str) -> Occupation:
    """Return an occupation by its name."""
    return next(job for job in jobs() if job.name == name)


@cache
def colleagues(job: Occupation) -> list[str]:
    """Return the names of the occupations met in the same sort of organisation."""
    return [other.name for other in jobs() if other.sector == job.sector]


@cache
def job_patterns() -> int:
    """Return how many sentences give an occupation away."""
    return sum(len(job.cues) for job in jobs())


@cache
def sectors() -> dict[str, Sector]:
    """Return the sectors by name."""
    rows = tomllib.loads(read_data("data/sectors.toml"))
    return {name: Sector(tuple(row["names"]), row["general"]) for name, row in rows.items()}
