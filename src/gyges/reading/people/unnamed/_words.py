"""The nouns that somebody without a name is spoken of by, and what they tell."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from gyges.reading.lexicon._load import read_toml

__all__ = ["Noun", "noun_words", "nouns", "numbers", "pairs"]


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun for a person.

    Attributes:
        word: In the singular, lower case.
        kind: ``parties``, ``others``, ``people``, ``jobs`` or ``ranks``.
        sex: Male, Female or empty.
        plural: Whether the form met speaks of several people.
        rank: Whether the word is a rank in a house.
    """

    word: str
    kind: str
    sex: str
    plural: bool
    rank: bool


@cache
def noun_words(section: str) -> frozenset[str]:
    """Return a list of words around nouns for people."""
    return frozenset(_table()[section])


def numbers() -> dict[str, int]:
    """Return the number words up to ten."""
    found: dict[str, int] = _table()["numbers"]
    return found


def pairs(section: str) -> dict[str, str]:
    """Return a list of words with what they stand for."""
    found: dict[str, str] = _table()[section]
    return found


def _table() -> dict[str, Any]:
    return read_toml("person_nouns.toml")


@cache
def nouns() -> dict[str, Noun]:
    """Return all nouns for people by their form, singular and plural.

    Example:
        >>> nouns()["landladies"].word, nouns()["landladies"].sex, nouns()["landladies"].plural
        ('landlady', 'Female', True)
    """
    irregular = pairs("plurals")
    found: dict[str, Noun] = {}
    for kind in ("parties", "others", "people", "jobs", "ranks"):
        for word in _table()[kind]:
            sex = "Female" if word in noun_words("female") else "Male" if word in noun_words("male") else ""
            rank = word in noun_words("ranks")
            found.setdefault(word, Noun(word, kind, sex, False, rank))
            if word not in irregular.values():
                found.setdefault(word + "s", Noun(word, kind, sex, True, rank))
    for plural, word in irregular.items():
        if word in found:
            found[plural] = Noun(word, found[word].kind, found[word].sex, True, found[word].rank)
    return found
