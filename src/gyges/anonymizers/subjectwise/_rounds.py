"""The rounds of a model: it writes the text anew, is attacked, and mends what tells, does not follow or limps."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._floor import with_floor
from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._editor import ModelEditor, Written
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._standing import Standing, brought_in
from gyges.errors import RewriteFailedError
from gyges.records import JsonValue, Release

NOTHING_TOLD = "nothing is told any more"
NO_BETTER = "no rewrite protects anybody better than the text itself"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the rounds ended."""

    version: Version  # the best version
    standing: Standing  # how well it protects
    rounds: tuple[JsonValue, ...]  # every round, as traces hold it
    stopped: str  # why they ended, in words
    taken: int = 0  # changes of the rewrite that were made
    floor: JsonValue = None  # what the model left of direct identifiers, as traces hold it


@dataclass(slots=True)
class Rounds:
    """The rounds of one document that a model writes anew."""

    id: str  # the id of the document
    draft: Draft  # the original, and what makes a version of a text
    editor: ModelEditor  # who asks the model
    options: SubjectwiseOptions  # how far to go
    budget: CallBudget  # the calls of the document
    judge: Callable[[Version, Mapping[str, str]], Awaitable[Standing]]  # attacks a version and says how all stand
    rows: list[JsonValue] = field(default_factory=list)
    hidden: dict[str, JsonValue] = field(default_factory=dict)  # what went by the floor, by the text without it

    async def run(self) -> Outcome:
        """Rewrite, attack and mend until nothing is told any more or nothing gets better; keep the best version.

        Raises:
            RewriteFailedError: The first rewrite cannot be used, or protects nobody better than the original.
        """
        original = await self.judge(self.draft.as_version(self.draft.text), {})
        self.rows.append(_row(0, original, kept=True))
        if not any(person.leaks for person in original.people):
            return Outcome(self.draft.as_version(self.draft.text), original, tuple(self.rows), NOTHING_TOLD)
        with self.budget.step("rewrite"):
            written = await self.editor.rewrite(original.people)
        called, taken, refused, stopped = written.called, 0, tuple[str, ...](), ""
        best, standing = await self._judged(written)
        if standing.rank <= original.rank and written.text != self.draft.text:
            raise RewriteFailedError(NO_BETTER, "try another model, or leave the model out")
        self.rows.append(_row(1, standing, kept=True))
        while not (stopped := stopped or self._ended()):
            try:
                with self.budget.step("mend"):
                    mended = await self.editor.mend(best.text, standing.people, called, refused)
            except RewriteFailedError as error:
                stopped = f"the model gave no changes that can be used ({error.problem})"
                break
            if mended.text == best.text:
                stopped = "no change was asked for that can be taken" if mended.refused else "nothing is left to mend"
                break
            version, now = await self._judged(mended)
            told = brought_in(version, now, best, standing)
            better = now.rank > standing.rank
            self.rows.append(_row(len(self.rows), now, kept=not told))
            if told:
                stopped = "" if not refused else "changes told more than was told before"
                refused = (*mended.refused, *told)
                continue
            best, standing, taken, refused = version, now, taken + mended.taken, mended.refused
            if not now.told:
                stopped = NOTHING_TOLD
            elif not better and not refused:
                stopped = "nothing got better"
        return Outcome(best, standing, tuple(self.rows), stopped, taken, self.hidden.get(best.text))

    async def _judged(self, written: Written) -> tuple[Version, Standing]:
        """Return a text as it would be released, and how everybody stands in it."""
        release = with_floor(self.draft.text, Release(self.id, written.text, "subjectwise"))
        self.hidden[release.text] = release.trace.get("floor") or self.hidden.get(written.text)
        version = self.draft.as_version(release.text)
        return version, await self.judge(version, written.called)

    def _ended(self) -> str:
        if len(self.rows) > self.options.rounds:
            return "the rounds are used up"
        return "" if self.budget.fits("mend", "attack") else "the budget of calls is used up"


def _row(number: int, standing: Standing, *, kept: bool) -> JsonValue:
    worst = min(standing.people, key=lambda person: (person.protection, -person.facts, person.id), default=None)
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
