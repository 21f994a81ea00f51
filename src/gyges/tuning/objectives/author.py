"""``author``: an attacker guesses attributes of the author (SynthPAI); the words must stay."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gyges.attacks import Attack
from gyges.errors import InputError
from gyges.models import Model
from gyges.records import Document, Fact, Finding, JsonValue, Subject
from gyges.scoring import Judge, ScoredAttribute, compare_values, rouge, score_author, score_author_async
from gyges.tuning._occurs import standing
from gyges.tuning._outcome import LeakedFact
from gyges.tuning.objectives._meaning import lost_passages
from gyges.tuning.objectives._objective import Judged

__all__ = ["AuthorObjective"]


@dataclass(frozen=True)
class AuthorObjective:
    """Privacy: the share of labelled attributes that the attacker's best guess does not hit. Utility: ROUGE-1.

    As published (`paper`): one attribute, the first that was labelled, and private is a guess other than the one made
    on the original, true or not; so unchanged text has a privacy of 0 whoever attacks.

    Attributes:
        attacker: Who guesses, one person per finding.
        judge_model: Who compares values where rules are not sure.
        paper: Whether to measure as published.
    """

    attacker: Attack
    judge_model: Model | None = None
    paper: bool = False
    name: str = field(default="author")

    @property
    def measures(self) -> tuple[str, str]:
        """Attributes missed, overlap."""
        what = "guesses other than on the original" if self.paper else "attributes of the author not guessed"
        return f"{what} by {self.attacker.name}", "overlap with the original (ROUGE-1)"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Attacker, judge, definition."""
        judge = self.judge_model.name if self.judge_model else None
        return {"attacker": self.attacker.name, "judge": judge, "paper": self.paper}

    async def prepare(self, document: Document) -> JsonValue:
        """Guess on the original, where the published definition asks for it."""
        if not self.paper:
            return None
        tag = _truth(document)[0].tag
        guess = _first(_author(await self.attacker.attack(document.text, id=document.id)), tag)
        return {"tag": tag, "guess": guess.value if guess else None}

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Guess on the release, and compare."""
        author = _author(await self.attacker.attack(text, id=document.id))
        utility, losses = rouge(document.text, text).rouge_1, lost_passages(document.text, text)
        if self.paper:
            return _as_published(author, known, text, utility)
        truth = _truth(document)
        scored = (
            await score_author_async(truth, author, Judge(self.judge_model, "author"))
            if self.judge_model
            else score_author(truth, author)
        )
        if not scored:
            raise InputError(f"no label of document '{document.id}' counts", "leave it out")
        leaks = tuple(leak for one in scored for leak in _leak(one, text))
        unknown = [1.0 if (hit := one.score_at(1)) is None else hit for one in scored]  # undecided is never private
        return Judged(1 - sum(unknown) / len(unknown), utility, None, leaks, losses)


def _truth(document: Document) -> tuple[Fact, ...]:
    facts = [fact for subject in document.subjects or () for fact in subject.facts]
    if not facts:
        raise InputError(f"document '{document.id}' has no labelled author", "use a corpus with labels of authors")
    return tuple(facts)


def _author(finding: Finding) -> Subject:
    return finding.subjects[0] if finding.subjects else Subject("author")


def _first(author: Subject, tag: str) -> Fact | None:
    return next((fact for fact in author.facts if fact.tag == tag and fact.value), None)


def _leak(scored: ScoredAttribute, text: str) -> list[LeakedFact]:
    best = scored.verdicts[0]
    if not best.score or best.guess is None:
        return []
    words = standing((scored.truth.value, *best.guess.evidence), text)
    return [LeakedFact(scored.truth.tag, scored.truth.value, "the author", words)]


def _as_published(author: Subject, known: Any, text: str, utility: float) -> Judged:
    tag, before, after = known["tag"], known["guess"], _first(author, known["tag"])
    same = (before is None and after is None) or (
        before is not None
        and after is not None
        and (compare_values(tag, before, after.value, taxonomy_name="author").score or 0) == 1
    )
    leaks = (
        (LeakedFact(tag, after.value, "the author", standing((after.value, *after.evidence), text)),)
        if same and after
        else ()
    )
    return Judged(0.0 if same else 1.0, utility, None, leaks)
