"""The working text: which pieces stand on which rung, the release that makes, and the way back to the original."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.subjectwise._pieces import Piece, Pieces
from gyges.anonymizers.subjectwise._quoted import understood
from gyges.anonymizers.wording import Change, broken_changes, fit

__all__ = ["Board", "Snapshot", "Version", "edits_of"]

_SENTENCE = re.compile(r"[.!?]\s|\n")


@dataclass(frozen=True, slots=True)
class Version:
    """A release in the making.

    Attributes:
        text: The released text.
        changes: What was changed, in order, in code points of the original.
        begins: Where each change begins in the release.
    """

    text: str
    changes: tuple[Change[Piece], ...] = ()
    begins: tuple[int, ...] = ()

    def original(self, start: int, end: int) -> tuple[list[Piece], list[tuple[int, int]]]:
        """Return which changed pieces a span of the release lies on, and which spans of the original besides."""
        pieces: list[Piece] = []
        spans: list[tuple[int, int]] = []
        number = max(0, bisect_right(self.begins, start) - 1)
        shift = last = 0  # release minus original; end of the last change in the release
        if number:
            before = self.changes[number - 1]
            last = self.begins[number - 1] + len(before.new)
            shift = last - before.end
        for place in range(number, len(self.changes)):  # no slices: a long text has many changes
            change, begin = self.changes[place], self.begins[place]
            if begin >= end:
                break
            spans += _clip(last, begin, start, end, shift)
            last = begin + len(change.new)
            if last > start or (begin == last and start <= begin < end):
                pieces += change.pieces
            shift = last - change.end
        spans += _clip(last, len(self.text), start, end, shift)
        return pieces, spans


def _clip(low: int, high: int, start: int, end: int, shift: int) -> list[tuple[int, int]]:
    one, two = max(low, start), min(high, end)
    return [(one - shift, two - shift)] if one < two else []


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How a board stood at some time."""

    levels: dict[str, int]
    pieces: Pieces


class Board:
    """All pieces of a text and where they stand; pieces with one key stand on one rung.

    Args:
        text: The original.
        pieces: Its pieces.
        english: Whether the rules of English say how changes fit; else pieces bring all words that must agree.
    """

    def __init__(self, text: str, pieces: Pieces, *, english: bool = True) -> None:
        self.text = text
        self._english = english
        self.pieces = pieces
        self.levels: dict[str, int] = {}
        self._tops: dict[str, int] = {}
        for piece in pieces:
            self._know(piece)

    def _know(self, piece: Piece) -> None:
        self._tops[piece.key] = max(self._tops.get(piece.key, 0), len(piece.rungs) - 1)

    def add(self, piece: Piece) -> bool:
        """Add a piece that nobody knew of before; False if it meets another one, or if it is not understood."""
        clear = understood(self.text, piece) if self._english else piece
        if clear is None or not self.pieces.add(clear):
            return False
        self._know(clear)
        return True

    def put(self, piece: Piece) -> None:
        """Change some words now, whatever pieces were there."""
        self.pieces.put(piece)
        self._know(piece)
        self.levels[piece.key] = 0

    def snapshot(self) -> Snapshot:
        """Return how everything stands."""
        return Snapshot(dict(self.levels), self.pieces.copy())

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to how everything stood."""
        self.levels = dict(snapshot.levels)
        self.pieces = snapshot.pieces.copy()

    def can_rise(self, piece: Piece) -> bool:
        """Tell whether there is a rung above the one a piece stands on."""
        return self.levels.get(piece.key, -1) < self._tops[piece.key]

    def lift(self, pieces: Iterable[Piece]) -> bool:
        """Put pieces one rung up, once each; False if none could."""
        keys = dict.fromkeys(piece.key for piece in pieces if self.can_rise(piece))
        for key in keys:
            self.levels[key] = self.levels.get(key, -1) + 1
        return bool(keys)

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """Return the sentence around a span."""
        ends = [match.end() for match in _SENTENCE.finditer(self.text, max(0, start - 600), start)]
        after = _SENTENCE.search(self.text, end, end + 600)
        return (ends[-1] if ends else max(0, start - 600)), (after.start() if after else min(len(self.text), end + 600))

    def version(self) -> Version:
        """Return the release as the pieces stand now; what would break its sentence gives way to a plainer word."""
        raised = [
            Change(
                piece.start, piece.end, piece.rungs[min(level, len(piece.rungs) - 1)], (piece,), piece.kind == "drop"
            )
            for piece in self.pieces
            if (level := self.levels.get(piece.key, -1)) >= 0
        ]
        changes = fit(self.text, raised, english=self._english)
        numbers = broken_changes(self.text, changes) if self._english else ()
        broken = {piece for number in numbers for piece in changes[number].pieces}
        if any(piece.instead is not None for piece in broken):
            changes = fit(self.text, [_plainer(change) if change.pieces[0] in broken else change for change in raised])
        parts: list[str] = []
        begins: list[int] = []
        last = shift = 0
        for change in changes:
            parts += [self.text[last : change.start], change.new]
            begins.append(change.start + shift)
            shift += len(change.new) - (change.end - change.start)
            last = change.end
        return Version("".join([*parts, self.text[last:]]), tuple(changes), tuple(begins))


def _plainer(change: Change[Piece]) -> Change[Piece]:
    instead = change.pieces[0].instead
    return change if instead is None else replace(change, new=instead)


def edits_of(text: str, version: Version, reasons: Mapping[str, str], people: Mapping[str, str]) -> list[Edit]:
    """Return the changes of a version as edits of the original.

    Args:
        text: The original.
        version: The release.
        reasons: Why pieces of a key were changed.
        people: The id of the person whose leak changed pieces of a key.
    """
    edits = []
    for change in version.changes:
        piece = change.pieces[0]
        if text[change.start : change.end] == change.new:
            continue
        edits.append(
            Edit(
                change.start,
                change.end,
                change.new,
                piece.type,
                direct=any(one.direct for one in change.pieces),
                person=piece.person or people.get(piece.key, ""),
                reason=reasons.get(piece.key, ""),
            )
        )
    return edits
