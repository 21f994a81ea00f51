"""What a strong reader is expected to leave of one document, fact by fact: quick enough to ask once for every edit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.records import Document, Finding, Release
from gyges.scoring._certainty import MIN_CERTAINTY
from gyges.scoring.estimate._clues import clues_of
from gyges.scoring.estimate._estimate import out_of_scope
from gyges.scoring.estimate._light import light_model

__all__ = ["Expected", "expect_document"]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a strong reader is expected to leave protected of one document, by the light make. An estimate, no finding.

    Attributes:
        facts: Of each fact that counts how likely it stays protected, by person and tag.
    """

    facts: Mapping[tuple[str, str], tuple[float, ...]]

    @property
    def document(self) -> float:
        """The share of all facts that is expected to stay protected."""
        return _mean([kept for own in self.facts.values() for kept in own])

    @property
    def people(self) -> dict[str, float]:
        """The same for each person with facts."""
        own: dict[str, list[float]] = {}
        for (person, _), kept in self.facts.items():
            own.setdefault(person, []).extend(kept)
        return {person: _mean(kept) for person, kept in own.items()}

    @property
    def kinds(self) -> dict[tuple[str, str], float]:
        """The same for each kind of fact of each person."""
        return {key: _mean(kept) for key, kept in self.facts.items()}


def expect_document(document: Document, release: Release, finding: Finding, before: Finding) -> Expected | str:
    """Estimate what a strong reader would leave protected, or say in words why that cannot be estimated.

    Args:
        document: The original with its people.
        release: What was made of it.
        finding: What the embedded reader found in the release.
        before: What it found in the original.
    """
    counted = {
        subject.id: [fact for fact in subject.facts if fact.certainty >= MIN_CERTAINTY and fact.value.strip()]
        for subject in document.subjects or ()
    }
    if not any(counted.values()):
        return "nothing is known about anybody in it"
    model = light_model()
    why = out_of_scope(document, release, model.longest)
    if why:
        return why
    rows = list(clues_of(document, release, finding, before, model.guesses, counted))
    empty = not release.text.strip()  # nobody tells anything from nothing
    chances = [0.0] * len(rows) if empty else model.chances([(fact.tag, clues) for _, fact, clues in rows])
    facts: dict[tuple[str, str], tuple[float, ...]] = {}
    for (subject, fact, _), chance in zip(rows, chances, strict=True):
        key = subject.id, fact.tag
        facts[key] = (*facts.get(key, ()), 1 - chance)
    return Expected(facts)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
