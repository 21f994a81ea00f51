"""The English words that are no names."""

from functools import cache, lru_cache

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_column

__all__ = ["common_words", "is_common_word", "vocabulary"]

_NO_WORD = frozenset(("",))  # what stands beyond the ends of a text is no strange word either


@cache
def common_words() -> frozenset[str]:
    """Return the frequent English words, folded."""
    return frozenset(read_column("words.tsv.xz")) | _NO_WORD


@cache
def vocabulary() -> frozenset[str]:
    """Return the English words that are written small."""
    return frozenset(read_column("vocabulary.tsv.xz")) | common_words()


@lru_cache(maxsize=8192)
def is_common_word(word: str) -> bool:
    """Tell whether a word is a frequent English word, whatever its case."""
    return fold(word) in common_words()
