"""A text in the words of a model, and the way back to the original: what was changed there, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gyges.anonymizers._edits import edits_between
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.anonymizers.subjectwise._pieces import Piece, Pieces
from gyges.anonymizers.subjectwise._precautions import BREADTHS
from gyges.anonymizers.wording import Change
from gyges.records import Subject

__all__ = ["REASON", "Clue", "Draft", "clues_of", "reasons_of"]

REASON = "reads better"
"""Why words were changed that no leak is about."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Words of the original that give a fact away: where they stand, the tag, whose it is, the reason, the value."""

    start: int
    end: int
    tag: str
    person: str
    reason: str
    value: str = ""


def clues_of(truth: Iterable[Subject], before: Seen) -> tuple[Clue, ...]:
    """Return the words that an attacker quoted of the original, in order."""
    clues = (
        Clue(start, end, fact.tag, person.id, f"reveals {fact.tag} of {person.description}", fact.value)
        for person in truth
        for fact in person.facts
        for start, end in before.where(person.id, fact)
    )
    return tuple(sorted(clues, key=lambda clue: (clue.start, clue.end)))


class Draft:
    """The working text where a model writes; the loop takes it for a board.

    Args:
        original: The original.
        pieces: What the original is made of: names and numbers in it are direct identifiers.
        clues: What gives somebody away in it.
        start: Where to begin, if not with the original.
    """

    def __init__(self, original: str, pieces: Pieces, clues: Sequence[Clue], start: str | None = None) -> None:
        self.text = original
        self.now = original if start is None else start
        self.pieces = pieces
        self.clues = clues
        self._made: tuple[str, Version] = (original, Version(original))

    def snapshot(self) -> str:
        """Return the text as it is now."""
        return self.now

    def restore(self, snapshot: str) -> None:
        """Go back to a text."""
        self.now = snapshot

    def version(self) -> Version:
        """Return the text as a version of the original."""
        if self._made[0] != self.now:
            self._made = (self.now, self.as_version(self.now))
        return self._made[1]

    def as_version(self, text: str) -> Version:
        """Return any text as a version of the original, word by word."""
        changes: list[Change[Piece]] = []
        begins: list[int] = []
        shift = 0
        for edit in edits_between(self.text, text):
            changes.append(Change(edit.start, edit.end, edit.text, self._why(edit.start, edit.end, edit.text)))
            begins.append(edit.start + shift)
            shift += len(edit.text) - (edit.end - edit.start)
        return Version(text, tuple(changes), tuple(begins))

    def _why(self, start: int, end: int, new: str) -> tuple[Piece, ...]:
        """Return what a change is about: an identifier that it lies in, else the first clue that it meets."""
        words = self.text[start:end].strip()
        start = self.text.find(words, start)
        end = start + len(words)
        meets = list(self.pieces.within(start, end))
        whole = [piece for piece in meets if piece.direct and piece.start <= start and end <= piece.end]
        if whole:  # a clause with a name in it is no identifier: its other words may stand elsewhere
            return tuple(whole)
        kind = meets[0].type if meets else "DEM"
        clue = next((clue for clue in self.clues if clue.start < end and start < clue.end), None)
        if clue is None:
            own = Piece(start, end, "model", (new,), REASON, frozenset(), kind if meets else "")
        else:
            own = Piece(start, end, "model", (new,), clue.reason, frozenset((clue.tag,)), kind, person=clue.person)
        return own, *(replace(piece, direct=False) for piece in meets)


def reasons_of(version: Version) -> dict[str, str]:
    """Return why the pieces of a key were changed: a model's changes are named after their reason."""
    kinds = BREADTHS["people"]
    firsts = (change.pieces[0] for change in version.changes)
    return {piece.key: piece.key if piece.kind == "model" else kinds.get(piece.kind, REASON) for piece in firsts}
