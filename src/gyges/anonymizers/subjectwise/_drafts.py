"""A text in the words of a model, and the way back to the original: what was changed there, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._changes import Change, Version, version_of
from gyges.anonymizers.subjectwise._standing import Seen
from gyges.reading.finder import FoundSpan, find_spans
from gyges.records import Subject, edits_between

REASON = "reads better"
"""Why words were changed that no leak is about."""
_IDENTIFIES = "identifies somebody"


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
    """The working text where a model writes, as a version of the original."""

    def __init__(self, original: str, clues: Sequence[Clue]) -> None:
        self.text = original
        self.direct: Sequence[FoundSpan] = [one for one in find_spans(original) if one.direct]
        self.clues = clues

    def as_version(self, text: str) -> Version:
        """Return any text as a version of the original, word by word."""
        if text == self.text:
            return Version(text)
        edits = edits_between(self.text, text)
        return version_of(self.text, [self._change(one.start, one.end, one.text) for one in edits])

    def _change(self, start: int, end: int, new: str) -> Change:
        """Return a change with what it is about: an identifier that it lies in, else the first clue that it meets."""
        words = self.text[start:end].strip()
        low = self.text.find(words, start)
        high = low + len(words)
        whole = next((one for one in self.direct if one.start <= low and high <= one.end), None)
        if whole is not None:  # a clause with a name in it is no identifier: its other words may stand elsewhere
            return Change(start, end, new, whole.type, direct=True, reason=_IDENTIFIES)
        clue = next((one for one in self.clues if one.start < high and low < one.end), None)
        if clue is None:
            return Change(start, end, new, reason=REASON)
        return Change(start, end, new, "DEM", person=clue.person, reason=clue.reason)
