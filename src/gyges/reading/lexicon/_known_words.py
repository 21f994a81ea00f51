"""Whether a word is an English one, as it is written or put together of others."""

from functools import cache, lru_cache

from gyges.reading.lexicon._load import read_rows, word_list, words
from gyges.reading.lexicon._names import first_name
from gyges.reading.lexicon._vocabulary import vocabulary

__all__ = ["bare", "is_known", "is_pronoun"]

_CLITICS = ("'s", "'m", "'re", "'ve", "'d", "'ll")
_SHORTEST_STEM = 3
_USUAL = 0.3  # weight of a first name from which on it is no word put together of others


def bare(key: str) -> str:
    """Return a folded word without its possessive ending."""
    return key[:-2] if key.endswith("'s") else key.rstrip("'")


@lru_cache(maxsize=8192)
def is_pronoun(key: str) -> bool:
    """Tell whether a folded word is a personal pronoun, alone or with a short verb: ``he's``."""
    plain = next((key[: -len(end)] for end in _CLITICS if key.endswith(end)), key)
    return plain in words("subjects_and_objects")


@lru_cache(maxsize=16384)
def is_known(key: str) -> bool:
    """Tell whether a folded word is an English word, or put together of some."""
    key = bare(key).removesuffix("n't")
    if key in vocabulary() or key in words("slang") or key in words("british"):
        return True
    stat = first_name(key)
    if stat is not None and not stat.ambiguous and stat.weight >= _USUAL and key not in words("derived_words"):
        return False  # "ingrid" is no grid, "aisling" does nothing with an aisle
    if "-" in key or "'" in key:
        return all(len(part) < 3 or is_known(part) for part in key.replace("'", "-").split("-"))
    return _derived(key) or any(
        key.startswith(front)
        and len(key) > len(front) + _SHORTEST_STEM
        and (key[len(front) :] in vocabulary() or _derived(key[len(front) :]))
        for front in word_list("derived.fronts")
    )


def _derived(key: str) -> bool:
    return any(key.endswith(end) and key[: -len(end)] + put in vocabulary() for end, put in _endings())


@cache
def _endings() -> tuple[tuple[str, str], ...]:
    """Return what ends a word made of another one, with what the other one has in its place."""
    return tuple((end, put) for end, put in read_rows("word_endings.tsv"))
