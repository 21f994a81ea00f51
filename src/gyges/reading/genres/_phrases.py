"""Phrases and stems in a text and in its hashtags: one dictionary look-up a word."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from gyges.reading.lexicon._fold import fold

__all__ = ["Found", "Phrases", "Words", "cut"]

_WORD = re.compile(r"#?[^\W_]+(?:['’\-][^\W_]+)*|[€£$¥₹₱₺₩₦]")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])")
_STEM = 4


Words: TypeAlias = tuple[tuple[int, int, str], ...]
"""The words of a text: start, end, folded form."""


class Found(NamedTuple):
    """A phrase of a table in a text."""

    start: int
    end: int
    phrase: str


class Phrases:
    """Phrases of one to five words in lower case; a star ends a word stem, as in ``debug*``.

    Example:
        >>> words = cut("Nursing on the night shift")
        >>> [found.phrase for found in Phrases(["night shift", "nurs*"]).find_words(words)]
        ['nurs*', 'night shift']
    """

    def __init__(self, phrases: "Mapping[str, object] | list[str]") -> None:
        self._exact: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._stems: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase in phrases:
            words = tuple(word[2] for word in cut(phrase.replace("*", ""))) or (fold(phrase),)
            row = (words, phrase)
            if phrase.endswith("*") and len(words) == 1:
                self._stems.setdefault(words[0][:_STEM], []).append(row)
            else:
                self._exact.setdefault(words[0], []).append(row)
        for table in (self._exact, self._stems):
            for group in table.values():
                group.sort(key=lambda row: (-len(row[0]), -len(row[0][-1])))

    def find_words(self, words: Words) -> list[Found]:
        """Return the phrases in order; of phrases that start at one word the longest."""
        found: list[Found] = []
        for hit in self.find_all(words):
            if not found or found[-1].start != hit.start:
                found.append(hit)
        return found

    def find_all(self, words: Words) -> Iterator[Found]:
        """Yield all phrases in order, also several that start at one word, the longest first."""
        exact, stems = self._exact, self._stems
        for place in [at for at, (_, _, key) in enumerate(words) if key in exact or key[:_STEM] in stems]:
            start, end, key = words[place]
            following = words[place + 1][2] if place + 1 < len(words) else ""
            for parts, phrase in exact.get(key, ()):
                if len(parts) > 1 and not following.startswith(parts[1]):
                    continue
                last = place if len(parts) == 1 else self._match(words, place, parts, phrase)
                if last is not None:
                    yield Found(start, words[last][1], phrase)
            for parts, phrase in stems.get(key[:_STEM], ()):
                if key.startswith(parts[0]):
                    yield Found(start, end, phrase)

    @staticmethod
    def _match(words: Words, place: int, parts: tuple[str, ...], phrase: str) -> int | None:
        last = place + len(parts) - 1
        if last >= len(words):
            return None
        for offset in range(1, len(parts)):
            have, want = words[place + offset][2], parts[offset]
            if have != want and not (place + offset == last and phrase.endswith("*") and have.startswith(want)):
                return None
        return last


@lru_cache(maxsize=16)
def cut(text: str) -> Words:
    """Return start, end and folded form of every word; a hashtag such as #NightShift gives its words."""
    found: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(text):
        word, start, end = match[0], match.start(), match.end()
        if word[0] != "#":
            key = fold(word)
            found.append((start, end, key[:-2] if key.endswith("'s") else key))
            continue
        at = start + 1
        for piece in _HUMP.split(word[1:]):
            found.append((at, at + len(piece), fold(piece)))
            at += len(piece)
    return tuple(found)
