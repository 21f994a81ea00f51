"""A phrase of an edit: its words, and what they want in front of them."""

from dataclasses import dataclass

__all__ = ["Phrase", "with_article"]

_VOWELS = frozenset("aeiouAEIOU")
_SOUNDS_LIKE_A = ("eu", "uni", "one", "us", "ug", "ukr", "uru")
_SOUNDS_LIKE_AN = ("hour", "honest", "heir", "8", "11-", "18")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for a span, and how they are joined to what stands before.

    Attributes:
        words: The words, without an article.
        article: Whether one thing of many is meant, which wants "a" where no other word determines it.
        preposition: What stands instead of a preposition of time or place before it; empty if that one fits.
        whole: Whether the words do without preposition and article, such as "somewhere".
    """

    words: str
    article: bool = False
    preposition: str = ""
    whole: bool = False


def with_article(words: str) -> str:
    """Return words with "a" or "an", by their sound.

    Example:
        >>> with_article("university"), with_article("organisation"), with_article("80-89 year old")
        ('a university', 'an organisation', 'an 80-89 year old')
    """
    low = words.lower()
    vowel = low[:1] in _VOWELS and not low.startswith(_SOUNDS_LIKE_A)
    return f"an {words}" if vowel or low.startswith(_SOUNDS_LIKE_AN) else f"a {words}"
