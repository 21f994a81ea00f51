"""What an English word can be, by its dictionary forms: enough to tell when an edit would be a guess."""

import re
from functools import cache, lru_cache
from typing import Literal

from gyges.reading.lexicon._load import read_pairs

__all__ = ["PartOfSpeech", "article_for", "can_be", "is_english_word", "plain_form", "usual_tag"]

PartOfSpeech = Literal["NOUN", "VERB", "ADJ", "ADV", "AUX", "PROPN"]
_LONG_VOWEL = re.compile(r"(?:uni(?!n|m)|us[aeiu]|eu|ur[aei]|uk|ubi|one\b|once)", re.IGNORECASE)
_SILENT_H = re.compile(r"(?:hour|honest|honou?r|heir)", re.IGNORECASE)
_REMEMBERED = 16384  # words of which it is known what they are
_SPELLED = re.compile(r"[AEFHILMNORSX](?:[A-Z.\d]|\b(?=\.))")  # "an MRI", "an F."


@cache
def _forms() -> dict[str, str]:
    """Every form with what it can be and, behind a tab, its usual tag."""
    return read_pairs("english.tsv.gz")


@lru_cache(maxsize=50_000)
def _lemmas(word: str) -> dict[str, str]:
    """Return what a word in lower case can be, with its dictionary form."""
    parts = _forms().get(word, "").partition("\t")[0]
    return {part.upper(): lemma for part, _, lemma in (one.partition("=") for one in parts.split())}


@lru_cache(maxsize=_REMEMBERED)
def is_english_word(word: str) -> bool:
    """Tell whether a word, in lower case, is an ordinary English one and no name.

    Example:
        >>> is_english_word("ferry"), is_english_word("DOWN"), is_english_word("Oban")
        (True, True, False)
    """
    return bool(_lemmas(word.lower()))


def can_be(word: str, part: PartOfSpeech) -> bool:
    """Tell whether a word, as it is written, can be such a part of speech.

    Example:
        >>> can_be("complains", "NOUN"), can_be("drinks", "NOUN"), can_be("drinks", "VERB")
        (False, True, True)
    """
    return part in _lemmas(word.lower())


@lru_cache(maxsize=_REMEMBERED)
def usual_tag(word: str) -> str:
    """Return the tag of the Penn Treebank that a word in lower case has most often; empty where it is not known.

    Example:
        >>> usual_tag("drinks"), usual_tag("complains"), usual_tag("may"), usual_tag("oban")
        ('NNS', 'VBZ', 'MD', '')
    """
    return _forms().get(word.lower(), "").rpartition("\t")[2]


def plain_form(verb: str) -> str | None:
    """Return the form that goes with "they" of a verb that goes with "she"; None where it is no such form.

    Example:
        >>> plain_form("carries"), plain_form("has"), plain_form("was"), plain_form("worked"), plain_form("bus")
        ('carry', 'have', 'were', None, None)
    """
    lowered = verb.lower()
    if lowered in _IRREGULAR:
        return _IRREGULAR[lowered]
    lemma = _lemmas(lowered).get("VERB")
    return lemma if lowered.endswith("s") and lemma != lowered else None


_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do"}


def article_for(words: str) -> str:
    """Return the indefinite article before some words.

    Example:
        >>> article_for("hour"), article_for("university"), article_for("MRI scan"), article_for("Polish nurse")
        ('an', 'a', 'an', 'a')
    """
    if _SILENT_H.match(words) or _SPELLED.match(words):
        return "an"
    return "an" if words[:1].lower() in "aeiou" and words and not _LONG_VOWEL.match(words) else "a"
