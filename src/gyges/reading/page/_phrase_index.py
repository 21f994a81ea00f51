"""PhraseIndex of a table, looked up in a page by their folded words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from gyges.reading.page._page import Page
from gyges.reading.page._tokens import Word

__all__ = ["PhraseIndex"]

Entry = TypeVar("Entry")
_GAP = 2  # code points between two words of a phrase


class PhraseIndex(Generic[Entry]):
    """PhraseIndex to look up in a text, longest first, by their folded words."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = dict(entries)
        self._longer: dict[str, dict[str, list[int]]] = {}  # by first and second word: how many words, most first
        for phrase in self._entries:
            first, *rest = phrase.split(" ")
            seconds = self._longer.setdefault(first, {})
            if rest and len(rest) + 1 not in (counts := seconds.setdefault(rest[0], [])):
                counts.append(len(rest) + 1)
                counts.sort(reverse=True)

    def __contains__(self, phrase: str) -> bool:
        return phrase in self._entries

    def find(self, page: Page) -> Iterator[tuple[int, int, Entry]]:
        """Yield index of the first word, number of words, and entry of every phrase, without overlap."""
        words, longer, entries = page.words, self._longer, self._entries
        last, free = len(words) - 1, 0
        for index in page.where(longer.keys()):
            if index < free:
                continue
            key = words[index][2]
            for count in longer[key].get(words[index + 1][2], ()) if index < last else ():
                part = words[index : index + count]
                phrase = " ".join([word[2] for word in part])
                if len(part) == count and phrase in entries and _close(part):
                    yield index, count, entries[phrase]
                    free = index + count
                    break
            else:
                if key in entries:
                    yield index, 1, entries[key]
                    free = index + 1


def _close(words: Sequence[Word]) -> bool:
    return all(after[0] - before[1] <= _GAP for before, after in pairwise(words))
