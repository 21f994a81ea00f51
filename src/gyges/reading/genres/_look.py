"""How much a text looks like a genre."""

import re
from functools import cache

from gyges.reading.genres._table import Sign, any_of, load_genre
from gyges.reading.page._page import Page, page_of

__all__ = ["looks"]

_THOUSAND = 1000
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")


def looks(name: str, text: str | Page) -> float:
    """Tell how much a text looks like a genre by the signs of its table, 0-1.

    Example:
        >>> looks("court", "Hi, my bike was stolen.")
        0.0
    """
    look = load_genre(name).look
    page = page_of(text)
    if not page.text.strip():
        return 0.0
    score = next((worth for size, worth in look.base if len(page.text) <= size), 0.0)
    if not page.text.isascii() and _INVISIBLE.search(page.text):  # letters kept apart would look like words
        page = Page(_INVISIBLE.sub("", page.text[: look.read]))
    end = len(page.text[: look.read])
    seen: dict[str, list[str]] = {}  # two signs may count the same words in two ways
    for sign in look.signs:
        expression = sign.pattern or any_of(sign.words)  # tables that ship have put it together
        found = seen.get(expression)
        if found is None:
            found = seen[expression] = _found(_pattern(expression), page, end, sign)
        if len(set(found)) < sign.least:
            return 0.0
        if not found:  # as most are, and that is worth nothing
            continue
        worth = sign.each * _count(sign, found, end)
        score += max(-sign.most, min(sign.most, worth))
    return round(max(0.0, min(1.0, score)), 3)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _found(pattern: re.Pattern[str], page: Page, end: int, sign: Sign) -> list[str]:
    if sign.opens:
        match = pattern.match(page.text if sign.cased else page.caseless, 0, end)
        return [match.group()] if match else []
    return [match.group() for match in page.each(pattern, 0, end, cased=sign.cased)]


def _count(sign: Sign, found: list[str], end: int) -> float:
    if sign.count == "kinds":
        return len(set(found))
    return len(found) / max(1.0, end / _THOUSAND) if sign.count == "density" else len(found)
