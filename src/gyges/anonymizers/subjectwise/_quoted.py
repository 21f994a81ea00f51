"""Words that only an attacker pointed at: changed where it is understood how they stand, else left."""

from dataclasses import replace

from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.wording import Swap, adjunct, age_swap, attribute, is_ordinary

__all__ = ["understood"]


def understood(text: str, piece: Piece) -> Piece | None:
    """Return a piece of quoted words as they go or become broader in their sentence; None if that is not understood."""
    if piece.kind != "quoted" or piece.rungs == ("",):
        return piece
    swap = _swap(text, piece)
    if swap is None:
        return None
    return replace(piece, start=swap.start, end=swap.end, rungs=(swap.new,), instead=swap.instead)


def _swap(text: str, piece: Piece) -> Swap | None:
    span, words = (piece.start, piece.end), text[piece.start : piece.end]
    if "AGE" in piece.tags:
        return age_swap(text, *span)
    if piece.tags & {"LOCATION", "NATIONALITY"} and words[:1].isupper() and not is_ordinary(words):
        goes = attribute(text, *span) or adjunct(text, *span)
        return Swap(*goes, "", words) if goes is not None else None
    return None
