"""Whether words still stand in a text, whatever their case and however wide the space between them."""

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["occurs", "standing"]


@lru_cache(maxsize=4096)
def _pattern(words: str) -> re.Pattern[str]:
    body = r"\s+".join(re.escape(part) for part in words.casefold().split())
    before = r"(?<!\w)" if words.strip()[:1].isalnum() else ""
    after = r"(?!\w)" if words.strip()[-1:].isalnum() else ""
    return re.compile(f"{before}{body}{after}")


def occurs(words: str, text: str) -> bool:
    """Return whether words stand in a text as words of their own.

    Example:
        >>> occurs("ANN Lee", "Then Ann  Lee left."), occurs("Ann", "Anna left.")
        (True, False)
    """
    return bool(words.strip()) and _pattern(words).search(text.casefold()) is not None


def standing(words: Iterable[str], text: str) -> tuple[str, ...]:
    """Return those of several words that stand in a text, each once."""
    return tuple(one for one in dict.fromkeys(words) if occurs(one, text))
