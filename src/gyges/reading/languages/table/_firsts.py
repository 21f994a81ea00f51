"""Where the patterns of a language can start: behind no letter, at what their matches begin with.

All of them ask that no letter stands before them; what may stand first is read off the pattern itself.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

op: Any = import_module("re._constants")  # no other way to a pattern as Python reads it; checkers do not know it
parser: Any = import_module("re._parser")

_DIGIT, _CAPITAL = "0", "A"
_START = re.compile(r"(?<!\w)\S")
_REPEATS = frozenset((op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT))
_NO_WIDTH = frozenset((op.AT, op.ASSERT, op.ASSERT_NOT))
_SMALL = (op.RANGE, (ord("a"), ord("z")))  # a class without these, letters or figures, is that of capitals
_NO_LETTERS = (op.CATEGORY, op.CATEGORY_NOT_WORD)

_Signs = frozenset[str] | None
"""What may stand first, in lower case; None for anything."""


class Firsts:
    """Where words and signs of a text start, by the first of their letters."""

    def __init__(self, text: str) -> None:
        self._places: dict[str, list[int]] = {}
        for match in _START.finditer(text):
            self.add(match[0], match.start())

    def add(self, sign: str, place: int) -> None:
        """Say that something starts with a sign at a place; something else may start there too."""
        keys = {_DIGIT} if sign.isdecimal() else {sign.lower()[0], sign.casefold()[0], sign.upper().lower()[0]}
        keys |= {_CAPITAL} if sign != sign.lower() or not sign.isascii() else set()
        for key in keys:
            self._places.setdefault(key, []).append(place)

    def each(self, pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
        """Yield what a pattern of a language matches in the text, as ``finditer`` does."""
        wanted = firsts(pattern.pattern, pattern.flags)
        if wanted is None:
            yield from pattern.finditer(text)
            return
        start = 0
        for place in sorted({place for sign in wanted for place in self._places.get(sign, ())}):
            if place >= start and (match := pattern.match(text, place)):
                yield match
                start = match.end()


@cache
def firsts(pattern: str, flags: int) -> _Signs:
    """Return what the matches of a pattern may begin with, None if with anything or nothing."""
    found, empty = _sequence(parser.parse(pattern, flags))
    return None if empty else found


def _sequence(items: Iterable[tuple[Any, Any]]) -> tuple[_Signs, bool]:
    """Return the first signs of parts that follow each other, and whether there may be none."""
    found: frozenset[str] = frozenset()
    for code, what in items:
        signs, empty = _part(code, what)
        if signs is None:
            return None, False
        found |= signs
        if not empty:
            return found, False
    return found, True


def _part(code: Any, what: Any) -> tuple[_Signs, bool]:
    if code in _NO_WIDTH:
        return frozenset(), True
    if code is op.LITERAL:
        return _literal(what), False
    if code is op.IN:
        return _one_of(what), False
    if code is op.SUBPATTERN or code is op.ATOMIC_GROUP:
        return _sequence(what[-1] if code is op.SUBPATTERN else what)
    if code is op.BRANCH:
        return _union(map(_sequence, what[1]))
    if code in _REPEATS:
        signs, empty = _sequence(what[2])
        return signs, empty or not what[0]
    return None, False


def _union(parts: Iterable[tuple[_Signs, bool]]) -> tuple[_Signs, bool]:
    found, empty = frozenset[str](), False
    for signs, none in parts:
        if signs is None:
            return None, False
        found, empty = found | signs, empty or none
    return found, empty


def _literal(code: int) -> _Signs:
    sign = chr(code)
    return None if sign.isspace() else frozenset((_DIGIT,)) if sign.isdecimal() else frozenset((sign.lower()[0],))


def _one_of(items: list[tuple[Any, Any]]) -> _Signs:
    """Return what a class of signs may match."""
    if items[0][0] is op.NEGATE:
        return frozenset((_CAPITAL,)) if _SMALL in items and _NO_LETTERS in items else None
    return _union((_member(code, what), False) for code, what in items)[0]


def _member(code: Any, what: Any) -> _Signs:
    if code is op.LITERAL:
        return _literal(what)
    if code is op.RANGE:
        low, high = map(chr, what)
        if high < "\x7f" and low.isalnum() and high.isalnum():
            return (
                frozenset((_DIGIT,))
                if high <= "9"
                else frozenset(map(str.lower, map(chr, range(what[0], what[1] + 1))))
            )
    return frozenset((_DIGIT,)) if what is op.CATEGORY_DIGIT else None
