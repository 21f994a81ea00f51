"""What may stand in the ``language.toml`` of a language: a misspelt section or key is refused, not passed over."""

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["FACTS", "PATTERNS", "check_sections"]

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
    """Refuse what no reader asks for.

    Raises:
        ValueError: A section or a key is not known.
    """
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
