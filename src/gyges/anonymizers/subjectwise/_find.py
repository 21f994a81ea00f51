"""All pieces of a text, found once before the first round."""

from collections.abc import Iterator
from dataclasses import replace

from gyges.anonymizers.subjectwise._gender import find_gender, find_kin, is_english
from gyges.anonymizers.subjectwise._hashtags import find_hashtags
from gyges.anonymizers.subjectwise._named import find_named
from gyges.anonymizers.subjectwise._pieces import Piece, Pieces
from gyges.anonymizers.subjectwise._told import find_told
from gyges.reading import Reading

__all__ = ["find_pieces"]


def find_pieces(text: str, reading: Reading) -> Pieces:
    """Return the pieces of a text; where they meet, what names somebody or something goes first."""
    pieces = Pieces()
    named = find_named(text, reading)
    names = {piece.end for piece in named if piece.kind == "name"}
    starts = {piece.start for piece in named if piece.kind == "name"}
    for piece in (*find_hashtags(text), *named, *find_told(text, names, starts), *_gender(text)):
        if not pieces.add(piece):
            pieces.add(_beside(text, piece, pieces))
    return pieces


def _beside(text: str, piece: Piece, pieces: Pieces) -> Piece:
    """Return a piece without the marks that one beside it takes with it already."""
    start, end = piece.start, piece.end
    for other in pieces.within(start, end):
        if start < other.end < end and not any(map(str.isalnum, text[start : other.end])):
            start = other.end
        elif start < other.start < end and not any(map(str.isalnum, text[other.start : end])):
            end = other.start
    return replace(piece, start=start, end=end)


def _gender(text: str) -> Iterator[Piece]:
    """Yield words that tell a sex or a tie; where a whole phrase does not fit beside other pieces it is left out."""
    if is_english(text):
        found = (*find_gender(text), *find_kin(text))
        yield from sorted(found, key=lambda piece: (piece.start - piece.end, piece.start))
