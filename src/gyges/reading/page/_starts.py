r"""Where in a text a pattern can start to match, so that it need not be tried everywhere.

What the matches of a pattern begin with is read off the pattern itself: ``\b(?:owns?|runs) (?:an?|the)`` begins where a
word begins with ``own `` (the whole word), ``owns`` or ``runs``. A page knows its words by their first letters. A
pattern that may begin anywhere is tried everywhere.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from re import _constants as op  # type: ignore[attr-defined]  # no other way to a pattern as Python reads it
from re import _parser as parser  # type: ignore[attr-defined]
from sys import maxsize
from typing import Any

__all__ = ["WordStarts", "is_of_words", "starts"]

_SIZE = 4  # letters of a word that are looked at
_MOST = 1000  # beginnings of one pattern
_KNOWN_WORDS = 20_000  # words whose beginnings are remembered
_EDGE, _BLANK, _ANY, _DIGIT, _CAPITAL = "\2", " ", "\0", "\1", "\3"  # of a beginning, where no letter says more
_PIECE = re.compile(r"\w+|[^\w\s]")
_REPEATS = frozenset((op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT))
_LINE_STARTS = frozenset((op.AT_BEGINNING, op.AT_BEGINNING_STRING))
_OUTSIDE = frozenset((op.CATEGORY_SPACE, op.CATEGORY_NOT_WORD))
_SMALL = frozenset((
    (op.CATEGORY, op.CATEGORY_NOT_WORD), (op.CATEGORY, op.CATEGORY_DIGIT), (op.LITERAL, ord("_")),
    (op.RANGE, (ord("a"), ord("z"))),
))  # fmt: skip

_Heads = frozenset[str]
_NOTHING: _Heads = frozenset(("",))
_UNKNOWN: _Heads = frozenset((_ANY,))
_BORDER: _Heads = frozenset((_EDGE,))


class WordStarts:
    r"""Where the words of a text start, by their first letters, and where other signs stand.

    Args:
        text: The text.
        low: The same in lower case, every letter in its place.

    Example:
        >>> text = "She owns a shop, he runs one."
        >>> [match[0] for match in WordStarts(text, text.lower()).each(re.compile(r"\b(?:owns|runs) \w+"), text)]
        ['owns a', 'runs one']
    """

    __slots__ = ("_by_key", "_places")

    def __init__(self, text: str, low: str) -> None:
        self._places: dict[str, list[int]] = {}
        self._by_key: dict[str, list[str]] = {_CAPITAL: [_CAPITAL]}
        places = self._places
        capitals = places[_CAPITAL] = []
        for piece in _PIECE.finditer(low):
            word, start = piece[0], piece.start()
            if word in places:
                places[word].append(start)
            else:
                self.add(word, start)
            if text[start] != word[0] or word[0] > "\x7f":
                capitals.append(start)

    def add(self, word: str, start: int) -> None:
        """Say that a word, in lower case, starts at a position; others may start there too."""
        if word in self._places:
            self._places[word].append(start)
            return
        self._places[word] = [start]
        for key in _keys(word):
            self._by_key.setdefault(key, []).append(word)

    def each(self, pattern: re.Pattern[str], text: str, start: int = 0, end: int = maxsize) -> Iterator[re.Match[str]]:
        """Yield what a pattern matches in the text, as ``finditer`` does."""
        wanted = starts(pattern.pattern, pattern.flags)
        if wanted is None:
            return pattern.finditer(text, start, end)
        words = {word for key in self._by_key.keys() & wanted for word in self._by_key[key]}
        places = sorted([place for word in words for place in self._places[word]])
        return _tried(pattern, text, places, start, end) if places else iter(())


def _tried(pattern: re.Pattern[str], text: str, places: Iterable[int], start: int, end: int) -> Iterator[re.Match[str]]:
    for place in places:
        if start <= place < end and (match := pattern.match(text, place, end)):
            yield match
            start = match.end()


@lru_cache(_KNOWN_WORDS)
def _keys(word: str) -> tuple[str, ...]:
    """Return the beginnings by which a word is known; a whole short word ends with a blank."""
    keys = [word[:size] for size in range(1, min(_SIZE, len(word)) + 1)]
    if len(word) < _SIZE:
        keys.append(f"{word} ")
    return (*keys, _DIGIT) if word[0].isdecimal() else tuple(keys)


@cache
def starts(pattern: str, flags: int) -> frozenset[str] | None:
    r"""Return what the matches of a pattern may begin with, None if with anything.

    Example:
        >>> sorted(starts(r"\b(?:owns?|runs|I) (?:an?|the)", 0))
        ['i ', 'own ', 'owns', 'runs']
    """
    heads = _sequence(parser.parse(pattern, flags))
    heads = _any_case(heads) if flags & re.IGNORECASE else heads
    keys = [_key(head) for head in heads]
    return frozenset(key for key in keys if key) if all(keys) else None


def _key(head: str) -> str:
    """Return the beginning by which a page knows a word, empty if there is none."""
    rest = head.lstrip(_EDGE)
    if not rest or rest[0] in (_ANY, _BLANK):
        return ""
    if not is_of_words(rest[0]) and rest[0] not in (_DIGIT, _CAPITAL):
        return rest[0]
    if rest == head:  # it may begin inside a word
        return ""
    if rest[0] in (_DIGIT, _CAPITAL):
        return rest[0]
    size = next((at for at, sign in enumerate(rest) if not is_of_words(sign)), len(rest))
    if size >= _SIZE:
        return rest[:_SIZE]
    return rest[:size] + _BLANK if rest[size : size + 1] not in ("", _ANY, _DIGIT, _CAPITAL) else rest[:size]


def _sequence(items: Iterable[tuple[Any, Any]]) -> _Heads:
    """Return the beginnings of whatever parts that follow each other match."""
    heads = _NOTHING
    for code, what in items:
        open_ = [head for head in heads if not _is_known(head)]
        if not open_:
            break
        after = _heads(code, what)
        if len(open_) * len(after) > _MOST:
            return _UNKNOWN
        heads = frozenset(heads.difference(open_)) | frozenset([left + right for left in open_ for right in after])
    return heads


def _is_known(head: str) -> bool:
    """Tell whether nothing that follows a beginning matters."""
    return _ANY in head or len(head.lstrip(_EDGE)) > _SIZE


def _heads(code: Any, what: Any) -> _Heads:
    if code is op.LITERAL:
        return frozenset((_sign(what),))
    if code is op.IN:
        return _one_of(what)
    if code is op.AT:
        return _BORDER if what is op.AT_BOUNDARY or what in _LINE_STARTS else _NOTHING
    if code is op.ASSERT:
        return _NOTHING
    if code is op.ASSERT_NOT:
        return _BORDER if _asks_for_words(what[1]) else _NOTHING
    if code is op.SUBPATTERN:
        heads = _sequence(what[-1])
        return _any_case(heads) if what[1] & re.IGNORECASE else heads
    if code is op.ATOMIC_GROUP:
        return _sequence(what)
    if code is op.BRANCH:
        return frozenset().union(*map(_sequence, what[1]))
    return _repeated(*what) if code in _REPEATS else _UNKNOWN


def _any_case(heads: _Heads) -> _Heads:
    return frozenset([head.replace(_CAPITAL, _ANY) for head in heads])


def _repeated(least: int, most: Any, items: Any) -> _Heads:
    heads = _sequence(items)
    if most != 1 and not heads <= {_BLANK, _EDGE}:  # any number of blanks is as good as one
        heads = frozenset([head + _ANY for head in heads])
    return heads if least else heads | _NOTHING


def _one_of(items: list[tuple[Any, Any]]) -> _Heads:
    """Return what a class of signs may match."""
    if items[0][0] is op.NEGATE:
        blank = (op.CATEGORY, op.CATEGORY_NOT_SPACE) in items
        return frozenset((_BLANK if blank else _CAPITAL if set(items) >= _SMALL else _ANY,))
    return frozenset([_member(code, what) for code, what in items])


def _member(code: Any, what: Any) -> str:
    if code is op.LITERAL:
        return _sign(what)
    if code is op.RANGE:
        low, high = map(chr, what)
        return _DIGIT if "0" <= low <= high <= "9" else _CAPITAL if "A" <= low <= high <= "Z" else _ANY
    return _DIGIT if what is op.CATEGORY_DIGIT else _BLANK if what in _OUTSIDE else _ANY


def _asks_for_words(items: Any) -> bool:
    r"""Tell whether a look-around asks for ``\w``, alone or among other signs."""
    if len(items) != 1 or items[0][0] is not op.IN:
        return False
    listed = items[0][1]
    return listed[0][0] is not op.NEGATE and (op.CATEGORY, op.CATEGORY_WORD) in listed


def is_of_words(sign: str) -> bool:
    r"""Tell whether a sign is one of words, as ``\w`` has it."""
    return sign.isalnum() or sign == "_"


def _sign(code: int) -> str:
    """Return a sign in lower case; a letter whose case is not that simple is any."""
    sign = chr(code)
    if sign.isspace():
        return _BLANK
    if not is_of_words(sign):
        return sign if sign.lower() == sign.upper() else _ANY
    return sign.lower() if sign.isascii() or "À" <= sign <= "þ" else _ANY
