"""All pieces of a text, found once before the first round."""

from collections.abc import Iterator
from dataclasses import replace

from gyges.anonymizers.subjectwise._abroad import abroad_swaps
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._gender import all_sexes, find_gender, find_kin, is_english, judged, with_title
from gyges.anonymizers.subjectwise._hashtags import find_hashtags
from gyges.anonymizers.subjectwise._named import find_named
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.anonymizers.subjectwise._senses import NO_SENSES, Senses
from gyges.anonymizers.subjectwise._told import find_told
from gyges.anonymizers.wording import Sexes, Swap, passing_ages
from gyges.reading import Reading

__all__ = ["find_pieces", "take_apart"]


def find_pieces(text: str, reading: Reading) -> Pieces:
    """Return the pieces of a text; where they meet, what names somebody or something goes first."""
    return take_apart(text, reading)[0]


def take_apart(
    text: str,
    reading: Reading,
    *,
    wherever: bool = False,
    senses: Senses = NO_SENSES,
    across: Across | None = None,
) -> tuple[Pieces, Sexes]:
    """Return the pieces of a text, and what becomes of the words in it that tell a sex.

    Args:
        text: The text.
        reading: What the embedded reader found in it.
        wherever: Hide a sex wherever a sentence allows it; else completely and clearly, or not at all.
        senses: What words in doubt mean, where somebody decided that.
        across: Who was met in the windows before, where the text is one.
    """
    pieces = Pieces()
    named = find_named(text, reading, senses, across)
    names = {piece.end for piece in named if piece.kind == "name"}
    told = [*find_told(text, names), *_in_passing(text)]
    sexes = judged(text, (*named, *told)) if not wherever else all_sexes(text)
    if sexes.reason and is_english(text):
        named = [with_title(text, piece, sexes) for piece in named]
    for piece in (*find_hashtags(text), *named, *told, *_gender(text, sexes)):
        if not pieces.add(piece):
            pieces.add(_beside(text, piece, pieces))
    return pieces, sexes


def _in_passing(text: str) -> Iterator[Piece]:
    """Yield what tells an age or a country in passing."""
    for kind, swaps in (("age", passing_ages(text)), ("abroad", abroad_swaps(text))):
        yield from (_piece(text, kind, swap) for swap in swaps)


def _piece(text: str, kind: str, swap: Swap) -> Piece:
    key = f"{kind} {text[swap.start : swap.end].strip(' ,()').casefold()}"
    return Piece(swap.start, swap.end, kind, (swap.new,), key, TAGS[kind], instead=swap.instead)


def _beside(text: str, piece: Piece, pieces: Pieces) -> Piece:
    """Return a piece without the marks that one beside it takes with it already."""
    start, end = piece.start, piece.end
    for other in pieces.within(start, end):
        if start < other.end < end and not any(map(str.isalnum, text[start : other.end])):
            start = other.end
        elif start < other.start < end and not any(map(str.isalnum, text[other.start : end])):
            end = other.start
    return replace(piece, start=start, end=end)


def _gender(text: str, sexes: Sexes) -> Iterator[Piece]:
    """Yield words that tell a sex or a tie; where a whole phrase does not fit beside other pieces it is left out."""
    if is_english(text):
        found = (*find_gender(text, sexes), *find_kin(text, sexes))
        yield from sorted(found, key=lambda piece: (piece.start - piece.end, piece.start))
