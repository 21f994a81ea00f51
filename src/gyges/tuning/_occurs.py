"""Whether words still stand in a text, whatever their case and however wide the space between them."""

from collections.abc import Iterable

from gyges.reading import quote_places

__all__ = ["standing"]


def standing(words: Iterable[str], text: str) -> tuple[str, ...]:
    """Return those of several words that stand in a text as words of their own, each once.

    Example:
        >>> standing(["ANN Lee", "Ann L", "ANN Lee"], "Then Ann  Lee left.")
        ('ANN Lee',)
    """
    return tuple(one for one in dict.fromkeys(words) if quote_places(one, text))
