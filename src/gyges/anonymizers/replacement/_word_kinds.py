"""Words that decide how a name or a place is written: lists, and what is an ordinary English word."""

from functools import cache

from gyges.anonymizers._toml import read_toml
from gyges.reading.english import is_english_word
from gyges.reading.lookups import is_common_word


@cache
def kept_words(which: str) -> frozenset[str]:
    """Return a list of ``kept_words.toml``, in lower case."""
    return frozenset(read_toml("gyges.anonymizers.replacement", "pools", "kept_words.toml")[which].split())


def is_word(word: str) -> bool:
    """Return True for an ordinary English word, whatever its case."""
    return is_english_word(word) or is_common_word(word)
