"""What was found out about a whole text for one of its spans, kept for the next span of the same words.

A name stands in a text again and again. Looking through the text for each time it stands there would take time that
grows with the square of its length.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

_BORDER = re.compile(r"\b")
_RUN = re.compile(r"\w+")
_LONG = 20_000
"""Characters of a text above which a pattern is tried only near its words: the longer a text is, the longer a walk over
all of it takes, and the more words there are to ask for."""
_NEAR = 120  # characters before and behind words in which all of a pattern with them stands
_SELDOM = 400  # characters for one place of words, below which a walk over the text is as fast
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
    r"""Tell whether a pattern stands somewhere in a text."""
    return remembered(text, (pattern, words), lambda: next(_matches(text, pattern, words), None) is not None)


def how_often(text: str, pattern: str, words: str = "") -> int:
    """Return how often a pattern stands in a text; ``%s`` in it stands for some words, as in `stands`."""
    question = (pattern, words, "times")
    return remembered(text, question, lambda: len({match.start() for match in _matches(text, pattern, words)}))


def _matches(text: str, pattern: str, words: str) -> Iterator[re.Match[str]]:
    """Yield what a pattern with some words matches; in a long text it is tried only near the words."""
    starts = remembered(text, "runs", lambda: _Runs(text)).starts(words) if words and len(text) > _LONG else None
    if starts is not None and len(starts) * _SELDOM < len(text):
        if starts:
            filled = re.compile(_filled(pattern, words))
            for start in starts:
                # Where the window ends a word seems to end too, so what does not hold the words of this place is none;
                # whatever else the window has is looked for at its own place.
                near = filled.finditer(text, max(0, start - _NEAR), start + len(words) + _NEAR)
                yield from (match for match in near if match.start() <= start < match.end())
    elif words in text:
        yield from re.finditer(_filled(pattern, words), text)


class _Runs:
    """Where the words of a text begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[str, array[int]] = {}
        for match in _RUN.finditer(text):
            self._places.setdefault(match[0], array("L")).append(match.start())
        self._runs = sorted(self._places)

    def starts(self, words: str) -> list[int] | None:
        """Return where words may begin that begin where a word does, in order; None if that cannot be told."""
        first = _RUN.match(words)
        if first is None:
            return None
        if first.end() < len(words):
            return [place for place in self._places.get(first[0], ()) if self._text.startswith(words, place)]
        found: list[int] = []
        for number in range(bisect_left(self._runs, words), len(self._runs)):
            if not self._runs[number].startswith(words):
                break
            found += self._places[self._runs[number]]
        return sorted(found)


def places_of(
    text: str, words: str, before: re.Pattern[str] = _BORDER, after: re.Pattern[str] = _BORDER
) -> Iterator[tuple[int, int]]:
    """Yield where words stand in a text, without overlap; compiling a pattern would take longer."""
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
