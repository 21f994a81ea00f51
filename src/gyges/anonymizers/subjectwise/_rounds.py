"""The rounds of a model: it writes the text anew, is attacked, and writes again what still gives somebody away."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._editor import ModelEditor
from gyges.anonymizers.subjectwise._last_reading import RESERVED
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import PersonStanding, Standing
from gyges.anonymizers.subjectwise._tellings import GIVEN_UP, Tellings
from gyges.errors import RewriteFailedError
from gyges.records import JsonValue
from gyges.scoring import rouge

_NOTHING_LEFT = "nothing is left to edit"
_PATIENCE = 2  # rounds without a better version after which the loop gives up
_MASKING = 0.95
"""How much of the ROUGE-L of a version a round of rewriting may leave."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rounds ended."""

    version: Version  # the best version
    standing: Standing  # how well it protects
    rounds: tuple[JsonValue, ...]  # every round, as traces hold it
    stopped: str  # why they ended, in words
    rewritten: int  # how many rewrites could be used


@dataclass(slots=True)
class Rounds:
    """The rounds of one document that a model writes anew."""

    id: str  # the id of the document
    draft: Draft  # the text as it stands
    editor: ModelEditor  # who asks the model
    options: SubjectwiseOptions  # how far to go
    budget: CallBudget  # the calls of the document
    judge: Callable[[Version], Awaitable[Standing]]  # attacks a version and says how everybody stands
    tellings: Tellings  # what the model was told
    rewritten: int = 0  # how many rewrites could be used

    async def run(self) -> Outcome:
        """Rewrite and attack until everybody is protected, or nothing helps any more; keep the best version."""
        target = self.options.target
        standing = await self.judge(self.draft.version())
        best, best_standing = self.draft.now, standing
        rounds: list[JsonValue] = [_row(0, standing, kept=True)]
        stale = 0
        while not (stopped := self._ended(len(rounds), stale, standing) or await self._rewrite(standing)):
            standing = await self.judge(self.draft.version())
            better = standing.rank(target) > best_standing.rank(target)
            rounds.append(_row(len(rounds), standing, kept=better))
            stale = 0 if better else stale + 1
            if better:
                best, best_standing = self.draft.now, standing
        if self.rewritten and best == self.draft.text:
            raise RewriteFailedError(
                f"no rewrite of '{self.id}' protects anybody better than the text itself",
                "try another model, or leave the model out",
            )
        self.draft.now = best
        return Outcome(self.draft.version(), best_standing, tuple(rounds), stopped, self.rewritten)

    def _ended(self, rounds: int, stale: int, standing: Standing) -> str:
        if standing.worst >= self.options.target:
            return "everybody reached the target"
        if stale >= _PATIENCE:
            return f"{_PATIENCE} rounds brought nothing"
        if rounds > self.options.rounds:
            return "the rounds are used up"
        return "" if self.budget.fits("attack", "edit", *RESERVED) else "the budget of calls is used up"

    async def _rewrite(self, standing: Standing) -> str:
        """Rewrite for as many of the worst-off people as utility allows; return why nothing was rewritten, if so."""
        needy = sorted((p for p in standing.people if p.protection < self.options.target and p.leaks), key=_worst_first)
        before = self.draft.now
        floor = min(self.options.floor_in_own_words, standing.utility * _MASKING)
        stopped = _NOTHING_LEFT
        while needy:
            if problem := await self._rewritten(needy, standing.people):
                return problem if stopped == _NOTHING_LEFT else stopped
            if rouge(self.draft.text, self.draft.now).rouge_l >= floor:
                return ""
            stopped = "one more edit would cost too much utility"
            self.draft.now = before
            needy = needy[: len(needy) // 2]
        return stopped

    async def _rewritten(self, people: Sequence[PersonStanding], everybody: Sequence[PersonStanding]) -> str:
        version = self.draft.version()
        people = self.tellings.still_open(version.text, people)
        if not people:
            return GIVEN_UP
        self.tellings.note(version.text, people)
        try:
            with self.budget.step("edit"):
                text = await self.editor.rewrite(version, people, everybody)
        except RewriteFailedError as error:
            if self.rewritten:  # what was reached before is a release
                return f"the model gave no further rewrite that can be used ({error.problem})"
            raise RewriteFailedError(
                f"the model gave no rewrite of '{self.id}' that can be used ({error.problem})",
                "try another model, or leave the model out",
            ) from error
        self.rewritten += 1
        if text == version.text:
            return _NOTHING_LEFT
        self.draft.now = text
        return ""


def _worst_first(person: PersonStanding) -> tuple[float, int, str]:
    return person.protection, -person.facts, person.id


def _row(number: int, standing: Standing, *, kept: bool) -> JsonValue:
    worst = min(standing.people, key=_worst_first, default=None)
    return {
        "round": number,
        "worst": round(standing.worst, 4),
        "worst_person": worst.description if worst is not None and worst.protection < 1 else "",
        "cpr": round(standing.cpr, 4),
        **({"faint": standing.faint} if standing.faint else {}),
        **({"undecided": standing.undecided} if standing.undecided else {}),
        "utility": round(standing.utility, 4),
        "kept": kept,
    }
