r"""Where in a text a pattern can start to match, so that it need not be tried everywhere.

What the matches of a pattern begin with is read off the pattern itself: ``\b(?:owns?|runs) (?:an?|the)`` begins where a
word begins with ``own `` (the whole word), ``owns`` or ``runs``. A page knows its words by their first letters. A
pattern that may begin anywhere is tried everywhere.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from sys import maxsize
from typing import Any, NamedTuple

from gyges.reading.lexicon._fold import caseless
from gyges.reading.page._tokens import Token, WordPlaces

op: Any = import_module("re._constants")  # no other way to a pattern as Python reads it; checkers do not know it
parser: Any = import_module("re._parser")

_SIZE = 6  # letters of a word that are looked at
_FEWER = 3  # the same, where a pattern has many beginnings
_MOST = 1000  # beginnings of one pattern
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


class Beginnings(NamedTuple):
    """What the matches of a pattern begin with: of words by their first two letters, or other signs."""

    whole: dict[str, frozenset[str]]  # whole words
    parts: dict[str, tuple[str, ...]]  # what words begin with
    loose: tuple[str, ...]  # what words begin with that is shorter than two letters
    digits: bool  # whether it may be a digit
    capitals: bool  # whether it may be any capital
    letters: bool  # whether it may be a capital that is a word by itself


class WordStarts:
    r"""Where the words of a text start, by their first letters, and where other signs stand."""

    def __init__(self, tokens: tuple[Token, ...], places: WordPlaces | None = None) -> None:
        self._tokens = tokens
        self._places = places or WordPlaces.among([token[3] for token in tokens])
        self._more: dict[str, list[int]] = {}  # what no token starts with: parts of words, and what is added
        self._capitals: dict[bool, list[int]] = {}  # where capitals may stand, all or those that are words
        self._by_two: dict[str, list[str]] = {}
        for word in self._places.last:
            if word.isalnum() or len(word) == 1:
                self._by_two.setdefault(word[:2], []).append(word)
            if not (word.isascii() and word.isalnum()) and len(word) > 1:
                for index in self._places.of((word,)):
                    for piece in _PIECE.finditer(caseless(tokens[index].text)):
                        self.add(piece[0], tokens[index].start + piece.start())

    def add(self, word: str, start: int) -> None:
        """Say that a word, in lower case, starts at a position; others may start there too."""
        self._capitals.clear()
        if word not in self._more:
            self._more[word] = []
            if word not in self._places.last:
                self._by_two.setdefault(word[:2], []).append(word)
        self._more[word].append(start)

    def each(self, pattern: re.Pattern[str], text: str, end: int = maxsize) -> Iterator[re.Match[str]]:
        """Yield what a pattern matches in the text, as ``finditer`` does."""
        wanted = starts(pattern.pattern, pattern.flags)
        if wanted is None:
            return pattern.finditer(text, 0, end)
        places = self._where(wanted)
        return _tried(pattern, text, places, end) if places else iter(())

    def _capitals_at(self, *, alone: bool) -> list[int]:
        """Return where something starts that may be taken for a capital, of other scripts too, in order."""
        if alone not in self._capitals:
            found = [
                token[0]
                for token in self._tokens
                if (token[2][0] != token[3][0] or token[2][0] > "\x7f") and (not alone or token[1] - token[0] == 1)
            ]
            parts = [start for word, starts in self._more.items() if not alone or len(word) == 1 for start in starts]
            self._capitals[alone] = sorted([*found, *parts]) if parts else found
        return self._capitals[alone]

    def _where(self, wanted: Beginnings) -> list[int]:
        """Return where something starts that a pattern may begin with, in order."""
        by_two, found = self._by_two, list[str]()
        for two in by_two.keys() & wanted.whole.keys():
            whole = wanted.whole[two]
            found += [word for word in by_two[two] if word in whole]
        for two in by_two.keys() & wanted.parts.keys():
            parts = wanted.parts[two]
            found += [word for word in by_two[two] if word.startswith(parts)]
        if wanted.loose:
            found += [word for two, words in by_two.items() if two.startswith(wanted.loose) for word in words]
        if wanted.digits:
            found += [word for two, words in by_two.items() if two[0].isdecimal() for word in words]
        capitals = wanted.capitals or wanted.letters
        if not found:
            return self._capitals_at(alone=not wanted.capitals) if capitals else []
        known, more, tokens = self._places.last, self._more, self._tokens
        places = [tokens[index][0] for index in self._places.of([word for word in found if word in known])]
        others = [start for word in found if word in more for start in more[word]]
        if capitals:
            others += self._capitals_at(alone=not wanted.capitals)
        return sorted([*places, *others]) if others else places


def _tried(pattern: re.Pattern[str], text: str, places: Iterable[int], end: int) -> Iterator[re.Match[str]]:
    start = 0
    for place in places:
        if start <= place < end and (match := pattern.match(text, place, end)):
            yield match
            start = match.end()


def _beginnings(keys: Iterable[str]) -> Beginnings:
    keys = set(keys)
    whole: dict[str, set[str]] = {}
    parts: dict[str, set[str]] = {}
    classes = {_DIGIT, _CAPITAL, _CAPITAL + _BLANK}
    for key in keys - classes:
        if key.endswith(_BLANK) or not is_of_words(key[0]):
            whole.setdefault(key[:-1][:2] or key, set()).add(key.rstrip(_BLANK))
        elif len(key) > 1:
            parts.setdefault(key[:2], set()).add(key)
    return Beginnings(
        {two: frozenset(words) for two, words in whole.items()},
        {two: tuple(sorted(words)) for two, words in parts.items()},
        tuple(sorted(key for key in keys - classes if len(key) == 1 and is_of_words(key))),
        _DIGIT in keys,
        _CAPITAL in keys,
        _CAPITAL + _BLANK in keys,
    )


@cache
def starts(pattern: str, flags: int) -> Beginnings | None:
    r"""Return what the matches of a pattern may begin with, None if with anything."""
    heads = _sequence(parser.parse(pattern, flags))
    heads = _any_case(heads) if flags & re.IGNORECASE else heads
    keys = [_key(head) for head in heads]
    return _beginnings(keys) if all(keys) else None


def _key(head: str) -> str:
    """Return the beginning by which a page knows a word, empty if there is none."""
    rest = head.lstrip(_EDGE)
    if not rest or rest[0] in (_ANY, _BLANK):
        return ""
    if not is_of_words(rest[0]) and rest[0] not in (_DIGIT, _CAPITAL):
        return rest[0]
    if rest == head:  # it may begin inside a word
        return ""
    if rest[0] == _DIGIT:
        return rest[0]
    size = 1 if rest[0] == _CAPITAL else next((at for at, sign in enumerate(rest) if not is_of_words(sign)), len(rest))
    if size >= _SIZE:
        return rest[:_SIZE]
    goes_on = rest[size : size + 1]
    whole = goes_on not in ("", _ANY, _DIGIT, _CAPITAL) and not is_of_words(goes_on)
    return rest[:size] + _BLANK if whole else rest[:size]


def _sequence(items: Iterable[tuple[Any, Any]]) -> _Heads:
    """Return the beginnings of whatever parts that follow each other match."""
    heads = _NOTHING
    for code, what in items:
        open_ = [head for head in heads if not _is_known(head)]
        if not open_:
            break
        after = _heads(code, what)
        if len(open_) * len(after) > _MOST:  # less will do
            open_, begun = (
                [head for head in open_ if not head.strip(_EDGE)],
                [head for head in open_ if head.strip(_EDGE)],
            )
            heads = heads.difference(begun).union([head + _ANY for head in begun])
            after = frozenset([head[:_FEWER] + _ANY if head else head for head in after])
        heads = heads.difference(open_).union([left + right for left in open_ for right in after])
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
        return _BORDER if what[0] < 0 and _ends_outside(what[1]) else _NOTHING
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


def _ends_outside(items: Any) -> bool:
    """Tell whether what must stand before ends with a sign of no word."""
    code, what = items[-1]
    if code is op.IN and what[0][0] is not op.NEGATE:
        return all(_is_outside(*item) for item in what)
    return _is_outside(code, what)


def _is_outside(code: Any, what: Any) -> bool:
    return what in _OUTSIDE if code is op.CATEGORY else code is op.LITERAL and not is_of_words(chr(what))


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
    return sign.lower() if (sign.isascii() and sign != "_") or "À" <= sign <= "þ" else _ANY
