"""How much a word looks like a first or a family name."""

from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._vocabulary import is_common_word

__all__ = ["as_first", "as_last", "likely_first"]

_USUAL = 0.3  # weight from which on a first name needs no other evidence


def likely_first(word: str) -> bool:
    """Tell whether a word is a first name more often than anything else."""
    stat = first_name(word)
    return stat is not None and not stat.ambiguous and not is_common_word(word)


def as_first(word: str) -> float:
    """Return how much speaks for a first name."""
    stat = first_name(word)
    common = is_common_word(word)
    if stat is not None:
        if common or stat.ambiguous:
            return 1.5
        return 3.0 if stat.weight >= _USUAL else 2.6
    return -2.0 if common else 0.6


def as_last(word: str) -> float:
    """Return how much speaks for a family name."""
    if is_surname(word):
        return 0.8 if is_common_word(word) else 1.4
    if is_common_word(word):
        return -2.2
    return 1.0 if first_name(word) is not None else 0.7
