"""The lists of words of this room."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from gyges.anonymizers.wording import is_english_word
from gyges.reading.lookups import first_name, fold, is_common_word, is_surname, number_words

__all__ = ["is_dosed", "is_plain", "listed", "name_weight", "words_in"]

_WORD = re.compile(r"[^\W\d_][\w'’&-]*")
_DOSE = re.compile(r"\s\d+(?:[.,]\d+)?\s?(?:mg|mcg|ml|g|IU|units|tabs?)\b")


@cache
def listed(name: str) -> frozenset[str]:
    """Return a list of ``words.toml``."""
    packed = (files("gyges.anonymizers.masking") / "words.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(packed)[name].split())


def words_in(text: str) -> list[str]:
    """Return the words of a stretch of text as they are written."""
    return _WORD.findall(text)


def is_plain(word: str) -> bool:
    """Tell whether a word is an ordinary one, a greeting or an abbreviation, in whatever case."""
    key = word.lower().replace("’", "'").removesuffix("'s")
    if key in listed("greetings") or key in listed("abbreviations"):
        return True
    if key in number_words():
        return True
    return is_english_word(key) or is_common_word(key) or ("-" in key and all(map(is_plain, key.split("-"))))


def is_dosed(text: str, end: int) -> bool:
    """Tell whether a dose follows, so that the words before it name a drug."""
    return _DOSE.match(text, end) is not None


def name_weight(word: str) -> float:
    """Return how usual a word is as a first name; family names that are no words count as half."""
    stat = first_name(fold(word))
    if stat is not None:
        return stat.weight
    return 0.5 if is_surname(fold(word)) and not is_plain(word) else 0.0
