"""Precautions: what is changed before the first attack, because no attacker sees everything."""

from collections.abc import Iterator

from gyges.anonymizers.subjectwise._pieces import MAIN, Piece, Pieces
from gyges.anonymizers.subjectwise._purpose import Understood

__all__ = ["BREADTHS", "precautions"]

_IDENTIFIERS = {
    "name": "is a name",
    "title": "tells a sex",
    "code": "is a number or address of somebody",
    "pronoun": "tells a sex",
    "gender": "tells a sex",
    "tie": "tells a sex",
}
_DESCRIPTIONS = {
    "place": "tells where somebody is",
    "demonym": "tells where somebody comes from",
    "abroad": "tells a country",
    "organisation": "tells where somebody belongs",
    "job": "tells what somebody does",
    "age": "tells an age",
    "tie": "tells with whom somebody lives",
    "bond": "tells with whom somebody lives",
    "family": "tells with whom somebody lives",
    "study": "tells what somebody learned",
    "hashtag": "tells about somebody's life",
}
_NAMES = {kind: _IDENTIFIERS[kind] for kind in ("name", "code")}
BREADTHS: dict[str, dict[str, str]] = {
    "names": _NAMES,
    "identifiers": _IDENTIFIERS,
    "people": {**_IDENTIFIERS, **_DESCRIPTIONS},
    "cues": {**_IDENTIFIERS, **_DESCRIPTIONS},
}
"""Which kinds of pieces are changed, and why."""
_ANY_KIN = frozenset(("relative", "relatives"))


def precautions(pieces: Pieces, breadth: str, purpose: Understood) -> Iterator[tuple[Piece, int, str]]:
    """Yield the pieces to change before the first round, with the rung and the reason.

    Args:
        pieces: All pieces of the text.
        breadth: ``names`` for names and numbers; ``identifiers`` also for words that tell a sex; ``people`` also
            for words that place, employ or describe somebody; ``cues`` takes all kin for relatives besides.
        purpose: What must stay, and what may not be learned.
    """
    kinds = BREADTHS[breadth]
    for piece in pieces:
        if piece.kind in kinds and (piece.kind not in MAIN or purpose.changes(MAIN[piece.kind])):
            high = breadth == "cues" and piece.rungs[-1] in _ANY_KIN
            yield piece, len(piece.rungs) - 1 if high else 0, kinds[piece.kind]
