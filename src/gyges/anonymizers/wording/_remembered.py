"""What was found out about a whole text for one of its spans, kept for the next span of the same words.

A name stands in a text again and again. Looking through the text for each time it stands there would take time that
grows with the square of its length.
"""

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

__all__ = ["how_often", "remembered", "stands"]

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


def stands(text: str, pattern: str) -> bool:
    r"""Tell whether a pattern stands somewhere in a text.

    Example:
        >>> stands("Ana is in Porto.", r"\bin Porto\b")
        True
    """
    return remembered(text, pattern, lambda: re.search(pattern, text) is not None)


def how_often(text: str, pattern: str) -> int:
    """Return how often a pattern stands in a text."""
    return remembered(text, (pattern, "times"), lambda: sum(1 for _ in re.finditer(pattern, text)))
