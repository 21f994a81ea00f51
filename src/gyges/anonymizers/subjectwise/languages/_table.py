"""How a language is written, as ``writing.toml`` in its folder says; what is not known there is refused."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gyges.anonymizers._toml import read_toml

__all__ = ["Band", "Determiners", "LanguageWriting", "SpanPattern", "WrittenNoun", "writing_in"]

_PEOPLE = frozenset({"m", "f", "mp", "fp", "x"})
_KEYS: dict[str, frozenset[str] | None] = {  # sections with the keys they may have; None for any word
    "labels": frozenset({
        "name", "code", "mail", "phone", "link", "street", "place", "organisation", "date", "age", "job", "kin",
        "demonym", "bond", "study", "amount", "told",
    }),
    "determiners": None,
    "adjectives": frozenset({"ending", "weak", "mixed", "strong"}),
    "prepositions": None,
    "contractions": None,
    "nouns": None,
    "places": frozenset({"city", "region", "district", "with_article", "named", "within", "moves", "abroad", "home"}),
    "people": frozenset({
        "genitive", "dative_plural", "feminine", "plural", "dropped", "idioms", "and", "things", "things_after",
        "addresses",
    }),
    "jobs": None,
    "kin": None,
    "ages": frozenset({"bands", "patterns", "unless"}),
    "dates": frozenset({
        "months", "more_months", "seasons", "leads", "ranges", "tails", "month", "month_only", "season", "season_only",
        "decade",
    }),
    "amounts": frozenset({"about", "thousands", "decimals"}),
    "study": frozenset({"school", "higher", "nouns"}),
}  # fmt: skip
_LISTS = ("organisations", "demonyms", "streets", "told")
_PLAIN = frozenset({"cases", "genders", "letters", "genitive", "generic", "ordinary", "joins", "firms", *_LISTS})
_FAMILY = frozenset({"stems", "forms", "adjectives"})
_NOUN = frozenset({"word", "gender", "cases", "plain"})


@dataclass(frozen=True, slots=True)
class Determiners:
    """A family of determiners, such as articles or possessives: forms by case and gender, for every stem."""

    stems: tuple[str, ...]
    forms: Mapping[str, Mapping[str, str]]
    adjectives: str

    def form(self, stem: str, case: str, gender: str) -> str:
        """Return a form; empty where there is none, as of an indefinite article for many."""
        return self.forms[case].get(gender, "").replace("*", stem).replace("-", "")


@dataclass(frozen=True, slots=True)
class WrittenNoun:
    """A noun with its gender and its forms; `plain` is what stands where no sentence is, as in a heading."""

    word: str
    gender: str
    cases: Mapping[str, str]
    plain: str

    def form(self, case: str) -> str:
        """Return the form of a case."""
        return self.cases.get(case, self.word)


@dataclass(frozen=True, slots=True)
class SpanPattern:
    """A pattern for a whole span and what becomes of it, first and then; `before` and `after` must stand around it."""

    pattern: re.Pattern[str]
    new: str
    before: re.Pattern[str] | None = None
    noun: str = ""
    home: str = ""
    then: str = ""
    after: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """Ages below a bound in words: as a number, and as an adjective without its ending."""

    below: int
    number: str
    adjective: str


@dataclass(frozen=True, slots=True, eq=False)
class LanguageWriting:
    """All that ``writing.toml`` says; patterns are compiled."""

    iso: str
    cases: tuple[str, ...]
    genders: tuple[str, ...]
    letters: str
    genitive: str
    labels: Mapping[str, str]
    determiners: Mapping[str, Determiners]
    adjectives: Mapping[str, Mapping[str, Mapping[str, str]]]
    adjective_ending: re.Pattern[str]
    prepositions: Mapping[str, tuple[str, ...]]
    contractions: Mapping[str, tuple[str, str]]
    nouns: Mapping[str, WrittenNoun]
    organisations: tuple[SpanPattern, ...]
    generic: re.Pattern[str]
    ordinary: re.Pattern[str]
    joins: re.Pattern[str]
    firms: re.Pattern[str]
    told: tuple[SpanPattern, ...]
    demonyms: tuple[SpanPattern, ...]
    streets: tuple[SpanPattern, ...]
    places: Mapping[str, Any]
    people: Mapping[str, str]
    jobs: Mapping[str, Mapping[str, str]]
    kin: Mapping[str, Mapping[str, str]]
    bands: tuple[Band, ...]
    ages: tuple[SpanPattern, ...]
    no_ages: re.Pattern[str]
    dates: Mapping[str, Any]
    amounts: Mapping[str, str]
    study: Mapping[str, str]


@cache
def writing_in(iso: str) -> LanguageWriting:
    """Return how a language is written.

    Raises:
        ValueError: The table says something that nothing reads.
    """
    table = read_toml("gyges.reading", "tables", "languages", iso, "writing.toml")
    _check(table, iso)
    cases, genders = tuple(table.get("cases", ("x",))), tuple(table.get("genders", ("m", "f")))

    def grid(rows: Collection[str]) -> dict[str, dict[str, str]]:
        return {case: dict(zip(genders, row.split(), strict=False)) for case, row in zip(cases, rows, strict=True)}

    adjectives = table.get("adjectives", {})
    ages = table.get("ages", {})
    return LanguageWriting(
        iso=iso,
        cases=cases,
        genders=genders,
        letters=table.get("letters", ""),
        genitive=table.get("genitive", ""),
        labels=table.get("labels", {}),
        determiners={
            name: Determiners(tuple(one.get("stems", ("",))), grid(one["forms"]), one.get("adjectives", "strong"))
            for name, one in table.get("determiners", {}).items()
        },
        adjectives={name: grid(rows) for name, rows in adjectives.items() if name != "ending"},
        adjective_ending=re.compile(adjectives.get("ending", "(?!)")),
        prepositions={word: tuple(told.split()) for word, told in table.get("prepositions", {}).items()},
        contractions={word: _two(parts) for word, parts in table.get("contractions", {}).items()},
        nouns={
            name: WrittenNoun(one["word"], one["gender"], one.get("cases", {}), one.get("plain", one["word"]))
            for name, one in table.get("nouns", {}).items()
        },
        organisations=_patterns(table.get("organisations", ())),
        generic=re.compile(table.get("generic", "(?!)")),
        ordinary=re.compile(table.get("ordinary", "(?!)")),
        joins=re.compile(table.get("joins", "(?!)")),
        firms=re.compile(table.get("firms", "(?!)")),
        told=_patterns(table.get("told", ())),
        demonyms=_patterns(table.get("demonyms", ())),
        streets=_patterns(table.get("streets", ())),
        places=table.get("places", {}),
        people=table.get("people", {}),
        jobs=table.get("jobs", {}),
        kin=table.get("kin", {}),
        bands=tuple(Band(one["below"], one["number"], one["adjective"]) for one in ages.get("bands", ())),
        ages=_patterns(ages.get("patterns", ())),
        no_ages=re.compile(ages.get("unless", "(?!)")),
        dates=table.get("dates", {}),
        amounts=table.get("amounts", {}),
        study=table.get("study", {}),
    )


def _two(parts: str) -> tuple[str, str]:
    preposition, _, determiner = parts.partition(" ")
    return preposition, determiner


def _patterns(rows: Collection[Mapping[str, str]]) -> tuple[SpanPattern, ...]:
    return tuple(
        SpanPattern(
            re.compile(row["pattern"]),
            row.get("new", ""),
            re.compile(f"(?:{row['before']})$") if "before" in row else None,
            row.get("noun", ""),
            row.get("home", ""),
            row.get("then", ""),
            re.compile(row["after"]) if "after" in row else None,
        )
        for row in rows
    )


def _check(table: Mapping[str, Any], iso: str) -> None:
    """Refuse what nothing reads."""
    where = f"{iso}/writing.toml"
    _refuse(table, _PLAIN | _KEYS.keys(), where)
    for section, keys in _KEYS.items():
        if keys is not None:
            _refuse(table.get(section, {}), keys, f"{where}, {section}")
    for name, family in table.get("determiners", {}).items():
        _refuse(family, _FAMILY, f"{where}, determiners.{name}")
    for name, noun in table.get("nouns", {}).items():
        _refuse(noun, _NOUN, f"{where}, nouns.{name}")
    for section in ("jobs", "kin"):
        for name, word in table.get(section, {}).items():
            _refuse(word, _PEOPLE, f"{where}, {section}.{name}")
    ages = table.get("ages", {})
    rows = (table.get(section, ()) for section in _LISTS)
    for row in (one for group in (*rows, ages.get("patterns", ())) for one in group):
        _refuse(row, {"pattern", "new", "before", "noun", "home", "then", "after"}, f"{where}, {row.get('pattern')}")
    for band in ages.get("bands", ()):
        _refuse(band, {"below", "number", "adjective"}, f"{where}, ages.bands")
    nouns = table.get("nouns", {}).keys()
    named = {row["noun"] for row in table.get("organisations", ())} | {
        word for name, word in table.get("places", {}).items() if name in {"city", "region", "district", "with_article"}
    }
    _refuse(dict.fromkeys(named), nouns, f"{where}, nouns")


def _refuse(given: Mapping[str, Any], known: Collection[str], where: str) -> None:
    strange = sorted(set(given) - set(known))
    if strange:
        raise ValueError(f"nothing reads '{strange[0]}' ({where})")
