"""All pieces of a text, found once before the first round."""

from collections.abc import Iterator

from gyges.anonymizers.subjectwise._gender import find_gender, is_english
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
        pieces.add(piece)
    return pieces


def _gender(text: str) -> Iterator[Piece]:
    """Yield words that tell a sex; where a whole phrase of theirs does not fit beside other pieces it is left out."""
    if is_english(text):
        yield from sorted(find_gender(text), key=lambda piece: (piece.start - piece.end, piece.start))
