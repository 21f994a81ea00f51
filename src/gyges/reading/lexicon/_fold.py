"""Letters without case and accents, for look-ups."""

import unicodedata

__all__ = ["fold"]

_LETTERS = str.maketrans({
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ə": "a",
    "ŋ": "n", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "’": "'", "ʼ": "'", "ʻ": "'", "‘": "'", "´": "'", "`": "'", "‐": "-", "‑": "-",
})  # fmt: skip


def fold(text: str) -> str:
    """Return a text in lower case without accents, for look-ups.

    Example:
        >>> fold("İbrahim"), fold("Zoë"), fold("Łódź")
        ('ibrahim', 'zoe', 'lodz')
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
