"""The nouns that somebody without a name is spoken of by, and what they tell."""

from dataclasses import dataclass
from functools import cache

from gyges.reading.lexicon._tables import read_table

__all__ = ["Noun", "nouns", "numbers", "pairs", "words"]


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
def _sections() -> dict[str, tuple[str, ...]]:
    lines = [line for line in read_table("person_nouns.txt").splitlines() if not line.startswith("#")]
    sections: dict[str, tuple[str, ...]] = {}
    for block in "\n".join(lines).split("[")[1:]:
        name, content = block.split("]", 1)
        sections[name] = tuple(content.split())
    return sections


@cache
def words(section: str) -> frozenset[str]:
    """Return a list of words around nouns for people."""
    return frozenset(_sections()[section])


@cache
def numbers() -> dict[str, int]:
    """Return the number words up to ten."""
    return {word: int(number) for word, number in pairs("numbers").items()}


@cache
def pairs(section: str) -> dict[str, str]:
    """Return a list of words with what they stand for."""
    return dict(entry.split(":") for entry in _sections()[section])


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
        for word in _sections()[kind]:
            sex = "Female" if word in words("female") else "Male" if word in words("male") else ""
            rank = word in words("ranks")
            found.setdefault(word, Noun(word, kind, sex, False, rank))
            if word not in irregular.values():
                found.setdefault(word + "s", Noun(word, kind, sex, True, rank))
    for plural, word in irregular.items():
        if word in found:
            found[plural] = Noun(word, found[word].kind, found[word].sex, True, found[word].rank)
    return found
