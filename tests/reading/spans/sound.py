"""Sentences with what a careful editor masks in them, written as ``{{PERSON|Ana Reis}}``.

``{{DEM?|nurse}}`` may be masked and may stay; what is in no mark must stay. A mask of another type than the mark's
counts as false: it would say something that the sentence does not.
"""

import re
from pathlib import Path
from typing import NamedTuple

from gyges.reading import find_mentions

_MARKED = re.compile(r"\{\{(?P<type>[A-Z]+)(?P<free>\??)\|(?P<words>[^{}]*)\}\}")
_WORD = re.compile(r"\w+")


class Sentence(NamedTuple):
    """A sentence and its marks: start, end, type, and whether it has to be masked."""

    text: str
    marks: tuple[tuple[int, int, str, bool], ...]


def sound_sentences(name: str) -> list[Sentence]:
    """Return the sentences of a file in this folder."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [_sentence(line) for line in lines if line]


def false_words(sentence: Sentence) -> list[str]:
    """Return the words that are masked and should not be, or whose mask says something else than they are."""
    types = {at: kind for start, end, kind, _ in sentence.marks for at in range(start, end)}
    masked = {at: found.type for found in find_mentions(sentence.text) for at in range(found.start, found.end)}
    words = (match for match in _WORD.finditer(sentence.text) if match.start() in masked)
    return [word[0] for word in words if types.get(word.start()) != masked[word.start()]]


def missed(sentence: Sentence) -> list[str]:
    """Return the marks that have to be masked and are not, or not wholly."""
    text = sentence.text
    masked = {at for found in find_mentions(text) for at in range(found.start, found.end)}
    wanted = [(start, end) for start, end, _, must in sentence.marks if must]
    return [
        text[start:end]
        for start, end in wanted
        if any(text[at].isalnum() and at not in masked for at in range(start, end))
    ]


def _sentence(line: str) -> Sentence:
    parts: list[str] = []
    marks: list[tuple[int, int, str, bool]] = []
    size = last = 0
    for match in _MARKED.finditer(line):
        before, words = line[last : match.start()], match["words"]
        start = size + len(before)
        size, last = start + len(words), match.end()
        parts += [before, words]
        marks.append((start, size, match["type"], not match["free"]))
    return Sentence("".join([*parts, line[last:]]), tuple(marks))
