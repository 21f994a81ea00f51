"""Spans within their sentences: none crosses the end of a sentence or of a line, none begins or ends with a blank."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gyges.anonymizers.masking._words import is_plain, listed, name_weight
from gyges.anonymizers.wording import usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import title

__all__ = ["is_at_start", "is_short_form", "within_sentences"]

_BREAK = re.compile(r"\n\s*|(?<=[\w'’%)-])[.!?]+[\"”’')]*[ \u00a0]+(?=[\"“‘(]?(?:[^\W_a-z]))")
_IN_WORD = re.compile(r"[\w'’%)-]")
_EDGES = " \t\r\n\u00a0,;:"
_START = re.compile(r"(?:^|\n|[.!?:]\s|[.!?][\"”’')]\s|\s[-–—•*]\s)[\s\"“‘(*•-]*$")
_SMALL_WORD = re.compile(r"\s(?P<word>[a-z]+)(?=\s)")
_NAMES = frozenset(("PERSON", "LOC", "ORG", "MISC"))
_PARTICLES = frozenset(("von", "van", "de", "da", "di", "la", "le", "el", "al", "bin", "y", "e", "i", "us", "it"))
_ABBREVIATED = 5  # letters of a short form that a stop may close within a name: "Mevr. Lien"


def within_sentences(text: str, mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return the spans; one that crosses the end of a sentence or of a line becomes one on each side of it."""
    return [part for mention in mentions for part in _parts(text, mention)]


def is_at_start(text: str, start: int) -> bool:
    """Tell whether a word opens a sentence, a line or a field, where a capital says nothing."""
    return _START.search(text[max(0, start - 6) : start]) is not None


def _parts(text: str, mention: ReadMention) -> Iterator[ReadMention]:
    start = floor = mention.start
    for match in _BREAK.finditer(text, mention.start, mention.end):
        word = "" if match[0][0] == "\n" else _word_before(text, match.start(), floor)
        floor = match.end()
        if not word and match[0][0] != "\n":  # stops that follow no word of this span
            continue
        if word and is_short_form(word):
            continue
        yield from _trimmed(text, mention, start, match.start())
        start = match.end()
    yield from _trimmed(text, mention, start, _before_verb(text, mention, start))


def _word_before(text: str, end: int, floor: int) -> str:
    """Return the word that ends somewhere; looked for from there, so that an endless one is read once."""
    start = end
    while start > floor and _IN_WORD.match(text, start - 1):
        start -= 1
    return text[start:end]


def _before_verb(text: str, mention: ReadMention, start: int) -> int:
    """Return where a name ends that took in what is told of it: ``Maman Affoué sells attiéké``."""
    if mention.type not in _NAMES or not text[start].isupper():
        return mention.end
    for word in _SMALL_WORD.finditer(text, start, mention.end):
        if usual_tag(word["word"]) in {"VBZ", "VBD", "MD", "PRP"} and word["word"] not in _PARTICLES:
            return word.start()
    return mention.end


def _trimmed(text: str, mention: ReadMention, start: int, end: int) -> Iterator[ReadMention]:
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    if start < end:
        yield mention.moved(start, end)


@lru_cache(maxsize=8192)
def is_short_form(word: str) -> bool:
    """Tell whether a stop after a word closes a short form and no sentence: an initial, a title, "Mevr."."""
    last = word.replace(")", "-").rpartition("-")[2] or word
    if len(last) == 1 and last.isalpha():
        return last != "I"
    if title(last) is not None and last.istitle() and len(last) <= _ABBREVIATED:
        return True
    if last.lower() in listed("short_forms"):
        return True
    strange = last.istitle() and len(last) < _ABBREVIATED and not is_plain(last)
    return strange and name_weight(last) == 0.0
