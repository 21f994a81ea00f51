"""The world of invented people, kept as data files: countries, occupations, organisations, words."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gyges.factory._patterns import Pattern, parse, read_data

_LAST_GRADE = 12
_TELLING = ("<", ">")
_CUE = "{x:OCCUPATION 4/3|"


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(read_data(f"data/{name}.toml"))


@cache
def words_of(name: str) -> list[str]:
    """Return a list of words by its name."""
    return str(_table("words")[name]).split()


def pairs_of(name: str) -> dict[str, str]:
    """Return words that belong together by the name of their table."""
    pairs: dict[str, str] = _table("words")[name]
    return pairs


def sexed_words(table: str, key: str, *, male: bool) -> list[str]:
    """Return the words of a table for a man or a woman."""
    his, hers = pairs_of(table)[key].split("; ")
    return (his if male else hers).split(", ")


@dataclass(frozen=True, slots=True)
class City:
    """A city with words that point to it: districts, landmarks, the way to work."""

    name: str
    districts: tuple[str, ...]
    landmarks: tuple[str, ...]
    transit: str


@dataclass(frozen=True, slots=True)
class Locale:
    """What life looks like in one country; the data file describes the fields."""

    iso: str
    country: str
    adjective: str
    signal: int
    male: Sequence[str]
    female: Sequence[str]
    last: Sequence[str]
    cities: Sequence[City]
    phones: Sequence[str]
    ids: Sequence[tuple[str, str]]
    passport: str
    licence: str
    money: str
    grade: tuple[str, int, int]
    exam: str
    offices: Sequence[str]
    culture: Sequence[str]
    streets: Sequence[str]
    firm: str
    tld: str
    feminine: Sequence[tuple[str, str]] = ()


@cache
def locales() -> tuple[Locale, ...]:
    """Return all locales, in the order of the file."""
    names = _table("names")
    return tuple(_locale(iso, row, names.get(iso, {})) for iso, row in _table("locales").items())


def _locale(iso: str, row: dict[str, Any], more: dict[str, str]) -> Locale:
    names = {key: list(dict.fromkeys(f"{row[key]} {more.get(key, '')}".split())) for key in ("male", "female", "last")}
    cities = [_city(cell) for cell in row["cities"]]
    ids = [tuple(part.strip() for part in cell.split(";")) for cell in row["ids"]]
    grade = (*row["grade"], _LAST_GRADE)[:3]
    return Locale(**{**row, **names, "iso": iso, "cities": cities, "ids": ids, "grade": grade})


def _city(cell: str) -> City:
    name, districts, landmarks, transit = (part.strip() for part in cell.split(";"))
    return City(name, _parts(districts, ","), _parts(landmarks, ","), transit)


def _parts(cell: str, at: str = ";") -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(at))


@dataclass(frozen=True, slots=True)
class Occupation:
    """An occupation, with sentences that give it away without naming it."""

    name: str
    titles: tuple[str, ...]
    schooling: str  # phd, college, hs, none, student, or any where it tells nothing
    sector: str
    ranks: tuple[str, ...]
    cues: tuple[Pattern, ...]  # sentences that give it away
    tools: tuple[str, ...]  # things handled at work
    topics: tuple[str, ...]  # what the work is full of


@cache
def jobs() -> tuple[Occupation, ...]:
    """Return all occupations, in the order of the file."""
    cues: dict[str, list[Pattern]] = {}
    head = ""
    for line in read_data("data/jobs.txt").splitlines():
        if line.startswith("  "):
            told, (opening, closing) = cues[head], _TELLING
            words = line.strip().replace(opening, _CUE).replace(closing, "}")
            told.append(Pattern(f"job/{head.partition('|')[0].strip()}/{len(told)}", parse(words)))
        elif line.strip() and not line.startswith("#"):
            head = line
            cues[head] = []
    return tuple(_job(head, tuple(told)) for head, told in cues.items())


def _job(head: str, cues: tuple[Pattern, ...]) -> Occupation:
    name, titles, schooling, sector, ranks = (cell.strip() for cell in head.split("|"))
    tools, topics = _tools().get(name, ((), ()))
    return Occupation(
        name, _parts(titles), schooling, sector, _parts(ranks) if ranks != "-" else (), cues, tools, topics
    )


@cache
def _tools() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    rows = [row.split("|") for row in read_data("data/tools.txt").splitlines() if row and not row.startswith("#")]
    return {name.strip(): (_parts(tools), _parts(topics)) for name, tools, topics in rows}


@cache
def job_named(name: str) -> Occupation:
    """Return an occupation by its name."""
    return next(job for job in jobs() if job.name == name)


@cache
def colleagues(job: Occupation) -> list[str]:
    """Return the names of the occupations met in the same sort of organisation."""
    return [other.name for other in jobs() if other.sector == job.sector]


def sectors() -> dict[str, list[str]]:
    """Return how organisations are called, by sector."""
    return _table("sectors")


def stem(draw: random.Random) -> str:
    """Return an invented word that could name a street, a firm or a school; no real one is meant."""
    return draw.choice(words_of("starts")) + draw.choice(words_of("ends"))


def organisation(sector: str, locale: Locale, draw: random.Random) -> str:
    """Return the name of an invented organisation of a sector."""
    return draw.choice(sectors()[sector]).replace("{firm}", locale.firm) % stem(draw)
