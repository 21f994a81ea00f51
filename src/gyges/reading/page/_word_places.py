"""Where the words of a text stand: asked for a few words, it spares a walk over all tokens."""

from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from gyges.reading.page._tokens import Token

__all__ = ["WordPlaces", "indices_of", "word_places"]


class WordPlaces(NamedTuple):
    """The last index of every lower-case word, and before every token the index of the same word, -1 for none.

    A list for every word would do as well, but so many small objects keep the garbage collector busy.
    """

    last: dict[str, int]
    before: list[int]

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


_latest: tuple[Sequence[Token], WordPlaces] = ((), WordPlaces({}, []))


def word_places(tokens: Sequence[Token]) -> WordPlaces:
    """Return where the words of a text stand; the answer for the latest text is kept."""
    global _latest
    known, places = _latest  # read at once, so that threads never mix two texts
    if known is not tokens:
        last: dict[str, int] = {}
        before: list[int] = []
        for index, (_, _, _, low) in enumerate(tokens):
            before.append(last.get(low, -1))
            last[low] = index
        places = WordPlaces(last, before)
        _latest = (tokens, places)
    return places


def indices_of(tokens: Sequence[Token], words: Set[str]) -> list[int]:
    """Return the indices of the tokens that are one of some lower-case words, in order."""
    places = word_places(tokens)
    return places.of(places.last.keys() & words)
