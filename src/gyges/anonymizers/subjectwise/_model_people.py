"""Names as a model found them: every name of a person gets one stand-in, also those the rules did not see."""

from collections.abc import Iterable

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.records import Subject

__all__ = ["name_people"]

_UNNAMED = "somebody"  # for a name that the rules saw nowhere


def name_people(board: Board, seen: Seen) -> None:
    """Add names to a board that only a model saw, and let those of one person be called alike.

    Args:
        board: The working text, as the rules see it.
        seen: What the model saw in the original.
    """
    for person in seen.finding.subjects:
        places = sorted(set(_names(person, seen)))
        known = [piece for place in places for piece in board.pieces.within(*place) if piece.kind == "name"]
        first = known[0] if known else None
        for start, end in places:
            inside = board.pieces.within(start, end)
            if any(piece.kind == "name" for piece in inside):
                continue
            rungs, key = (first.rungs, first.key) if first is not None else ((_UNNAMED,), f"name of {person.id}")
            low, high = min([start, *(p.start for p in inside)]), max([end, *(p.end for p in inside)])
            if (low, high) == (start, end):  # what is part of something longer is left to it
                board.put(Piece(start, end, "name", rungs, key, TAGS["name"], "PERSON", direct=True, person=person.id))


def _names(person: Subject, seen: Seen) -> Iterable[tuple[int, int]]:
    """Yield where the names of a person stand: the quotes of a name that are the name, or a part of it."""
    for fact in person.facts:
        if fact.tag != "NAME":
            continue
        words = set(fact.value.casefold().split())
        for start, end in seen.where(person.id, fact):
            quote = set(seen.text[start:end].casefold().strip(".,;:()").split())
            if quote and quote <= words:
                yield start, end
