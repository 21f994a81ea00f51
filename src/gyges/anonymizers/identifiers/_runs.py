"""What belongs to a name that was found: the particles and the family name behind it, and the names listed with it."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from gyges.anonymizers.identifiers._identifier import Identifier
from gyges.anonymizers.identifiers._words import words
from gyges.reading.lookups import first_name, fold, months

__all__ = ["listed_names", "with_particles"]

_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_JOINED_AFTER = re.compile(rf"(?:, and | and |, | & )({_WORD})(?![\w@])")
_JOINED_BEFORE = re.compile(rf"(?<![\w@])({_WORD})(?:, and | and |, | & )$")
_AROUND = 30


@cache
def _behind() -> re.Pattern[str]:
    return re.compile(rf"(?:[ \u00a0](?:{'|'.join(sorted(words('particles')))})){{1,3}}[ \u00a0]{_WORD}", re.IGNORECASE)


def with_particles(text: str, found: Iterable[Identifier]) -> Iterator[Identifier]:
    """Yield names, each as far as it goes: ``pieter`` of ``pieter van der berg`` ends with the family name."""
    for one in found:
        match = _behind().match(text, one.end) if one.type == "PERSON" else None
        yield one._replace(end=match.end()) if match else one


def listed_names(text: str, found: Iterable[Identifier]) -> Iterator[Identifier]:
    """Yield first names that stand in a list with a name that was found: ``Rose, Mark and Bill``."""
    seen = {(one.start, one.end) for one in found if one.type == "PERSON"}
    todo = sorted(seen)
    while todo:
        start, end = todo.pop()
        for match in (
            _JOINED_AFTER.match(text, end),
            _JOINED_BEFORE.search(text, max(0, start - _AROUND), start),
        ):
            if match is None or match.span(1) in seen or not match[1][0].isupper():
                continue
            if (
                first_name(match[1]) is not None
                and fold(match[1]) not in months()
                and fold(match[1]) not in words("roles")
            ):
                seen.add(match.span(1))
                todo.append(match.span(1))
                yield Identifier(*match.span(1), "PERSON")
