"""Letters without case and accents, for look-ups and comparisons: the one folding of all rooms."""

import unicodedata
from itertools import filterfalse

__all__ = ["fold"]

_LETTERS = str.maketrans({
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ə": "a",
    "ŋ": "n", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "’": "'", "ʼ": "'", "ʻ": "'", "‘": "'", "´": "'", "`": "'", "‐": "-", "‑": "-",
})  # fmt: skip


def fold(text: str) -> str:
    """Return a text without case and accents, with one form of apostrophes and hyphens, for look-ups and comparisons.

    Letters that Unicode does not take apart become those they are written with elsewhere.

    Example:
        >>> fold("İbrahim"), fold("Zoë"), fold("Łódź")
        ('ibrahim', 'zoe', 'lodz')
    """
    if text.isascii():
        return text.lower().replace("`", "'")
    parts = unicodedata.normalize("NFKD", text.translate(_LETTERS))  # which takes "´" apart, so signs come first
    return "".join(filterfalse(unicodedata.combining, parts)).casefold().translate(_LETTERS)
