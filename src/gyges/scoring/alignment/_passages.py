"""Which passages of a release are which of the original."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from rapidfuzz.distance import LCSseq

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True, eq=False)
class Itself(Generic[_Record]):
    """A record as a key that equals only itself: comparing it costs nothing, and it need not be hashable."""

    record: _Record  # the record; it must not be changed

    def __hash__(self) -> int:
        return id(self.record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.record is other.record


Span = tuple[int, int]
"""Half-open code-point offsets."""

_WORD = re.compile(r"\w+")
_NEAR = 40
"""Characters between two anchors that support each other; some six words."""
_MAX_CELLS = 1_000_000_000
"""Words of the original times words of the release up to which both are aligned (some 125 MB); 30,000 words each."""


@dataclass(frozen=True, slots=True)
class Passages:
    """Anchors between a release and its original, in the order of both texts."""

    ours: tuple[Span, ...]  # spans of the original, without overlap
    theirs: tuple[Span, ...]  # the spans of the release that stand for them

    def to_original(self, start: int, end: int) -> Span:
        """Return where a span of the release stands in the original.

        Inside an anchor of equal length offsets are counted; what was written anew stands for all that it replaced,
        that is for what lies between the anchors around it.
        """
        return self._left(start), max(self._right(end), self._left(start))

    def _left(self, offset: int) -> int:
        number = bisect_right(self.theirs, (offset, 1 << 60)) - 1
        if number < 0:
            return 0
        (a, b), (c, d) = self.theirs[number], self.ours[number]
        if offset < b:
            return c + (offset - a) if b - a == d - c else c
        return d  # between two anchors: from the end of the one before

    def _right(self, offset: int) -> int:
        number = bisect_right(self.theirs, (offset - 1, 1 << 60)) - 1
        if number >= 0:
            (a, b), (c, d) = self.theirs[number], self.ours[number]
            if offset <= b:
                return c + (offset - a) if b - a == d - c else d
        return self.ours[number + 1][0] if number + 1 < len(self.ours) else 1 << 60


def passages_of(original: str, release: str, trace: Mapping[str, object] | None = None) -> Passages:
    """Return the anchors between a release and its original."""
    if original == release:
        return Passages(((0, len(original)),), ((0, len(release)),))
    return _remembered(original, release, Itself(trace))


@lru_cache(maxsize=4)
def _remembered(original: str, release: str, trace: Itself[Mapping[str, object] | None]) -> Passages:
    return _by_edits(original, release, trace.record or {}) or _by_words(original, release)


def _by_edits(original: str, release: str, trace: Mapping[str, object]) -> Passages | None:
    edits = trace.get("edits")
    if not isinstance(edits, Sequence) or isinstance(edits, str):
        return None
    ours: list[Span] = []
    theirs: list[Span] = []
    pieces: list[str] = []
    last = at = 0
    for edit in edits:
        if not isinstance(edit, Mapping):
            return None
        start, end, words = edit.get("start"), edit.get("end"), edit.get("text")
        if not (isinstance(start, int) and isinstance(end, int) and isinstance(words, str)) or start < last:
            return None
        for piece, span in ((original[last:start], (last, start)), (words, (start, end))):
            if piece:
                ours.append(span)
                theirs.append((at, at + len(piece)))
                pieces.append(piece)
                at += len(piece)
        last = end
    if original[last:]:
        ours.append((last, len(original)))
        theirs.append((at, at + len(original) - last))
        pieces.append(original[last:])
    return Passages(tuple(ours), tuple(theirs)) if "".join(pieces) == release else None


def _by_words(original: str, release: str) -> Passages:
    """Anchor the words that both texts have in the same order."""
    ones = [match.span() for match in _WORD.finditer(original)]
    twos = [match.span() for match in _WORD.finditer(release)]
    if len(ones) * len(twos) > _MAX_CELLS:
        return Passages((), ())
    before = [original[a:b].casefold() for a, b in ones]
    after = [release[a:b].casefold() for a, b in twos]
    ours: list[Span] = []
    theirs: list[Span] = []
    for block in LCSseq.opcodes(before, after):
        if block.tag == "equal":
            ours += ones[block.src_start : block.src_end]
            theirs += twos[block.dest_start : block.dest_end]
    return Passages(*_without_strays(ours, theirs))


def _without_strays(ours: list[Span], theirs: list[Span]) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Leave out anchors that stand alone: a single "the" far from any other shared word says nothing."""
    kept = [
        number
        for number in range(len(ours))
        if any(
            0 <= other < len(ours)
            and abs(ours[other][0] - ours[number][0]) <= _NEAR
            and abs(theirs[other][0] - theirs[number][0]) <= _NEAR
            for other in (number - 1, number + 1)
        )
    ]
    return tuple(ours[n] for n in kept), tuple(theirs[n] for n in kept)
