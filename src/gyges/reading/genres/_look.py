"""How much a text looks like a genre."""

import re
from functools import cache

from gyges.reading.genres._table import Sign, any_of, load_genre
from gyges.reading.page._letter_case import caseless

__all__ = ["looks"]

_THOUSAND = 1000
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")


def looks(name: str, text: str) -> float:
    """Tell how much a text looks like a genre by the signs of its table, 0-1.

    Example:
        >>> looks("court", "Hi, my bike was stolen.")
        0.0
    """
    look = load_genre(name).look
    if not text.strip():
        return 0.0
    score = next((worth for size, worth in look.base if len(text) <= size), 0.0)
    text = _INVISIBLE.sub("", text[: look.read])  # or letters kept apart would look like words
    end = len(text)
    low = caseless(text)
    seen: dict[re.Pattern[str], list[str]] = {}  # two signs may count the same words in two ways
    for sign in look.signs:
        pattern = _pattern(sign.pattern, tuple(sign.words))
        found = seen.get(pattern)
        if found is None:
            found = seen[pattern] = _found(pattern, text if sign.cased else low, end, opens=sign.opens)
        if len(set(found)) < sign.least:
            return 0.0
        worth = sign.each * _count(sign, found, end)
        score += max(-sign.most, min(sign.most, worth))
    return round(max(0.0, min(1.0, score)), 3)


@cache
def _pattern(pattern: str, words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(pattern or any_of(words))


def _found(pattern: re.Pattern[str], text: str, end: int, *, opens: bool) -> list[str]:
    if opens:
        match = pattern.match(text, 0, end)
        return [match.group()] if match else []
    return [match.group() for match in pattern.finditer(text, 0, end)]


def _count(sign: Sign, found: list[str], end: int) -> float:
    if sign.count == "kinds":
        return len(set(found))
    return len(found) / max(1.0, end / _THOUSAND) if sign.count == "density" else len(found)
