"""Whether the last reading by a model is taken: it must bring nothing back, or the text stays as the edits left it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._fluency import read_well
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._rescan import left_standing
from gyges.anonymizers.subjectwise._standing import Standing
from gyges.anonymizers.subjectwise._tellings import Tellings
from gyges.errors import RewriteFailedError
from gyges.models import Model
from gyges.records import JsonValue

__all__ = ["RESERVED", "LastReading", "Reader"]

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
        """Return the version as it reads well, if that brings nothing back; else as it is, with the reason."""
        if not self.budget.fits(*RESERVED):
            return LastReading(version, standing, {"refused": "the budget of calls is used up"})
        try:
            with self.budget.step("fluency"):
                text = await read_well(self.model, self.draft, version, self.tellings.clues(), self.purpose)
        except RewriteFailedError as error:
            return LastReading(version, standing, {"refused": error.problem})
        read = self.draft.as_version(text)
        if text == version.text:
            return LastReading(version, standing, {"unchanged": True})
        if len(left_standing(self.draft, read)) > len(left_standing(self.draft, version)):
            return LastReading(version, standing, {"refused": "an identifier came back"})
        now = await self.judge(read)
        if now.utility < min(standing.utility, self.options.floor_in_own_words):
            return LastReading(version, standing, {"refused": "it would cost too much utility"})
        target = self.options.target
        if now.rank(target)[:2] < standing.rank(target)[:2]:
            return LastReading(version, standing, {"refused": "a reader could tell more from it"})
        return LastReading(read, now, {"taken": True})
