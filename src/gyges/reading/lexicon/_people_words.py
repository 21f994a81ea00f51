"""Words about people that the reader knows by heart: honorifics and titles, kin and acquaintances."""

from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.reading.lexicon._load import read_rows

__all__ = ["Kin", "Title", "kin", "kin_words", "title", "titles"]


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
def titles() -> dict[str, Title]:
    """Return all titles by their word."""
    return {row[0]: Title(*row) for row in read_rows("titles.tsv")}


@cache
def kin_words() -> dict[str, Kin]:
    """Return all words for kin and acquaintances."""
    return {row[0]: Kin(*row) for row in read_rows("kin.tsv")}


@lru_cache(maxsize=8192)
def title(word: str) -> Title | None:
    """Return the title a word is, whatever its case and dot."""
    return titles().get(word.lower().rstrip("."))


@lru_cache(maxsize=8192)
def kin(word: str) -> Kin | None:
    """Return the kin word a word is, whatever its case."""
    return kin_words().get(word.lower())
