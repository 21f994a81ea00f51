"""The scan before a release: direct identifiers that still stand in it go, whatever they cost."""

from gyges.anonymizers._edits import Edit, edits_to_json
from gyges.anonymizers._guard import residual_identifiers
from gyges.anonymizers.subjectwise._board import Board, edits_of
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.records import Release

__all__ = ["clear_identifiers"]

_PASSES = 3  # clearing one identifier may bring another into sight
_NEW = {"PERSON": "someone", "CODE": "…"}


def clear_identifiers(board: Board, reasons: dict[str, str]) -> int:
    """Replace direct identifiers of the original that can still be read; return how many are left nevertheless."""
    left = 0
    for _ in range(_PASSES):
        version = board.version()
        edits: list[Edit] = edits_of(board.text, version, {}, {})
        release = Release("", version.text, "subjectwise", {"edits": edits_to_json(edits)})
        found = residual_identifiers(board.text, release)
        left = len(found)
        pieces = [
            Piece(
                start,
                end,
                "rescan",
                (_NEW.get(one.type, ""),),
                f"rescan {one.words.casefold()}",
                TAGS["name"],
                one.type,
                True,
            )
            for one in found
            for start, end in version.original(one.start, one.end)[1]
        ]
        if not [piece for piece in pieces if board.add(piece)]:
            break
        for piece in pieces:
            board.levels[piece.key] = 0
            reasons[piece.key] = "identifies somebody"
    return left
