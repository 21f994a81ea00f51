"""Words about people that the reader knows by heart: honorifics and titles, kin and acquaintances."""

from dataclasses import dataclass
from functools import cache

from gyges.reading.lexicon._tables import read_rows, read_table

__all__ = ["Kin", "Title", "kin", "kin_words", "title", "titles", "word_set"]


@dataclass(frozen=True, slots=True)
class Title:
    """What stands before a name and what it says about its bearer; empty where it says nothing."""

    word: str
    sex: str
    occupation: str
    position: str
    education: str
    relationship: str
    country: str


@dataclass(frozen=True, slots=True)
class Kin:
    """A word for somebody by their tie to another person.

    Attributes:
        word: As written, lower case.
        sex: Male, Female or empty.
        group: The kind of tie; ends in ``s`` or is ``children`` for plurals.
        singular: The role of one such person.
        ties: The RELATIONSHIP value it implies, for spouses and partners of both.
    """

    word: str
    sex: str
    group: str
    singular: str
    ties: str

    @property
    def plural(self) -> bool:
        """Whether the word speaks of several people."""
        return self.group in {"children", "siblings", "grandchildren", "relatives", "knowns"}


@cache
def _word_lists() -> dict[str, frozenset[str]]:
    lists: dict[str, frozenset[str]] = {}
    for block in read_table("word_lists.txt").split("[")[1:]:
        name, words = block.split("]", 1)
        parts = words.split("|") if "|" in words else words.split()
        lists[name] = frozenset(part.strip() for part in parts if part.strip())
    return lists


def word_set(name: str) -> frozenset[str]:
    """Return a list of words that ships with the package."""
    return _word_lists()[name]


@cache
def titles() -> dict[str, Title]:
    """Return all titles by their word."""
    return {row[0]: Title(*row) for row in read_rows("titles.tsv")}


@cache
def kin_words() -> dict[str, Kin]:
    """Return all words for kin and acquaintances."""
    return {row[0]: Kin(*row) for row in read_rows("kin.tsv")}


def title(word: str) -> Title | None:
    """Return the title a word is, whatever its case and dot."""
    return titles().get(word.lower().rstrip("."))


def kin(word: str) -> Kin | None:
    """Return the kin word a word is, whatever its case."""
    return kin_words().get(word.lower())
