"""The rounds of a model: it writes the text anew, is attacked, and writes again what still gives somebody away."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._last_reading import RESERVED
from gyges.anonymizers.subjectwise._loop import NOTHING_LEFT, Done, Steps, run_rounds
from gyges.anonymizers.subjectwise._model_editor import ModelEditor
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._rescan import clear_draft
from gyges.anonymizers.subjectwise._standing import PersonStanding, Standing
from gyges.anonymizers.subjectwise._tellings import GIVEN_UP, Tellings
from gyges.errors import RewriteFailedError

__all__ = ["Writing"]


@dataclass(slots=True)
class Writing:
    """The rounds of one document that a model writes anew.

    Attributes:
        id: The id of the document.
        draft: The text as it stands.
        editor: Who asks the model.
        options: How far to go.
        budget: The calls of the document.
        judge: Attacks a version and says how everybody stands.
        tellings: What the model was told.
        rewritten: How many rewrites could be used.
        faint: Who is guessed at faintly, but rightly, in the text as it stands.
    """

    id: str
    draft: Draft
    editor: ModelEditor
    options: SubjectwiseOptions
    budget: CallBudget
    judge: Callable[[Version], Awaitable[Standing]]
    tellings: Tellings
    rewritten: int = 0
    faint: tuple[PersonStanding, ...] = ()

    async def run(self) -> Done | None:
        """Make the rounds; None if the model wrote, but nothing that protects anybody better than its start.

        Raises:
            RewriteFailedError: The very first answer is no rewrite.
            ModelError: The model or the attacker could not be asked.
        """
        start = self.draft.now
        steps = Steps(self._judged, self._rewrite, self._affordable, self.options.floor_in_own_words)
        outcome = await run_rounds(self.draft, steps, self.options)
        if self.rewritten and outcome.best == start:
            return None
        self.draft.restore(outcome.best)
        left = clear_draft(self.draft)
        return Done(self.draft.version(), outcome.standing, outcome.rounds, outcome.stopped, left)

    async def _judged(self, version: Version) -> Standing:
        standing = await self.judge(version)
        self.faint = standing.people
        return standing

    def _affordable(self) -> bool:
        return self.budget.fits("attack", "edit", *RESERVED)

    async def _rewrite(self, version: Version, people: Sequence[PersonStanding]) -> str:
        people = self.tellings.still_open(version.text, people)
        if not people:
            return GIVEN_UP
        self.tellings.note(version.text, people)
        try:
            with self.budget.step("edit"):
                text = await self.editor.rewrite(version, people, self.faint)
        except RewriteFailedError as error:
            if self.rewritten:  # what was reached before is a release
                return f"the model gave no further rewrite that can be used ({error.problem})"
            raise RewriteFailedError(
                f"the model gave no rewrite of '{self.id}' that can be used ({error.problem})",
                "try another model, or leave the model out",
            ) from error
        self.rewritten += 1
        if text == version.text:
            return NOTHING_LEFT
        self.draft.now = text
        return ""
