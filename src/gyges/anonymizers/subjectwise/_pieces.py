"""Pieces: spans of the original that can be changed, each with a ladder of what may stand there instead."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["MAIN", "TAGS", "Piece", "Pieces"]

_CODES = frozenset(
    ("IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PHONE_NUMBER", "PASSPORT_NUMBER", "EMAIL_ADDRESS")
)
_PLACE = frozenset(("LOCATION", "NATIONALITY"))
_WORK = frozenset(("OCCUPATION", "POSITION", "EDUCATION", "AFFILIATION"))
_LIFE = frozenset(("RELATIONSHIP", "SEX", "AGE", "OCCUPATION", "EDUCATION"))
TAGS: dict[str, frozenset[str]] = {
    "name": frozenset(("NAME", "SEX", "NATIONALITY", "RELATIONSHIP", *_CODES)),
    "title": frozenset(("SEX", "RELATIONSHIP", "NATIONALITY", "NAME")),
    "pronoun": frozenset(("SEX",)),
    "gender": _LIFE,
    "tie": _LIFE,
    "family": _LIFE,
    "bond": frozenset(("RELATIONSHIP", "AGE")),
    "code": _CODES | _PLACE | frozenset(("NAME", "SEX", "AFFILIATION", "AGE")),
    "place": _PLACE | frozenset(("AFFILIATION",)),
    "demonym": _PLACE,
    "abroad": _PLACE | frozenset(("RELATIONSHIP",)),
    "organisation": _PLACE | _WORK,
    "job": _WORK | frozenset(("AGE",)),
    "hint": _WORK,
    "study": frozenset(("EDUCATION", "OCCUPATION", "AGE", "RELATIONSHIP", "AFFILIATION")),
    "hashtag": _LIFE | _WORK,
    "age": frozenset(("AGE", "OCCUPATION", "EDUCATION", "RELATIONSHIP")),
}
"""What the pieces of each kind may tell about somebody."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that can be changed.

    Attributes:
        start: First code point in the original.
        end: One past the last code point.
        kind: What they are, a key of `TAGS`, or ``quoted`` for words only an attacker pointed at.
        rungs: What may stand there instead, the closest first; the last one says least.
        key: Pieces with the same key are changed alike.
        tags: What they may tell.
        type: One of TAB's entity types, or empty.
        direct: Whether they identify somebody by themselves.
        person: The id of the person they belong to, in the reading of the original; empty if not known.
        instead: What stands there where the new words would break the sentence; None if they never do.
    """

    start: int
    end: int
    kind: str
    rungs: tuple[str, ...]
    key: str
    tags: frozenset[str]
    type: str = ""
    direct: bool = False
    person: str = ""
    instead: str | None = None


MAIN: dict[str, frozenset[str]] = {
    "title": frozenset(("SEX",)),
    "pronoun": frozenset(("SEX",)),
    "gender": frozenset(("SEX",)),
    "tie": frozenset(("SEX",)),
    "bond": frozenset(("RELATIONSHIP",)),
    "family": frozenset(("RELATIONSHIP",)),
    "place": frozenset(("LOCATION", "NATIONALITY")),
    "demonym": frozenset(("NATIONALITY",)),
    "abroad": frozenset(("LOCATION", "NATIONALITY")),
    "organisation": frozenset(("AFFILIATION",)),
    "job": frozenset(("OCCUPATION", "POSITION")),
    "hint": frozenset(("OCCUPATION",)),
    "hashtag": frozenset(("OCCUPATION", "RELATIONSHIP")),
    "study": frozenset(("EDUCATION",)),
    "age": frozenset(("AGE",)),
}
"""What the pieces of each kind tell first of all: a purpose that keeps this keeps them. Names and codes never stay."""


class Pieces:
    """Pieces in order, without overlap."""

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        self._pieces: list[Piece] = []
        self._starts: list[int] = []
        for piece in pieces:
            self.add(piece)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces)

    def add(self, piece: Piece) -> bool:
        """Add a piece unless it meets one that is there already."""
        if piece.start >= piece.end or self.within(piece.start, piece.end):
            return False
        place = bisect_left(self._starts, piece.start)
        self._starts.insert(place, piece.start)
        self._pieces.insert(place, piece)
        return True

    def put(self, piece: Piece) -> None:
        """Add a piece in place of those it meets."""
        for other in self.within(piece.start, piece.end):
            place = self._pieces.index(other)
            del self._pieces[place], self._starts[place]
        self.add(piece)

    def copy(self) -> "Pieces":
        """Return pieces that can be changed apart from these."""
        other = Pieces()
        other._pieces, other._starts = list(self._pieces), list(self._starts)
        return other

    def within(self, start: int, end: int) -> Sequence[Piece]:
        """Return the pieces that share a code point with a span."""
        first = max(0, bisect_right(self._starts, start) - 1)
        last = bisect_left(self._starts, end)
        return [piece for piece in self._pieces[first:last] if piece.end > start]
