"""How values are brought into one shape before they are compared."""

import re
from functools import lru_cache

from gyges.reading.lookups import fold

__all__ = ["plain", "tidy", "words"]

_LIST_MARK = re.compile(r"^[\s\-•>#\[(]*(?:\d{1,2}\s*[.)]\s+)?")
_WORD = re.compile(r"[^\W_]+(?:['&+#][^\W_]+)*[+#]*")
_SHORT = 80
"""Characters of a value that is remembered: the same few values meet again and again, and whole texts do not."""


def plain(value: str) -> str:
    """Return a value in lower case, without accents, with single blanks.

    Example:
        >>> plain("  Türkiye ")
        'turkiye'
    """
    return _remembered(value) if len(value) <= _SHORT else _plain(value)


def _plain(value: str) -> str:
    return " ".join(fold(value).split())


_remembered = lru_cache(maxsize=1 << 14)(_plain)  # some 4 MB


def tidy(value: str) -> str:
    """Return an answer without the marks of a list or of markdown around it.

    Example:
        >>> tidy("** 2) Registered nurse**;")
        'Registered nurse'
    """
    return _LIST_MARK.sub("", value.replace("*", " ").replace("`", " ")).strip(' \t\r\n;.[]"“”')


def words(value: str) -> tuple[str, ...]:
    """Return the words of a value in one shape: lower case, no accents, no punctuation.

    Example:
        >>> words("Head of Nursing (acting)")
        ('head', 'of', 'nursing', 'acting')
    """
    return tuple(_WORD.findall(plain(value)))
