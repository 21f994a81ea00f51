"""Text to the tokens of the base weights, by the words and merges that their file holds."""

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

__all__ = ["Pairs"]

_WORDS = re.compile(
    r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_]+|\d| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+"
)  # the family ``smollm``: each digit by itself, then words with the space before them
_PRINTED = (*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1))
_KEPT = 65_536  # words whose tokens are remembered


class Pairs:
    """Joins the likeliest pairs of bytes, as byte-pair encoding does.

    Args:
        words: All tokens, in the letters that stand for bytes; the place of one is its id.
        merges: Pairs that become one, the first ones first.
    """

    def __init__(self, words: Sequence[str], merges: Sequence[str]) -> None:
        self._ids = {word: number for number, word in enumerate(words)}
        self._ranks = {tuple(merge.split(" ", 1)): rank for rank, merge in enumerate(merges)}
        self._letters = _letters()
        self._joined = lru_cache(maxsize=_KEPT)(self._join)

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text; marks of prompts are words like any other."""
        return [id for word in _WORDS.findall(text) for id in self._joined(word)]

    def _join(self, word: str) -> tuple[int, ...]:
        parts = [self._letters[byte] for byte in word.encode()]
        while len(parts) > 1:
            ranks = [self._ranks.get(pair, len(self._ranks)) for pair in itertools.pairwise(parts)]
            best = min(ranks)
            if best == len(self._ranks):
                break
            at = ranks.index(best)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return tuple(self._ids[part] for part in parts)


def _letters() -> Mapping[int, str]:
    """Return the letter that stands for each byte: itself where it can be printed, else one from beyond."""
    others = [byte for byte in range(256) if byte not in set(_PRINTED)]
    return {byte: chr(byte) for byte in _PRINTED} | {byte: chr(256 + place) for place, byte in enumerate(others)}
