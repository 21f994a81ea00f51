"""``spia`` and ``own``: what an attacker can infer about each person, against how useful the text stays.

For ``own`` documents nobody labelled: the attacker's reading of the original is the truth, your words the goal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gyges.attacks import Attack
from gyges.errors import InputError
from gyges.models import DocumentText, Model
from gyges.records import Document, Finding, JsonValue, Release, Verdict
from gyges.runs import finding_from_json, finding_to_json
from gyges.scoring import MIN_CERTAINTY, Judge, ScoredDocument, judge_utility, rouge, score_document_async
from gyges.tuning._outcome import LeakedFact, UtilityLoss, standing
from gyges.tuning.objectives._objective import Judged, lost_passages
from gyges.tuning.objectives._questions import TOP, JudgeKept, JudgeLearned


@dataclass(frozen=True, slots=True)
class Protection:
    """How much of what is true stays unknown."""

    share: float  # of all facts (CPR of the document)
    worst: float  # of the facts of the person who keeps least


def protection_of(scored: ScoredDocument, judged: float | None = None) -> Protection:
    """Return the protection of a scored document. A fact that nobody could judge counts as leaked, never as kept."""
    people = [[_leaked(verdict) for verdict in person.verdicts] for person in scored.subjects if person.verdicts]
    if not people and judged is not None:
        return Protection(judged, judged)
    if not people:
        raise InputError(
            f"no fact is known of anybody in '{scored.id}'", "name a stronger --attacker, or leave the document out"
        )
    facts = [leaked for person in people for leaked in person]
    most = 1.0 if judged is None else judged
    worst = min(1 - sum(person) / len(person) for person in people)
    return Protection(min(most, 1 - sum(facts) / len(facts)), min(most, worst))


def leaks_of(scored: ScoredDocument, text: str) -> tuple[LeakedFact, ...]:
    """Return the facts that leaked, with the words of the attacker that really stand in the release."""
    return tuple(
        leak
        for person in scored.subjects
        for leak in verdict_leaks(person.verdicts, text, person.truth.description or person.truth.id)
    )


def verdict_leaks(verdicts: Sequence[Verdict], text: str, person: str) -> Iterable[LeakedFact]:
    """Yield what leaked about one person."""
    for verdict in verdicts:
        if verdict.score:
            evidence = verdict.guess.evidence if verdict.guess else ()
            words = standing((verdict.truth.value, *evidence), text)
            yield LeakedFact(verdict.truth.tag, verdict.truth.value, person, words)


def _leaked(verdict: Verdict) -> float:
    return 1.0 if verdict.score is None else verdict.score


_GOOD_READING = 7  # of 10: below it is worth a word


@dataclass(frozen=True)
class PeopleObjective:
    """Privacy: CPR of the document, and the worst-off person. Utility: the mean, or ROUGE-L without a judge."""

    attacker: Attack  # who attacks
    judge_model: Model | None = None
    paper: bool = False  # whether to score by the published rules
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


_LEARNED = {"all": 0.0, "most": 1 / 3, "some": 2 / 3, "nothing": 1.0}


@dataclass(frozen=True)
class OwnObjective:
    """Privacy: what the attacker told from the original and no longer tells, and what a judge says about your sentence.

    The lower of both counts, and a document of which neither can be told has failed. What the attacker does not see in
    the original it cannot miss later: that is a floor under the risk, not the risk. Utility: a judge's rating by your
    sentence, mean utility without a sentence, ROUGE-L without a judge.
    """

    attacker: Attack  # who reads
    judge_model: Model | None = None  # who judges by the sentences
    protect: str = ""  # what must not be learned
    preserve: str = ""  # what must stay
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
        learned, more = await self._learned(document, text)
        kept = protection_of(scored, learned)
        utility, losses = await self._kept(document, text)
        return Judged(kept.share, utility, kept.worst, (*leaks_of(scored, text), *more), losses)

    async def _learned(self, document: Document, text: str) -> tuple[float | None, tuple[LeakedFact, ...]]:
        if self.judge_model is None or not self.protect:
            return None, ()
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
