"""A language as its folder of tables tells it: words for people, and patterns over what was found."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from gyges.reading.languages.table._rules import CAPITALISED, Rule, compile_pattern, compile_rules, either
from gyges.reading.lexicon._load import read_rows, read_toml
from gyges.reading.lexicon._names import Kin, Title
from gyges.reading.page._language import ENGLISH, unmarked, vote
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._tokens import split_words

FACTS = {
    "residence": "LOCATION",
    "origin": "NATIONALITY",
    "work": "AFFILIATION",
    "job": "OCCUPATION",
    "position": "POSITION",
    "bond": "RELATIONSHIP",
    "education": "EDUCATION",
    "sex": "SEX",
}
"""Sections of patterns that tell a fact, with its tag."""

PATTERNS = (
    ("time", "dates"), ("time", "hours"), ("time", "moments"), ("places", "streets"), ("places", "leads"),
    ("places", "tails"), ("people", "tails"), ("people", "hidden"),
    ("people", "links"), ("names", "leads"), ("names", "strange"), ("names", "shapes"), ("names", "wider"),
    ("names", "nicknames"), ("names", "acts"), ("places", "wider"), ("organisations", "patterns"),
    ("amounts", "patterns"), ("letters", "greetings"), ("letters", "closings"),
)  # fmt: skip
"""Lists of patterns that tell where something stands."""

_VOICES = frozenset({"male", "female", "any", "i", "you"})
_WORDS = {
    "names": {"before_echo", "before_given", "before_noun", "before_small", "before_subject", "diminutives",
              "enclitics", "genitives", "inflections", "inner", "joins_people", "joints", "never_first",
              "noun_endings", "particles", "saints", "two_surnames"},
    "people": {"anaphors", "articles", "before", "copulas", "definite", "indefinite", "is", "loose", "negations",
               "of", "retired"},
    "places": {"before"},
    "time": {"months", "numbers", "ordinals", "weekdays"},
    "codes": {"labels", "shapes"},
}  # fmt: skip
_OPEN = frozenset({"macros", "spelling"})  # whoever writes the language names their keys
_SINGLE = frozenset({"countries", "iso", "name", "nouns_capitalised"})
_RULE = frozenset({"pattern", "value", "certainty", "cue", "whose"})
_ROWS = dict.fromkeys(FACTS, _RULE) | {
    "age": _RULE | {"kind", "low", "high"},
    "birth": _RULE,
    "articles": frozenset({"words", "sex", "ending"}),
    "codes.labels": frozenset({"label", "kind", "shape", "cue"}),
    "codes.shapes": frozenset({"pattern", "kind", "cue"}),
}


def _keys(section: str) -> frozenset[str]:
    if section in {"pronouns", "possessives"}:
        return _VOICES
    return frozenset({*_WORDS.get(section, ()), *(name for where, name in PATTERNS if where == section)})


def check_sections(settings: Mapping[str, Any], table: str) -> None:
    """Refuse what no reader asks for."""
    known = {*_OPEN, *_SINGLE, *_ROWS, *_WORDS, "pronouns", "possessives", *(section for section, _ in PATTERNS)}
    known = {name for name in known if "." not in name}
    _refuse(settings, known, "no language has the section", table)
    for section, told in settings.items():
        if section in _ROWS:
            _check_rows(told, section, table)
        elif section not in _OPEN | _SINGLE:
            _refuse(told, _keys(section), f"[{section}] has no key", table)
            for name in told:
                if f"{section}.{name}" in _ROWS:
                    _check_rows(told[name], f"{section}.{name}", table)


def _check_rows(rows: Iterable[Mapping[str, Any]], section: str, table: str) -> None:
    for row in rows:
        _refuse(row, _ROWS[section], f"[[{section}]] has no key", table)


def _refuse(told: Iterable[str], known: Iterable[str], why: str, table: str) -> None:
    strange = sorted({*told} - {*known})
    if strange:
        raise ValueError(f"{why} '{strange[0]}' ({table}); there are {', '.join(sorted(known))}")


_GAP = r"(?:[ -]?(?:nr|no|num|nro|n[.º°]|nummer|número|numero|zahl)\b)?[.:#\s]{0,4}"  # between a label and its code
_CODE = r"(?-i:[A-Z]{0,4}[-/ ]?\d[\dA-Z]*(?:[-./ ][\dA-Z]*\d[\dA-Z]*){0,6}(?:[-/ ][A-Z])?)"
_NAME = re.compile(r'^name = "([^"]+)"', re.M)  # enough to know which languages there are without reading all tables


@dataclass(frozen=True, slots=True)
class Job:
    """An occupation by one of its forms."""

    occupation: str
    sex: str = ""
    education: str = ""
    position: str = ""


@dataclass(frozen=True, slots=True)
class Trait:
    """Words that describe somebody, and the fact they tell; empty where they tell none."""

    tag: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Determiner:
    """Words before a noun that tell the sex of whom it means, for nouns with an ending only if there is one."""

    words: frozenset[str]
    sex: str
    ending: str


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """All a folder of tables says. Words are keyed by their folded form, patterns are compiled."""

    name: str  # english name, as the vote on languages gives it
    iso: str  # two letters, the name of the folder
    nouns_capitalised: bool  # whether a capital says nothing about a word
    countries: tuple[str, ...]  # where it is spoken, which decides between places of one name
    settings: Mapping[str, Any]  # what else stands in ``language.toml``
    titles: Mapping[str, Title]  # words before names
    kin: PhraseIndex[Kin]  # words for somebody by a tie
    jobs: PhraseIndex[Job]  # words for occupations
    job_endings: Mapping[str, Job]  # ends of compound words for occupations
    roles: PhraseIndex[tuple[str, str, str]]
    demonyms: PhraseIndex[tuple[str, str]]  # words for people of a country: country and sex
    traits: PhraseIndex[Trait]  # other words that describe somebody
    places: Mapping[str, tuple[str, str, str]]  # names of places in this language: city, region, country
    months: Mapping[str, int]  # names of months with their numbers
    numbers: Mapping[str, int]  # words for numbers, also for ordinal ones
    names: Mapping[str, str]  # first names the tables of all languages lack, with their sex
    nouns: frozenset[str]  # ordinary words that the tables of names hold too
    ordinary: frozenset[str]
    articles: tuple[Determiner, ...]  # what tells the sex of a noun
    rules: Mapping[str, tuple[Rule, ...]]  # patterns by section
    facts: Mapping[str, tuple[Rule, ...]]  # patterns that tell facts, by tag

    def words(self, section: str, name: str) -> tuple[str, ...]:
        """Return a list of words or patterns of ``language.toml``; empty if there is none."""
        return tuple(self.settings.get(section, {}).get(name, ()))

    def sex_by_article(self, before: str, word: str) -> str:
        """Return the sex that the word before a noun tells, empty if it tells none."""
        for article in self.articles:
            if before.lower() in article.words and word.endswith(article.ending):
                return article.sex
        return ""


@cache
def _names() -> dict[str, str]:
    """Return the two letters of every language that has a folder, by name."""
    folder = files("gyges.reading") / "tables" / "languages"
    found = {}
    for child in folder.iterdir():
        table = child / "language.toml"
        named = _NAME.search(table.read_text(encoding="utf-8")) if table.is_file() else None
        if named is not None:
            found[named[1]] = child.name
    return found


def is_read(language: str) -> bool:
    """Tell whether texts in a language, by its English name, are read: English, and what has tables."""
    return language == ENGLISH or language in _names()


@cache
def read_languages() -> tuple[str, ...]:
    """Return the English names of the languages that are read."""
    return ENGLISH, *sorted(_names())


@lru_cache(maxsize=64)  # asked by the reader, the maskers and the estimate of one text after another
def language_to_read(text: str) -> Language | None:
    """Return the language a text is read in by tables of its own; None for English and for what is not read."""
    told = vote(unmarked(text)[0])
    return language_named(told.language)


def written_as(text: str) -> str:
    """Return the folder of the language a text is in if it has a table for writing too, empty otherwise."""
    language = language_to_read(text)
    if language is None:
        return ""
    table = files("gyges.reading") / "tables" / "languages" / language.iso / "writing.toml"
    return language.iso if table.is_file() else ""


def reading_language(text: str) -> str:
    """Return the language a text is read in: English unless it is clearly in one that has tables of its own."""
    language = language_to_read(text)
    return ENGLISH if language is None else language.name


def keys_of_phrase(phrase: str) -> str:
    """Return a phrase as it is looked up: its folded words."""
    return " ".join(key for _, _, key in split_words(phrase))


@cache
def language_named(name: str) -> Language | None:
    """Return a language by its English name, None if it has no tables."""
    iso = _names().get(name)
    if iso is None:
        return None
    settings = read_toml(f"languages/{iso}/language.toml")
    check_sections(settings, f"{iso}/language.toml")
    spelling = settings.get("spelling", {})

    def rows(table: str, width: int) -> list[list[str]]:
        return _rows(f"languages/{iso}/{table}", width, spelling)

    titles = {row[0]: Title(*row) for row in rows("titles.tsv", 7)}
    macros = _macros(settings, titles)
    endings = {row[0]: Job(*row[1:]) for row in rows("job_endings.tsv", 4)}
    return Language(
        name=name,
        iso=iso,
        nouns_capitalised=bool(settings.get("nouns_capitalised", False)),
        countries=tuple(settings.get("countries", ())),
        settings=settings,
        titles=titles,
        kin=PhraseIndex({row[0]: Kin(*row) for row in rows("kin.tsv", 5)}),
        jobs=PhraseIndex({row[0]: Job(*row[1:]) for row in rows("jobs.tsv", 5)}),
        job_endings=endings,
        roles=PhraseIndex({row[0]: (row[1], row[2], row[3]) for row in rows("roles.tsv", 4)}),
        demonyms=PhraseIndex({row[0]: (row[1], row[2]) for row in rows("demonyms.tsv", 3)}),
        traits=PhraseIndex({row[0]: Trait(*row[1:]) for row in rows("traits.tsv", 3)}),
        places={row[0]: (row[1], row[2], row[3]) for row in rows("places.tsv", 4)},
        months=_counted(settings, "months"),
        numbers=_counted(settings, "ordinals") | _counted(settings, "numbers"),
        names={row[0]: row[1] for row in rows("names.tsv", 2)},
        nouns=frozenset(row[0] for row in rows("nouns.tsv", 1)),
        ordinary=frozenset(row[0] for row in rows("ordinary.tsv.xz", 1)),
        articles=tuple(
            Determiner(frozenset(one["words"]), one["sex"], one.get("ending", ""))
            for one in settings.get("articles", ())
        ),
        rules=_rules(settings, macros),
        facts={tag: compile_rules(settings[section], macros) for section, tag in FACTS.items() if section in settings},
    )


def _rows(table: str, width: int, spelling: Mapping[str, str]) -> list[list[str]]:
    """Return the rows of a table with as many cells as asked for, one for each form and spelling of the first cell."""
    if not (files("gyges.reading") / "tables" / table).is_file():
        return []
    made: list[list[str]] = []
    for cells in read_rows(table):
        cells = [cell.strip() for cell in cells[:width]] + [""] * (width - len(cells))
        for form in filter(None, map(str.strip, cells[0].split(";"))):
            spelled = "".join(spelling.get(letter, letter) for letter in form.lower())
            made += [[key, *cells[1:]] for key in dict.fromkeys((keys_of_phrase(form), keys_of_phrase(spelled)))]
    return made


def _counted(settings: Mapping[str, Any], name: str) -> dict[str, int]:
    """Return words for numbers by their folded form, in all spellings."""
    spelling = settings.get("spelling", {})
    made: dict[str, int] = {}
    for word, number in settings.get("time", {}).get(name, {}).items():
        spelled = "".join(spelling.get(letter, letter) for letter in word)
        made |= {keys_of_phrase(word): int(number), keys_of_phrase(spelled): int(number)}
    return made


def _macros(settings: Mapping[str, Any], titles: Mapping[str, Title]) -> dict[str, str]:
    """Return what stands for the braces in patterns: lists of the language itself, its months, days and numbers."""
    time = settings.get("time", {})
    spelling = settings.get("spelling", {})
    macros = dict(settings.get("macros", {}))
    for name, words in (
        ("month", time.get("months", ())),
        ("weekday", time.get("weekdays", ())),
        ("number", time.get("numbers", ())),
        ("ordinal", time.get("ordinals", ())),
        ("particle", settings.get("names", {}).get("particles", ())),
    ):
        spelled = ("".join(spelling.get(letter, letter) for letter in word) for word in words)
        macros[name] = either({*words, *spelled})
    no_title = either({title.split(" ")[0] for title in titles})
    macros["cap"] = rf"(?!(?i:{no_title})\b){CAPITALISED}"
    macros["n"] = rf"(?P<n>\d{{1,3}}|{macros['number']})"
    return macros


def _rules(settings: Mapping[str, Any], macros: Mapping[str, str]) -> dict[str, tuple[Rule, ...]]:
    """Compile every list of patterns that tells no fact by itself."""
    made = {section: compile_rules(settings.get(section, ()), macros) for section in ("age", "birth")}
    for section, name in PATTERNS:
        patterns = settings.get(section, {}).get(name, ())
        cased = section in {"places", "organisations", "names", "people"}
        made[f"{section}.{name}"] = tuple(Rule(compile_pattern(one, macros, cased=cased)) for one in patterns)
    codes = settings.get("codes", {})
    made["codes.shapes"] = compile_rules(codes.get("shapes", ()), macros, cased=True)
    labelled = [
        {**row, "pattern": f"(?:{row['label']}){_GAP}(?P<v>{row.get('shape') or _CODE})"}
        for row in codes.get("labels", ())
    ]
    made["codes.labels"] = compile_rules(labelled, macros)
    return made
