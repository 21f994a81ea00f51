"""Ordinary English words: which there are, what each is most often, and the article before one."""

import re
from functools import cache, lru_cache

from gyges.reading.lexicon._load import read_pairs

__all__ = ["article_for", "can_be", "is_english_word", "usual_tag"]

_LONG_VOWEL = re.compile(r"(?:uni(?!n|m)|us[aeiu]|eu|ur[aei]|uk|ubi|one\b|once)", re.IGNORECASE)
_SILENT_H = re.compile(r"(?:hour|honest|honou?r|heir)", re.IGNORECASE)
_REMEMBERED = 16384  # words of which it is known what they are
_SPELLED = re.compile(r"[AEFHILMNORSX](?:[A-Z.\d]|\b(?=\.))")  # "an MRI", "an F."


@cache
def _forms() -> dict[str, str]:
    """Every form with what it can be and, behind a tab, its usual tag."""
    return read_pairs("english.tsv.gz")


@lru_cache(maxsize=_REMEMBERED)
def _parts(word: str) -> frozenset[str]:
    """Return the parts of speech that a word in lower case can be."""
    return frozenset(one.partition("=")[0].upper() for one in _forms().get(word, "").partition("\t")[0].split())


def is_english_word(word: str) -> bool:
    """Tell whether a word, in lower case, is an ordinary English one and no name."""
    return bool(_parts(word.lower()))


def can_be(word: str, part: str) -> bool:
    """Tell whether a word, as it is written, can be such a part of speech: ``NOUN``, ``VERB``, ``ADJ``, ``ADV``."""
    return part in _parts(word.lower())


@lru_cache(maxsize=_REMEMBERED)
def usual_tag(word: str) -> str:
    """Return the tag of the Penn Treebank that a word in lower case has most often; empty where it is not known."""
    return _forms().get(word.lower(), "").rpartition("\t")[2]


def article_for(words: str) -> str:
    """Return the indefinite article before some words."""
    if _SILENT_H.match(words) or _SPELLED.match(words):
        return "an"
    return "an" if words[:1].lower() in "aeiou" and words and not _LONG_VOWEL.match(words) else "a"
