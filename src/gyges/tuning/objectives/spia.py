"""``spia``: what an attacker can infer about each person, against how useful the text stays."""

from collections.abc import Mapping
from dataclasses import dataclass

from gyges.attacks import Attack
from gyges.models import Model
from gyges.records import Document, JsonValue, Release
from gyges.scoring import Judge, judge_utility, rouge, score_document_async
from gyges.tuning._outcome import UtilityLoss
from gyges.tuning.objectives._meaning import lost_passages
from gyges.tuning.objectives._objective import Judged
from gyges.tuning.objectives._people import leaks_of, protection_of

__all__ = ["PeopleObjective", "useful"]

_GOOD_READING = 7  # of 10: below it is worth a word


@dataclass(frozen=True)
class PeopleObjective:
    """Privacy: CPR of the document, with the worst-off person beside. Utility: mean utility, ROUGE-L without a judge.

    Attributes:
        attacker: Who attacks.
        judge: Who compares values and rates utility; None for rules and overlap alone.
        paper: Whether to score by the published rules.
    """

    attacker: Attack
    judge_model: Model | None = None
    paper: bool = False
    name = "spia"

    @property
    def measures(self) -> tuple[str, str]:
        """Facts protected, mean utility."""
        words = "readability, meaning and ROUGE-L" if self.judge_model else "overlap with the original (ROUGE-L)"
        return f"facts protected against {self.attacker.name} (CPR)", words

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Attacker, judge, profile."""
        judge = self.judge_model.name if self.judge_model else None
        return {"attacker": self.attacker.name, "judge": judge, "paper": self.paper}

    async def prepare(self, document: Document) -> JsonValue:
        """Need nothing."""
        del document
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Attack the release, compare with the truth, and rate what is left."""
        del known
        finding = await self.attacker.attack(text, id=document.id)
        scored = await score_document_async(
            document,
            finding,
            profile="paper" if self.paper else "strict",
            judge=Judge(self.judge_model) if self.judge_model else None,
        )
        kept = protection_of(scored)
        utility, losses = await useful(document, text, self.judge_model)
        return Judged(kept.share, utility, kept.worst, leaks_of(scored, text), losses)


async def useful(document: Document, text: str, judge: Model | None) -> tuple[float, tuple[UtilityLoss, ...]]:
    """Return the utility of a release, and what was lost."""
    losses = lost_passages(document.text, text)
    if judge is None:
        return rouge(document.text, text).rouge_l, losses
    rated = await judge_utility(judge, Document(document.id, document.text), Release(document.id, text, "candidate"))
    rating, mean = rated.rating, rated.mean
    if rating is None or mean is None:  # nobody could rate it: overlap alone would be another figure
        return 0.0, (UtilityLoss("its utility could not be rated"), *losses)
    said = [
        UtilityLoss(f"{what} is rated {value} of 10")
        for what, value in (("its readability", rating.readability), ("what is left of the meaning", rating.meaning))
        if value < _GOOD_READING
    ]
    added = () if rating.hallucination else (UtilityLoss("it says things the original does not say"),)
    return mean, (*said, *added, *losses)
