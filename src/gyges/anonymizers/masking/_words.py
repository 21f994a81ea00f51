"""The lists of words of this room."""

import re
from functools import cache, lru_cache

from gyges.anonymizers._toml import read_toml
from gyges.anonymizers.wording import is_english_word
from gyges.reading.lookups import countries, first_name, fold, is_common_word, is_surname, number_words, span_words

__all__ = ["is_dosed", "is_drug", "is_plain", "listed", "name_weight", "number_in", "peoples", "words_in"]

_WORD = re.compile(r"[^\W\d_][\w'’&-]*")
_FAITHS = ("belief", "ethnicity", "orientation")
_REMEMBERED = 8192  # words and spans of which it is known what they are
_SHORTEST_DRUG = 6  # letters of a word that is known by its ending
_DOSE = re.compile(r"\s\d+(?:[.,]\d+)?\s?(?:mg|mcg|ml|g|IU|units|tabs?)\b")


@cache
def listed(name: str) -> frozenset[str]:
    """Return a list of ``words.toml``."""
    return frozenset(read_toml("gyges.anonymizers.masking", "words.toml")[name].split())


def words_in(text: str) -> list[str]:
    """Return the words of a stretch of text as they are written."""
    return list(_words_in(text))


@lru_cache(maxsize=_REMEMBERED)  # of one span, every rule asks
def _words_in(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text))


@lru_cache(maxsize=_REMEMBERED)
def is_plain(word: str) -> bool:
    """Tell whether a word is an ordinary one, a greeting or an abbreviation, in whatever case."""
    key = word.lower().replace("’", "'").removesuffix("'s")
    if key in listed("greetings") or key in listed("abbreviations"):
        return True
    if key in number_words():
        return True
    return is_english_word(key) or is_common_word(key) or ("-" in key and all(map(is_plain, key.split("-"))))


_DIGITS = 9  # figures after which a number is large, whatever follows; Python reads 4,300 at most


def number_in(value: str) -> int | None:
    """Return how much a number is, in figures or in words; None for words that are none."""
    if value.isdecimal():
        return int(value[:_DIGITS])
    parts = [number_words().get(part) for part in value.lower().split("-")]
    return sum(part for part in parts if part is not None) if None not in parts else None


def is_drug(word: str) -> bool:
    """Tell whether a word names a drug, whole or cut short: ``Clarithro``."""
    key = word.lower()
    if len(key) < _SHORTEST_DRUG or is_english_word(key):
        return key in listed("drugs")
    return key in listed("drugs") or key.endswith(tuple(listed("drug_endings")))


def is_dosed(text: str, end: int) -> bool:
    """Tell whether a dose follows, so that the words before it name a drug."""
    return _DOSE.match(text, end) is not None


@lru_cache(maxsize=_REMEMBERED)
def name_weight(word: str) -> float:
    """Return how usual a word is as a first name; family names that are no words count as half."""
    stat = first_name(fold(word))
    if stat is not None:
        return stat.weight
    return 0.5 if is_surname(fold(word)) and not is_plain(word) else 0.0


@cache
def peoples() -> frozenset[str]:
    """Return words for nations, tongues and faiths, folded."""
    told = (word for land in countries() for word in (*land.demonyms, *land.languages))
    faiths = (phrase for group in _FAITHS for phrase in span_words(group))
    return frozenset(map(fold, (*told, *faiths)))
