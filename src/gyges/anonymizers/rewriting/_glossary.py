"""What names became in the parts of a text rewritten so far, so that the next parts do the same."""

import re
from collections.abc import Sequence

from rapidfuzz.distance import Indel

from gyges.reading.finder import find_spans

_WORD = re.compile(r"\w+|[^\w\s]")
_TYPES = frozenset({"PERSON", "CODE", "LOC", "ORG"})  # things with names; dates and amounts need no consistency
_MOST_LINES = 40
_WIDER = 2  # words a replacement may reach beyond the name and still be its replacement
_LONGEST = 12  # words


class Glossary:
    """Names and what stands for them, in the order in which they were met; the first replacement counts."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._known)

    def learn(self, original: str, rewritten: str) -> None:
        """Take note of the names in a part and of what they became there; those that stayed are left out."""
        alignment = _Alignment(original, rewritten)
        for mention in find_spans(original):
            if mention.direct or mention.type in _TYPES:
                words, replacement = alignment.of(mention.start, mention.end)
                if words and replacement:
                    self._known.setdefault(words, replacement)

    def lines_for(self, part: str) -> tuple[str, ...]:
        """Return ``name -> replacement`` for the names that a part seems to speak of."""
        there = set(_WORD.findall(part))
        lines = [
            f"{name} -> {replacement}"
            for name, replacement in self._known.items()
            if any(word in there for word in _WORD.findall(name) if word[0].isupper() or word[0].isdigit())
        ]
        return tuple(lines[:_MOST_LINES])


class _Alignment:
    """Which words of a text stand where words of another one stood."""

    def __init__(self, before: str, after: str) -> None:
        self._before, self._after = before, after
        self._from, self._to = list(_WORD.finditer(before)), list(_WORD.finditer(after))
        matrix = Indel.opcodes([m.group() for m in self._from], [m.group() for m in self._to])
        # Deletions and insertions that touch are one replacement.
        self._changes: list[list[int]] = []
        for code in matrix:
            if code.tag == "equal":
                continue
            if self._changes and self._changes[-1][1] == code.src_start and self._changes[-1][3] == code.dest_start:
                self._changes[-1][1], self._changes[-1][3] = code.src_end, code.dest_end
            else:
                self._changes.append([code.src_start, code.src_end, code.dest_start, code.dest_end])

    def of(self, start: int, end: int) -> tuple[str, str]:
        """Return the words around a span that were replaced, and by what; empty strings where that is not clear."""
        inside = [i for i, word in enumerate(self._from) if word.start() < end and word.end() > start]
        if not inside:
            return "", ""
        low, high = inside[0], inside[-1] + 1
        touched = [change for change in self._changes if change[0] < high and change[1] > low]
        if not touched:
            return "", ""
        first, last = touched[0], touched[-1]
        shift_left, shift_right = max(0, first[0] - low), max(0, high - last[1])
        wide_low, wide_high = min(low, first[0]), max(high, last[1])
        to_low, to_high = first[2] - shift_left, last[3] + shift_right
        too_wide = (wide_high - wide_low) - (high - low) > _WIDER or to_high - to_low > _LONGEST
        if too_wide or to_high <= to_low:
            return "", ""
        return (_slice(self._before, self._from, wide_low, wide_high), _slice(self._after, self._to, to_low, to_high))


def _slice(text: str, words: Sequence[re.Match[str]], low: int, high: int) -> str:
    return " ".join(text[words[low].start() : words[high - 1].end()].split())
