"""Lines, sentences and tokens of a text, in code-point offsets."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.plain._signs import has_marks

FILLER = "ꝗ"
"""A letter no text is written with: it stands for whatever a placeholder covers."""
HIDDEN = "Ꝗ"
"""Its capital, which begins such a word."""


class WordPlaces(NamedTuple):
    """The last index of every word, and before every word the index of the same word, -1 for none.

    A list for every word would do as well, but so many small objects keep the garbage collector busy.
    """

    last: dict[str, int]
    before: list[int]

    @classmethod
    def among(cls, words: Sequence[str]) -> "WordPlaces":
        """Return where words stand in a sequence of them."""
        last: dict[str, int] = {}
        before: list[int] = []
        for index, word in enumerate(words):
            before.append(last.get(word, -1))
            last[word] = index
        return cls(last, before)

    def of(self, words: Iterable[str]) -> list[int]:
        """Return where some words of the text stand, in order."""
        found: list[int] = []
        for word in words:
            index = self.last[word]
            while index >= 0:
                found.append(index)
                index = self.before[index]
        found.sort()
        return found


Word = tuple[int, int, str]
"""Start, end and folded form of a word."""

_TOKEN = re.compile(r"[^\W_]+(?:[-'’‘·][^\W_]+)*|[^\w\s]|_+")
_WORD = re.compile(r"[^\W_]+(?:['’\-‐‑][^\W_]+)*")
_LETTER = r"[^\W_][\u0300-\u036f]*"  # with marks that no sign of its own has
_MARKED_TOKEN = re.compile(rf"(?:{_LETTER})+(?:[-'’‘·](?:{_LETTER})+)*|[^\w\s]|_+")
_MARKED_WORD = re.compile(rf"(?:{_LETTER})+(?:['’\-‐‑](?:{_LETTER})+)*")
_JOINTS = "‘·‐‑"  # which join the parts of a token or of a word, but not of both
_DIGITS = re.compile(r"\d+")
_END = re.compile(r"(?<![.!?…。！？])[.!?…。！？]+[\"'”’»)\]]*(?=\s|$)|[。！？]")
_LINE_END, _LAST_WORD = re.compile(r"\r\n|\n|\r"), re.compile(r"[^\W\d_]+$")
_ABBREVIATIONS = words("sentence_abbreviations")
_WIDE, _NARROW = 55, 110


class Token(NamedTuple):
    """A word or a mark: ``text[start:end]``. A possessive ``'s`` is a token of its own."""

    start: int
    end: int
    text: str
    lower: str


class Sentence(NamedTuple):
    """A stretch of text that says one thing; never empty, never crossing a blank line."""

    start: int
    end: int


class Line(NamedTuple):
    """A line without its line break; ``start == end`` for an empty one."""

    start: int
    end: int


def tokenize(text: str) -> tuple[Token, ...]:
    """Cut a text into words and marks."""
    rows: list[tuple[int, int, str, str]] = []
    add, find, end = rows.append, text.find, 0
    pattern = _MARKED_TOKEN if has_marks(text) else _TOKEN
    for word in pattern.findall(text):  # only blanks stand between two tokens, so each is found where it stands
        start = find(word, end)
        end = start + len(word)
        if word[-1] in "sS" and end - start > 2 and word[-2] in "'’":
            add((start, end - 2, word[:-2], word[:-2].lower()))
            add((end - 2, end, word[-2:], "'s"))
        else:
            add((start, end, word, word.lower()))
    new = tuple.__new__  # as Token._make does, without a call in Python for each
    return tuple([new(Token, row) for row in rows])


def split_words(text: str) -> tuple[Word, ...]:
    """Return start, end and folded form of every word; inner hyphens and apostrophes belong to it."""
    words: list[Word] = []
    add, find, end = words.append, text.find, 0
    pattern = _MARKED_WORD if has_marks(text) else _WORD
    for word in pattern.findall(text):  # no letter or digit stands between two words, so each is found where it stands
        start = find(word, end)
        end = start + len(word)
        add((start, end, _key(word)))
    return tuple(words)


def words_among(tokens: Sequence[Token], text: str) -> tuple[Word, ...]:
    """Return the words of a text of which the tokens are known; looking for them once more would take longer."""
    if not text.isascii() and any(sign in text for sign in _JOINTS):
        return split_words(text)
    words: list[Word] = []
    add = words.append
    for start, end, said, _ in tokens:
        if said[0].isalnum():
            add((start, end, _key(said)))
        elif said[0] in "'’" and end - start > 1:  # the "'s" that was cut off a word
            first = words[-1][0]
            words[-1] = (first, end, _key(text[first:end]))
    return tuple(words)


@lru_cache(maxsize=16384)
def _key(word: str) -> str:
    return intern(word.lower() if word.isascii() else fold(word))  # look-ups of one object are faster


def digit_runs(text: str) -> tuple[tuple[int, int], ...]:
    """Return start and end of every run of digits."""
    return tuple([match.span() for match in _DIGITS.finditer(text)])


def split_lines(text: str) -> tuple[Line, ...]:
    r"""Cut a text at its line breaks (``\n``, ``\r\n``, ``\r``)."""
    lines: list[Line] = []
    start = 0
    for match in _LINE_END.finditer(text):
        lines.append(Line(start, match.start()))
        start = match.end()
    lines.append(Line(start, len(text)))
    return tuple(lines)


def split_sentences(text: str, lines: tuple[Line, ...] | None = None) -> tuple[Sentence, ...]:
    """Cut a text into sentences; a line break ends one unless the line is only wrapped."""
    sentences: list[Sentence] = []
    for start, end in _paragraphs(text, lines if lines is not None else split_lines(text)):
        at_ = start
        for match in _END.finditer(text, start, end):
            if _ends(text, match, end):
                _add(sentences, text, at_, match.end())
                at_ = match.end()
        _add(sentences, text, at_, end)
    return tuple(sentences)


def at(starts: list[int], position: int) -> int:
    """Return the index of the last span that starts at or before a position, -1 before the first."""
    return bisect_right(starts, position) - 1


def _paragraphs(text: str, lines: tuple[Line, ...]) -> list[tuple[int, int]]:
    width = max((line.end - line.start for line in lines), default=0)
    joined: list[tuple[int, int]] = []
    wrapped = False
    for line in lines:
        if line.start == line.end or text[line.start : line.end].isspace():
            wrapped = False
            continue
        head = text[line.start : line.start + 24]
        goes_on = head[:1].islower() or (width <= _NARROW and head[:1].isalpha() and ":" not in head)
        if wrapped and joined and goes_on:
            joined[-1] = (joined[-1][0], line.end)
        else:
            joined.append((line.start, line.end))
        long = line.end - line.start >= _WIDE
        wrapped = long and (text[line.end - 1].isalnum() or text[line.end - 1] in ",;-–")
    return joined


def _ends(text: str, match: re.Match[str], end: int) -> bool:
    if match.group()[0] != "." or match.end() - match.start() > 1:
        following = text[match.end() : match.end() + 2].strip()
        return not following or not following[0].islower()
    head = text[max(0, match.start() - 12) : match.start()]
    word = _LAST_WORD.search(head)
    if word is not None:
        last = word.group()
        if last.lower() in _ABBREVIATIONS or (len(last) == 1 and last.isupper()):
            return match.end() >= end
    following = text[match.end() : match.end() + 3].lstrip()
    return not following or not following[0].islower()


def _add(sentences: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        sentences.append(Sentence(start, end))
