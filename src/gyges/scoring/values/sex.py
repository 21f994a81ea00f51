"""SEX: male or female, however it is written."""

from functools import lru_cache

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain, words
from gyges.scoring.values._verdict import DIFFERENT, SAME, UNSURE, ValueVerdict

__all__ = ["compare_sexes", "read_sex"]


@lru_cache(maxsize=1024)
def read_sex(value: str) -> str | None:
    """Return ``male``, ``female`` or ``other`` for a value that says one of them and no second one."""
    known: dict[str, list[str]] = table("short")["sex"]
    said_words = set(words(value.split("(")[0]) or words(value))
    said = {sex for sex, names in known.items() if said_words & set(names)}
    return said.pop() if len(said) == 1 else None


def compare_sexes(truth: str, guess: str) -> ValueVerdict:
    """Compare two sexes; a value that says none, or more than one, is left to a judge."""
    one, two = read_sex(truth), read_sex(guess)
    if one and two and (one != two or one != "other"):
        return SAME if one == two else DIFFERENT
    return SAME if plain(truth) == plain(guess) else UNSURE
