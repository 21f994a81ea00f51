"""The tables of genres: their signs, and the patterns they are read by. Read from ``tables/genres``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from gyges.reading.lexicon._load import read_toml
from gyges.reading.page._page import Page

_HEAD = 4000
_THOUSAND = 1000
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")
_HOLE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that tells a genre."""

    pattern: re.Pattern[str]
    each: float = 0.1  # what one of them is worth; less than nothing where it speaks against the genre
    most: float = 1.0  # what all of them are worth at most
    count: Literal["each", "kinds", "density"] = "each"
    least: int = 0  # with fewer different ones it is not this genre, whatever else speaks for it
    cased: bool = False  # whether capitals matter
    opens: bool = False  # whether it must stand at the start of the text


@dataclass(frozen=True, slots=True)
class Look:
    """How to tell a genre."""

    signs: Sequence[Sign]  # what speaks for it and against it
    base: Sequence[Sequence[float]] = ()  # what a text of some length is worth by itself
    read: int = _HEAD  # characters that are looked at
    floor: float = 0.5  # from which score on a text is of this genre
    form: float = 0.0  # the same for a form: labels and no speakers


@cache
def load_table(name: str) -> dict[str, Any]:
    """Return a table of a genre in TOML as it is, by its path in ``tables/genres`` without the ending."""
    return read_toml(f"genres/{name}.toml")


@cache
def look_of(name: str) -> Look:
    """Return how to tell a genre."""
    table = load_table(name)
    look = table["look"]
    signs = [Sign(**{**row, "pattern": re.compile(_filled(table, row["pattern"]))}) for row in look["signs"]]
    return Look(**{**look, "signs": signs})


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern by genre and name: ``posts.lead`` is ``lead`` among the patterns of ``posts.toml``."""
    genre, _, key = name.partition(".")
    table = load_table(genre)
    return re.compile(_filled(table, table["patterns"][key]))


def _filled(table: Mapping[str, Any], expression: str) -> str:
    """Return a pattern with its holes filled: ``{cap}`` by a part of patterns, ``{labels}`` by any word of a list."""
    parts, lists = table.get("parts", {}), {**table, **table.get("words", {})}

    def _fill(hole: re.Match[str]) -> str:
        if hole[1] in parts:
            return _HOLE.sub(_fill, parts[hole[1]])
        return f"(?:{'|'.join(sorted(map(re.escape, lists[hole[1]]), key=len, reverse=True))})"

    return _HOLE.sub(_fill, expression)


def looks(name: str, page: Page) -> float:
    """Tell how much a text looks like a genre by the signs of its table, 0-1."""
    look = look_of(name)
    if not page.text.strip():
        return 0.0
    score = next((worth for size, worth in look.base if len(page.text) <= size), 0.0)
    if not page.text.isascii() and _INVISIBLE.search(page.text):  # letters kept apart would look like words
        page = Page(_INVISIBLE.sub("", page.text[: look.read]))
    end = len(page.text[: look.read])
    seen: dict[str, list[str]] = {}  # two signs may count the same words in two ways
    for sign in look.signs:
        found = seen.get(sign.pattern.pattern)
        if found is None:
            found = seen[sign.pattern.pattern] = _found(sign, page, end)
        if len(set(found)) < sign.least:
            return 0.0
        worth = sign.each * _count(sign, found, end)
        score += max(-sign.most, min(sign.most, worth))
    return round(max(0.0, min(1.0, score)), 3)


def _found(sign: Sign, page: Page, end: int) -> list[str]:
    if sign.opens:
        match = sign.pattern.match(page.text if sign.cased else page.caseless, 0, end)
        return [match.group()] if match else []
    return [match.group() for match in page.each(sign.pattern, 0, end, cased=sign.cased)]


def _count(sign: Sign, found: list[str], end: int) -> float:
    if sign.count == "kinds":
        return len(set(found))
    return len(found) / max(1.0, end / _THOUSAND) if sign.count == "density" else len(found)
