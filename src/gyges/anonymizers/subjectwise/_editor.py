"""The editor without a model: from a leak to the pieces that give it away, one rung up."""

import re
from collections.abc import Iterable, Iterator

from gyges.anonymizers.subjectwise._board import Board, Version
from gyges.anonymizers.subjectwise._ladders import quoted_rungs
from gyges.anonymizers.subjectwise._pieces import MAIN, Piece
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding

__all__ = ["RulesEditor"]

_TYPES = {
    "NAME": "PERSON",
    "AGE": "DATETIME",
    "LOCATION": "LOC",
    "AFFILIATION": "ORG",
}  # TAB's type of words that only an attacker pointed at; everything else describes somebody
_HASHTAG = re.compile(r"#\w+")
_LEAD = re.compile(r"\s*(?:(?:the|an?|this|that|these|those|my|our|your|every|each|some|any|and|&)\s+)*", re.IGNORECASE)
_LONGEST = 60  # code points of quoted words that are changed as they stand


class RulesEditor:
    """Raises the pieces that leaks quote; where they cannot rise, those of the same sentence, then of the text.

    Attributes:
        reasons: Why the pieces of a key were changed.
        people: Whose leak it was.
    """

    def __init__(self, board: Board, kept: frozenset[str] = frozenset()) -> None:
        self._board = board
        self._kept = kept
        self.reasons: dict[str, str] = {}
        self.people: dict[str, str] = {}

    def edit(self, version: Version, people: Iterable[PersonStanding]) -> bool:
        """Raise pieces for what still leaks about some people; False if nothing can be raised."""
        lifted: dict[str, Piece] = {}
        for person in people:
            for leak in person.leaks:
                for piece in self._pieces(version, leak):
                    if piece.key not in lifted:
                        lifted[piece.key] = piece
                        self.reasons.setdefault(piece.key, f"reveals {leak.tag} of {person.description}")
                        self.people.setdefault(piece.key, person.id)
        return self._board.lift(lifted.values())

    def _pieces(self, version: Version, leak: Leak) -> list[Piece]:
        """Return the pieces to raise for a leak: the quoted ones, else those around, else any that tell such things."""
        quoted: list[Piece] = []
        spans: list[tuple[int, int]] = []
        for start, end in leak.places:
            on, beside = version.original(start, end)
            quoted += on
            spans += beside
        quoted += [piece for start, end in spans for piece in self._board.pieces.within(start, end)]
        rising = [piece for piece in quoted if self._may(piece, leak.tag)]
        if rising:
            return rising
        fresh = [piece for start, end in spans for piece in self._fresh(start, end, leak.tag)]
        return fresh or self._around([*spans, *((piece.start, piece.end) for piece in quoted)], leak.tag)

    def _around(self, spots: Iterable[tuple[int, int]], tag: str) -> list[Piece]:
        """Return pieces in the sentences of what a leak quotes, else any that tell such things."""
        around = [piece for spot in spots for piece in self._board.pieces.within(*self._board.sentence(*spot))]
        rising = [piece for piece in around if self._may(piece, tag)]
        return rising or [piece for piece in self._board.pieces if self._may(piece, tag)]

    def _may(self, piece: Piece, tag: str) -> bool:
        stays = piece.kind in MAIN and bool(MAIN[piece.kind] & self._kept)
        return tag in piece.tags and not stays and self._board.can_rise(piece)

    def _fresh(self, start: int, end: int, tag: str) -> Iterator[Piece]:
        """Make a piece of words that only the attacker pointed at."""
        if tag in self._kept:
            return
        text = self._board.text
        tag_at = _HASHTAG.search(text, max(0, start - _LONGEST), end)
        while tag_at is not None and tag_at.end() <= start:
            tag_at = _HASHTAG.search(text, tag_at.end(), end)
        if tag_at is not None:
            start, end = tag_at.span()
            rungs: tuple[str, ...] = ("",)
        else:
            lead = _LEAD.match(text, start, end)
            start = lead.end() if lead is not None else start
            end = start + len(text[start:end].rstrip())
            rungs = quoted_rungs(text[start:end], tag)
        words = text[start:end]
        if not any(map(str.isalnum, words)) or len(words) > _LONGEST:
            return
        piece = Piece(
            start, end, "quoted", rungs, f"quoted {words.casefold()}", frozenset((tag,)), _TYPES.get(tag, "DEM")
        )
        if self._board.add(piece):
            yield piece
