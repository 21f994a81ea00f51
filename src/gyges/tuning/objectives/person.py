"""``author`` and ``biography``: what is guessed about the one person of a text (SynthPAI, DB-Bio)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gyges.attacks import Attack
from gyges.errors import InputError
from gyges.models import DocumentText, Model, numbered
from gyges.reading import find_occupations
from gyges.records import Document, Fact, Finding, JsonValue, Subject
from gyges.scoring import Judge, ScoredAttribute, compare_values, rouge, score_author, score_author_async
from gyges.tuning._outcome import LeakedFact, UtilityLoss, standing
from gyges.tuning.objectives._objective import Judged, lost_passages
from gyges.tuning.objectives._questions import ChooseLabel


@dataclass(frozen=True)
class AuthorObjective:
    """Privacy: the share of labelled attributes that the attacker's best guess does not hit. Utility: ROUGE-1.

    As published (`paper`): one attribute, the first that was labelled, and private is a guess other than the one made
    on the original, true or not; so unchanged text has a privacy of 0 whoever attacks. The judge verifies, rules where
    there is none, and a guess that says less but is right (Canada for Vancouver) is the same guess (listing 4).
    """

    attacker: Attack  # who guesses, one person per finding
    judge_model: Model | None = None  # who compares values where rules are not sure
    paper: bool = False  # whether to measure as published
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
            return await self._as_published(author, known, text, utility)
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

    async def _as_published(self, author: Subject, known: Any, text: str, utility: float) -> Judged:
        tag, before, after = known["tag"], known["guess"], _first(author, known["tag"])
        if before is None or after is None:
            return Judged(float((before is None) != (after is None)), utility)
        if not await self._found_again(tag, before, after.value):
            return Judged(1.0, utility)
        leak = LeakedFact(tag, after.value, "the author", standing((after.value, *after.evidence), text))
        return Judged(0.0, utility, None, (leak,))

    async def _found_again(self, tag: str, before: str, after: str) -> bool:
        """Whether a guess is the earlier one, or right and less precise; so is what nobody could decide."""
        if self.judge_model is not None:
            score = (await Judge(self.judge_model, "author").decide(tag, before, after)).score
        else:
            score = compare_values(tag, before, after, taxonomy_name="author").score
        return score is None or score > 0


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


_NOTE = re.compile(r"(?:(?<!\s)\s++)?\([^()]*\)\s*$")  # Wikipedia's "(actor)" behind a name


@dataclass(frozen=True)
class BiographyObjective:
    """Privacy: 1 minus the best match of the attacker's names with a name of the person. Utility: the label is kept.

    Part of a name counts half. As published (`paper`): 0 if the full name is among the names letter by letter, else 1.
    Without a judge a stand-in reads utility: whether the rules find an occupation like the label in the release.
    """

    attacker: Attack  # who names people
    labels: tuple[str, ...] = ()  # all labels, sorted, so that the question is the same in every process
    judge_model: Model | None = None  # who classifies
    paper: bool = False  # whether to measure as published
    name = "biography"

    @property
    def measures(self) -> tuple[str, str]:
        """Not named, label kept."""
        utility = "occupation told by a classifier" if self.judge_model else "occupation found by rules (stand-in)"
        return f"person not named by {self.attacker.name}", utility

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Attacker, judge, labels, definition."""
        judge = self.judge_model.name if self.judge_model else None
        return {"attacker": self.attacker.name, "judge": judge, "labels": list(self.labels), "paper": self.paper}

    async def prepare(self, document: Document) -> JsonValue:
        """Need nothing."""
        del document
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Ask for names, and for the occupation."""
        del known
        names = aliases_of(document)
        finding = await self.attacker.attack(text, id=document.id)
        guesses = [fact for person in finding.subjects for fact in person.facts if fact.tag == "NAME"]
        matched = [(self._match(names, guess.value), guess) for guess in guesses]
        hit, guess = max(matched, key=lambda pair: pair[0], default=(0.0, None))
        leaks: tuple[LeakedFact, ...] = ()
        if hit and guess is not None:
            leaks = (
                LeakedFact("NAME", names[0], "the person", standing((*names, guess.value, *guess.evidence), text)),
            )
        utility, losses = await self._utility(document, text)
        return Judged(1 - hit, utility, 1 - hit, leaks, losses)

    def _match(self, names: tuple[str, ...], guess: str) -> float:
        if self.paper:
            return float(guess == names[0])
        return max(compare_values("NAME", name, guess).score or 0.0 for name in names)

    async def _utility(self, document: Document, text: str) -> tuple[float, tuple[UtilityLoss, ...]]:
        label = str(document.meta.get("occupation", ""))
        if not label:
            raise InputError(f"document '{document.id}' has no occupation", "add 'occupation' to its meta data")
        if self.judge_model is None:
            found = [cue.occupation for cue in find_occupations(text)]
            kept = any((compare_values("OCCUPATION", label, one).score or 0) > 0 for one in found)
            return float(kept), () if kept else (
                UtilityLoss(f"that the person is known as '{label}' cannot be told", (label,)),
            )
        asked = ChooseLabel(DocumentText(text), numbered(self.labels), len(self.labels))
        said = self.labels[(await self.judge_model.ask(asked)).number - 1]
        if said.casefold() == label.casefold():
            return 1.0, ()
        return 0.0, (UtilityLoss(f"the person is taken for '{said}' instead of '{label}'", (label,)),)


def aliases_of(document: Document) -> tuple[str, ...]:
    """Return the names of the person a biography is about, the given one first."""
    facts = [fact for subject in document.subjects or () for fact in subject.facts if fact.tag == "NAME"]
    page = _NOTE.sub("", str(document.meta.get("page", "")).replace("_", " ")).strip()
    names = tuple(dict.fromkeys(name for name in (*(fact.value for fact in facts), page) if name))
    if not names:
        raise InputError(f"document '{document.id}' has no name", "use a corpus with the names of people")
    return names
