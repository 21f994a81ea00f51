"""Where the words of a text stand: asked for a few words, it spares a walk over all of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["WordPlaces"]


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
