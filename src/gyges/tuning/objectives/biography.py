"""``biography``: nobody may tell who it is (DB-Bio); what the person does must stay."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gyges.attacks import Attack
from gyges.errors import InputError
from gyges.models import DocumentText, Model, numbered
from gyges.reading import find_occupations
from gyges.records import Document, JsonValue
from gyges.scoring import compare_values
from gyges.tuning._occurs import standing
from gyges.tuning._outcome import LeakedFact, UtilityLoss
from gyges.tuning.objectives._objective import Judged
from gyges.tuning.objectives._questions import ChooseLabel

__all__ = ["BiographyObjective", "aliases_of"]

_NOTE = re.compile(r"(?:(?<!\s)\s++)?\([^()]*\)\s*$")  # Wikipedia's "(actor)" behind a name


@dataclass(frozen=True)
class BiographyObjective:
    """Privacy: 1 minus the best match of the attacker's names with a name of the person. Utility: the label is kept.

    Part of a name counts half. As published (`paper`): 0 if the full name is among the names letter by letter, else 1.
    Without a judge a stand-in reads utility: whether the rules find an occupation like the label in the release.

    Attributes:
        attacker: Who names people.
        labels: All labels, sorted, so that the question is the same in every process.
        judge_model: Who classifies.
        paper: Whether to measure as published.
    """

    attacker: Attack
    labels: tuple[str, ...] = ()
    judge_model: Model | None = None
    paper: bool = False
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
    """Return the names of the person a biography is about, the given one first.

    Example:
        >>> from gyges.records import Fact, Subject
        >>> person = Subject("p", "", (Fact("NAME", "Ada King"),))
        >>> aliases_of(Document("b", "...", (person,), meta={"page": "Ada_Lovelace_(writer)"}))
        ('Ada King', 'Ada Lovelace')
    """
    facts = [fact for subject in document.subjects or () for fact in subject.facts if fact.tag == "NAME"]
    page = _NOTE.sub("", str(document.meta.get("page", "")).replace("_", " ")).strip()
    names = tuple(dict.fromkeys(name for name in (*(fact.value for fact in facts), page) if name))
    if not names:
        raise InputError(f"document '{document.id}' has no name", "use a corpus with the names of people")
    return names
