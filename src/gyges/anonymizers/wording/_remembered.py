"""What was found out about a whole text for one of its spans, kept for the next span of the same words.

A name stands in a text again and again. Looking through the text for each time it stands there would take time that
grows with the square of its length.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

__all__ = ["how_often", "places_of", "remembered", "stands"]

_BORDER = re.compile(r"\b")
_T = TypeVar("_T")


@lru_cache(maxsize=2)  # texts, not answers: those of a text that is done are let go
def _known(text: str) -> dict[Hashable, Any]:
    del text
    return {}


def remembered(text: str, question: Hashable, find: Callable[[], _T]) -> _T:
    """Return the answer to a question about a text; it is found once."""
    known = _known(text)
    if question not in known:
        known[question] = find()
    answer: _T = known[question]
    return answer


def stands(text: str, pattern: str, words: str = "") -> bool:
    r"""Tell whether a pattern stands somewhere in a text.

    Args:
        text: The text.
        pattern: The pattern; ``%s`` in it stands for some words.
        words: These words. No pattern is made of words that are not in the text.

    Example:
        >>> stands("Ana is in Porto.", r"\bin %s\b", "Porto")
        True
    """
    if words not in text:
        return False
    return remembered(text, (pattern, words), lambda: re.search(_filled(pattern, words), text) is not None)


def how_often(text: str, pattern: str) -> int:
    """Return how often a pattern stands in a text."""
    return remembered(text, (pattern, "times"), lambda: sum(1 for _ in re.finditer(pattern, text)))


def places_of(
    text: str, words: str, before: re.Pattern[str] = _BORDER, after: re.Pattern[str] = _BORDER
) -> Iterator[tuple[int, int]]:
    """Yield where words stand in a text, without overlap; a pattern made of them would take longer to make than to use.

    Args:
        text: The text.
        words: The words.
        before: What must be true where they start, a pattern that matches no sign; else the border of a word.
        after: The same where they end.
    """
    start = text.find(words) if words else -1
    while start >= 0:
        end = start + len(words)
        if before.match(text, start) and after.match(text, end):
            yield start, end
            start = text.find(words, end)
        else:
            start = text.find(words, start + 1)


def _filled(pattern: str, words: str) -> str:
    return pattern.replace("%s", re.escape(words)) if words else pattern
