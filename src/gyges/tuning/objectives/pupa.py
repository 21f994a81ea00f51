"""``pupa``: a request to a chatbot must lose its personal details and still get a good answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.models import DocumentText, Model
from gyges.records import Document, JsonValue
from gyges.scoring import rouge
from gyges.tuning._occurs import standing
from gyges.tuning._outcome import LeakedFact, UtilityLoss
from gyges.tuning.objectives._meaning import lost_passages
from gyges.tuning.objectives._objective import Judged, clipped_share
from gyges.tuning.objectives._questions import AnswerRequest, CompareAnswers, FindLeakedUnits

__all__ = ["RequestObjective"]


@dataclass(frozen=True)
class RequestObjective:
    """Privacy: the share of personal details that are gone. Utility: whether the answer to the release is as good.

    A detail is there when its words stand in the release, whatever their case, or when the judge finds it in others.
    Both requests are answered by the judge's model and compared in both orders; each order counts half. As published
    (`paper`): only the judge says what leaks, the answer is held against the stored one, and an answer is as good when
    the first order says so or both orders say the same. Without a judge: words only, and ROUGE-L as a stand-in.

    Attributes:
        judge_model: Who answers and compares.
        paper: Whether to measure as published.
    """

    judge_model: Model | None = None
    paper: bool = False
    name = "pupa"

    @property
    def measures(self) -> tuple[str, str]:
        """Details gone, answer as good."""
        utility = "answers as good, judged in both orders" if self.judge_model else "overlap (ROUGE-L, stand-in)"
        return "personal details gone", utility

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Judge, definition."""
        return {"judge": self.judge_model.name if self.judge_model else None, "paper": self.paper}

    async def prepare(self, document: Document) -> JsonValue:
        """Answer the original request once."""
        if self.judge_model is None:
            return None
        stored = document.meta.get("response")
        if self.paper and isinstance(stored, str) and stored:
            return stored
        return (await self.judge_model.ask(AnswerRequest(DocumentText(document.text)))).response

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Look for the details, and compare the answers."""
        units = _units(document)
        literal = standing(units, text)
        leaked = list(literal)
        if self.judge_model is not None:
            asked = units if self.paper else [unit for unit in units if unit not in literal]
            found = await self._found(asked, text, self.judge_model)
            leaked = found if self.paper else [*literal, *found]
        leaks = tuple(LeakedFact("detail", unit, "", (unit,) if unit in literal else ()) for unit in leaked)
        utility, losses = await self._utility(document, text, str(known or ""))
        return Judged(clipped_share(len(leaked), len(units)), utility, None, leaks, losses)

    async def _found(self, units: Sequence[str], text: str, judge: Model) -> list[str]:
        if not units:
            return []
        answer = await judge.ask(FindLeakedUnits(DocumentText(text), tuple(map(DocumentText, units))))
        return [unit for number, unit in enumerate(units, start=1) if number in set(answer.leaked)]

    async def _utility(self, document: Document, text: str, before: str) -> tuple[float, tuple[UtilityLoss, ...]]:
        losses = lost_passages(document.text, text)
        if self.judge_model is None:
            return rouge(document.text, text).rouge_l, losses
        after = (await self.judge_model.ask(AnswerRequest(DocumentText(text)))).response
        request, old, new = DocumentText(document.text), DocumentText(before), DocumentText(after)
        one = await self.judge_model.ask(CompareAnswers(request, old, new))
        two = await self.judge_model.ask(CompareAnswers(request, new, old))
        as_good, still = one.better != "first", two.better != "second"
        utility = float(as_good or as_good == still) if self.paper else (as_good + still) / 2
        reason = one.reason if not as_good else two.reason
        return utility, losses if as_good and still else (UtilityLoss(f"the answer to it is worse: {reason}"), *losses)


def _units(document: Document) -> list[str]:
    units = document.meta.get("pii_units")
    if not isinstance(units, Sequence) or isinstance(units, str):
        raise InputError(
            f"document '{document.id}' has no list of personal details", "add 'pii_units' to its meta data"
        )
    return list(dict.fromkeys(str(unit).strip().casefold() for unit in units if str(unit).strip()))
