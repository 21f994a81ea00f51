"""Lets a ranker weigh the wordings that the rules hold sound, all places of a text at once."""

from collections.abc import Iterator
from dataclasses import replace

from gyges.anonymizers.subjectwise._pieces import Piece, Pieces
from gyges.anonymizers.wording import Choice, Ranker, chosen
from gyges.records import JsonValue

__all__ = ["rank_wordings"]

MARGIN = 1.7
"""By how much the mean log probability of what follows must be better for a wording that is not the rules' first."""


async def rank_wordings(text: str, pieces: Pieces, ranker: Ranker) -> tuple[Pieces, list[JsonValue]]:
    """Return the pieces of a text as a ranker would word them, and what it was asked and chose, for the trace.

    Only pieces that the rules give two sound wordings are asked about; what would leave the words as they are is none.

    Raises:
        GygesError: The ranker cannot be asked.
    """
    open_ = list(_open(text, pieces))
    if not open_:
        return pieces, []
    choices = [Choice(text[: piece.start], (piece.rungs[0], words), text[piece.end :]) for piece, words in open_]
    ranked, told = pieces.copy(), []
    for (piece, words), weights in zip(open_, await ranker.weigh(choices), strict=True):
        place = chosen(weights, MARGIN)
        if place:
            ranked.put(replace(piece, rungs=(words,), instead=piece.rungs[0]))
        told.append(_told(piece, words, weights, place))
    return ranked, told


def _open(text: str, pieces: Pieces) -> Iterator[tuple[Piece, str]]:
    """Yield the pieces with a second wording that is sound and hides what the first one hides."""
    for piece in pieces:
        words = piece.instead
        if len(piece.rungs) == 1 and words is not None and words not in {piece.rungs[0], text[piece.start : piece.end]}:
            yield piece, words


def _told(piece: Piece, words: str, weights: tuple[float, ...], place: int) -> JsonValue:
    candidates = (piece.rungs[0], words)
    return {
        "start": piece.start,
        "end": piece.end,
        "candidates": list(candidates),
        "weights": [round(weight, 3) for weight in weights],
        "chosen": candidates[place],
    }
