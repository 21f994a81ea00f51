"""``own``: your documents without labels; the attacker's reading of the original is the truth, your words the goal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gyges.attacks import Attack
from gyges.models import DocumentText, Model
from gyges.records import Document, Finding, JsonValue
from gyges.runs import finding_from_json, finding_to_json
from gyges.scoring import MIN_CERTAINTY, Judge, score_document_async
from gyges.tuning._occurs import standing
from gyges.tuning._outcome import LeakedFact, UtilityLoss
from gyges.tuning.objectives._meaning import lost_passages
from gyges.tuning.objectives._objective import Judged
from gyges.tuning.objectives._people import leaks_of, protection_of
from gyges.tuning.objectives._questions import TOP, JudgeKept, JudgeLearned
from gyges.tuning.objectives.spia import useful

__all__ = ["OwnObjective"]

_LEARNED = {"all": 0.0, "most": 1 / 3, "some": 2 / 3, "nothing": 1.0}


@dataclass(frozen=True)
class OwnObjective:
    """Privacy: what the attacker told from the original and no longer tells, and what a judge says about your sentence.

    The lower of both counts. What the attacker does not see in the original it cannot miss later: that is a floor under
    the risk, not the risk. Utility: a judge's rating by your sentence, mean utility without a sentence, ROUGE-L without
    a judge.

    Attributes:
        attacker: Who reads.
        judge_model: Who judges by the sentences.
        protect: What must not be learned.
        preserve: What must stay.
    """

    attacker: Attack
    judge_model: Model | None = None
    protect: str = ""
    preserve: str = ""
    name = "own"

    @property
    def measures(self) -> tuple[str, str]:
        """Inferences gone, use kept."""
        privacy = f"inferences of {self.attacker.name} that are gone (self-labelled)"
        if self.judge_model is None:
            return privacy, "overlap with the original (ROUGE-L)"
        judged = f"{privacy}, or what a judge says if that is less" if self.protect else privacy
        return judged, "use, rated by a judge" if self.preserve else "readability, meaning and ROUGE-L"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Attacker, judge, sentences."""
        judge = self.judge_model.name if self.judge_model else None
        return {"attacker": self.attacker.name, "judge": judge, "protect": self.protect, "preserve": self.preserve}

    async def prepare(self, document: Document) -> JsonValue:
        """Attack the original, unless somebody annotated it."""
        if document.subjects is not None:
            return None
        return finding_to_json(await self.attacker.attack(document.text, id=document.id))

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Attack the release, and ask the judge."""
        if known is not None:
            document = replace(document, subjects=_sure(finding_from_json(known)).subjects)
        finding = await self.attacker.attack(text, id=document.id)
        judge = Judge(self.judge_model) if self.judge_model else None
        scored = await score_document_async(document, finding, judge=judge)
        kept, leaks = protection_of(scored), leaks_of(scored, text)
        learned, more = await self._learned(document, text)
        utility, losses = await self._kept(document, text)
        return Judged(min(kept.share, learned), utility, min(kept.worst, learned), (*leaks, *more), losses)

    async def _learned(self, document: Document, text: str) -> tuple[float, tuple[LeakedFact, ...]]:
        if self.judge_model is None or not self.protect:
            return 1.0, ()
        asked = JudgeLearned(DocumentText(document.text), DocumentText(text), self.protect)
        answer = await self.judge_model.ask(asked)
        if answer.learned == "nothing":
            return 1.0, ()
        words = standing(answer.quotes, text)
        return _LEARNED[answer.learned], (LeakedFact("what must not be learned", self.protect, "", words),)

    async def _kept(self, document: Document, text: str) -> tuple[float, tuple[UtilityLoss, ...]]:
        if self.judge_model is None or not self.preserve:
            return await useful(document, text, self.judge_model)
        asked = JudgeKept(DocumentText(document.text), DocumentText(text), self.preserve)
        answer = await self.judge_model.ask(asked)
        said = tuple(UtilityLoss(f"missing: {what}") for what in answer.missing) if answer.rating < TOP else ()
        return answer.rating / TOP, (*said, *lost_passages(document.text, text))


def _sure(finding: Finding) -> Finding:
    """Leave out what the attacker itself only assumes."""
    people = tuple(
        replace(person, facts=tuple(fact for fact in person.facts if fact.certainty >= MIN_CERTAINTY))
        for person in finding.subjects
    )
    return replace(finding, subjects=people)
