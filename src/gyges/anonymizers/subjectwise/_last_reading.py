"""Whether the last reading by a model is taken: it must bring nothing back, or the text stays as the edits left it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._fluency import Known, read_well
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._rescan import left_standing
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding, Standing
from gyges.anonymizers.subjectwise._tellings import Tellings, faint_leaks, guesses_text, leaks_text
from gyges.errors import RewriteFailedError
from gyges.models import Model
from gyges.records import JsonValue

__all__ = ["RESERVED", "LastReading", "Reader"]

_TELLS_MORE = "a reader could tell more from it"

RESERVED = ("fluency", "attack")
"""The steps that rounds leave room for in the budget."""


@dataclass(frozen=True, slots=True)
class LastReading:
    """The text after the last reading.

    Attributes:
        version: The text.
        standing: How well it protects.
        notes: What became of it, for the trace: ``taken``, ``unchanged``, or ``refused`` with the reason.
    """

    version: Version
    standing: Standing
    notes: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads a version once more.

    Attributes:
        model: Who reads.
        purpose: What to protect and what to keep.
        options: How far to go.
        budget: The calls of the document.
        judge: Attacks a version and says how everybody stands.
        draft: The original, and what makes a version of a text.
        tellings: What was found in the texts before.
    """

    model: Model
    purpose: Purpose
    options: SubjectwiseOptions
    budget: CallBudget
    judge: Callable[[Version], Awaitable[Standing]]
    draft: Draft
    tellings: Tellings

    async def read(self, version: Version, standing: Standing) -> LastReading:
        """Return the version as it reads well, if that brings nothing back; else as it is, with the reason.

        A reading from which more can be told is read once more by the model, which is told what.
        """
        if not self.budget.fits(*RESERVED):
            return LastReading(version, standing, {"refused": "the budget of calls is used up"})
        tried = await self._try(version, version, standing)
        if tried.problem == _TELLS_MORE and self.budget.fits(*RESERVED):
            again = await self._try(tried.version, version, standing, _come_back(tried, standing))
            tried = tried if again.problem else again
        if tried.problem:
            return LastReading(version, standing, {"refused": tried.problem})
        unchanged = tried.version.text == version.text
        return LastReading(tried.version, tried.standing, {"unchanged" if unchanged else "taken": True})

    async def _try(self, start: Version, before: Version, standing: Standing, back: str = "") -> "_Tried":
        """Let the model read a text, and hold what it makes of it against the version before the last reading."""
        faint = guesses_text(before.text, faint_leaks(standing.people))
        known = Known(self.tellings.clues(), faint, back)
        try:
            with self.budget.step("fluency"):
                text = await read_well(self.model, self.draft, start, known, self.purpose)
        except RewriteFailedError as error:
            return _Tried(start, standing, error.problem)
        if text == start.text:
            return _Tried(start, standing, "" if start is before else _TELLS_MORE)
        read = self.draft.as_version(text)
        if len(left_standing(self.draft, read)) > len(left_standing(self.draft, before)):
            return _Tried(read, standing, "an identifier came back")
        now = await self.judge(read)
        if now.utility < min(standing.utility, self.options.floor_in_own_words):
            return _Tried(read, now, "it would cost too much utility")
        more = now.tells_more(standing, self.options.target) and _brought(before, standing, read, now)
        return _Tried(read, now, _TELLS_MORE if more else "")


@dataclass(frozen=True, slots=True)
class _Tried:
    """A reading, how well it protects, and why it cannot be taken, if so."""

    version: Version
    standing: Standing
    problem: str


def _come_back(tried: _Tried, before: Standing) -> str:
    """Return what can be told from a reading and could not be told before it, or not so well."""
    now = [(person, leak) for person in tried.standing.people for leak in person.leaks]
    return leaks_text(tried.version.text, _new(tried.standing, before) or now)


def _new(now: Standing, before: Standing) -> list[tuple[PersonStanding, Leak]]:
    told = {(person.id, leak.tag) for person in before.people for leak in person.leaks}
    return [(person, leak) for person in now.people for leak in person.leaks if (person.id, leak.tag) not in told]


def _brought(before: Version, standing: Standing, read: Version, now: Standing) -> bool:
    """Tell whether a reading brought in what can be told from it.

    A model attacks a bit differently every time: what it reads now from words that stood there before was not brought
    back by the reading, and counts in the trace all the same.
    """
    new = _new(now, standing)
    if now.steady or not new:
        return True
    return any(
        not leak.places or any(read.text[start:end] not in before.text for start, end in leak.places) for _, leak in new
    )
