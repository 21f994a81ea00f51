"""Where words stand in a text however they are written: case, accents, apostrophes, spaces and line breaks aside."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from gyges.reading.lookups import fold, is_common_word, is_english_word

_NO_SPACES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # scripts without spaces: each sign is a word
_WORD = re.compile(rf"[{_NO_SPACES}]|(?:[^\W_{_NO_SPACES}][\u0300-\u036f]*)+")
_UNSPACED = re.compile(f"[{_NO_SPACES}]")
_WIDEST_GAP = 3  # signs between two words of one name, such as ". " or a line break with its carriage return
_SHORTEST = 3  # letters and digits; shorter words stand in any text
_SHORTEST_WITHOUT_SPACES = 2  # a Chinese name has two or three signs
_SHORTEST_IN_ACCOUNT = 4  # letters of a name; shorter ones stand in any long word
_ACCOUNT = re.compile(
    r"(?<![\w.@])[@#]?(?:[^\W\d_]*[_.\d][\w.+-]{0,64}\w@[\w.-]+\w|\w*[_\d]\w*|\w+\.\w+|\w{5,})(?:@[\w.-]+\w)?"
)
_CODE_DIGITS, _CODE_SIGNS = 5, 6  # from which on something is a number that may be grouped otherwise


class Occurrences:
    """Finds words in one text; the text is read once, however many words are looked for.

    It is cut into words only once something is looked for that it has, whatever stands around it: a release seldom has
    any of the names of its original.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._asked: dict[str, bool] = {}  # the words of one name are those of many others

    @cached_property
    def _folded(self) -> str:
        """The text, folded: letter by letter, so that every word of it, folded, stands in it."""
        return fold(self._text)

    @cached_property
    def _words(self) -> list[str]:
        said = _WORD.findall(self._text)
        return [word.lower() if word.isascii() else fold(word) for word in said]  # no sign of it is folded

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        return [match.span() for match in _WORD.finditer(self._text)]

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for place, word in enumerate(self._words):
            index.setdefault(word, []).append(place)
        return index

    def of(self, words: str) -> Iterator[tuple[int, int]]:
        """Yield start and end of every place where some words stand; nothing for words too short to tell anything.

        A single ordinary word such as "Will" or "May" must be written exactly so, or every verb would be a name.
        """
        wanted = [fold(word) for word in _WORD.findall(words)]
        joined = "".join(wanted)
        least = _SHORTEST if joined.isascii() or not _UNSPACED.match(joined) else _SHORTEST_WITHOUT_SPACES
        if len(joined) < least:
            return
        if len(joined) >= _CODE_SIGNS and sum(sign.isdigit() for sign in joined) >= _CODE_DIGITS:
            yield from self._code(joined)
            return
        cut = "_index" in vars(self)  # then that tells what the text has, without a walk over all of it
        if not cut and not all(map(self._may_have, wanted)):
            return
        exact = words.strip() if len(wanted) == 1 and is_common_word(wanted[0]) else None
        for place in self._sequence(wanted):
            if exact is None or self._text[slice(*place)] == exact:
                yield place

    def within_accounts(self, key: str) -> Iterator[tuple[int, int]]:
        """Yield account names, addresses and hashtags that are made of a folded word: ``mkowalska``, ``maria_k88``."""
        if len(key) < _SHORTEST_IN_ACCOUNT or not self._may_have(key) or is_english_word(key):
            return
        for place, folded in self._accounts:
            if key in folded and folded != key:
                yield place

    def _may_have(self, word: str) -> bool:
        if word not in self._asked:
            self._asked[word] = word in self._folded
        return self._asked[word]

    @cached_property
    def _accounts(self) -> list[tuple[tuple[int, int], str]]:
        """Places and folded forms of what may be an account: signs and digits inside, or unknown words in one."""
        return [
            (match.span(), folded)
            for match in _ACCOUNT.finditer(self._text)
            if (folded := fold(match[0])) and (not folded.isalpha() or not is_english_word(folded))
        ]

    def _sequence(self, wanted: list[str]) -> Iterator[tuple[int, int]]:
        rarest = min(range(len(wanted)), key=lambda number: len(self._index.get(wanted[number], ())))
        for found in self._index.get(wanted[rarest], ()):
            first = found - rarest
            last = first + len(wanted) - 1
            if first >= 0 and self._words[first : last + 1] == wanted and self._are_near(first, last):
                yield self._spans[first][0], self._spans[last][1]

    def _are_near(self, first: int, last: int) -> bool:
        spans = self._spans
        return all(spans[n + 1][0] - spans[n][1] <= _WIDEST_GAP for n in range(first, last))

    @cached_property
    def _joined(self) -> tuple[str, list[int]]:
        """All words without what stands between them, and where each begins there."""
        return "".join(self._words), list(accumulate(map(len, self._words), initial=0))

    def _code(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Yield where the signs of a number stand, grouped in whatever way, and not inside a longer number."""
        joined, starts = self._joined
        start = joined.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
            begins, last_begins = starts[first], starts[last]
            ends = last_begins + len(self._words[last])
            inside = start > begins and _alike(joined[start - 1], wanted[0])
            goes_on = end < ends and _alike(wanted[-1], joined[end])
            if not inside and not goes_on:
                yield self._place(first, start - begins, last, end - last_begins)
            start = joined.find(wanted, start + 1)

    def _place(self, first: int, skipped: int, last: int, taken: int) -> tuple[int, int]:
        """Return the place in the text; a word whose folded form has another length counts as a whole."""
        (start, start_end), (end_start, end) = self._spans[first], self._spans[last]
        if start_end - start == len(self._words[first]):
            start += skipped
        if end - end_start == len(self._words[last]):
            end = end_start + taken
        return start, end


def _alike(one: str, other: str) -> bool:
    return one.isdigit() == other.isdigit()
