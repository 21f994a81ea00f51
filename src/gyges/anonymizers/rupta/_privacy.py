"""The privacy evaluator of ``rupta``: at which place of an attacker's guesses the truth stands, and what told it."""

from collections.abc import Iterable
from dataclasses import dataclass

from gyges.anonymizers.adversarial import target_subjects
from gyges.anonymizers.rupta._options import RuptaOptions
from gyges.attacks import Attack
from gyges.errors import ReleaseError
from gyges.records import Fact, Finding, Subject, taxonomy
from gyges.scoring import compare_values

Truth = tuple[str, str]
"""A tag and a value that must not be found out."""

GivenAway = tuple[str, str]
"""A tag, and words that gave its value away."""

_FOUND = 1.0
_NAME_FOUND = 0.5  # a family name alone finds a person; a country alone does not find a town


@dataclass(frozen=True, slots=True)
class Privacy:
    """What the evaluator says about a version."""

    rank: int
    hidden: bool  # whether it is not among them
    leaks: tuple[GivenAway, ...] = ()  # the words that gave it away, with what they told
    found: tuple[Truth, ...] = ()  # what was found out, as tag and value of the truth


@dataclass(frozen=True)
class PrivacyEvaluator:
    """Attacks a version and compares what the attacker says with what must not be found out."""

    attacker: Attack
    options: RuptaOptions

    async def truths(self, text: str, *, id: str) -> tuple[tuple[Truth, ...], tuple[GivenAway, ...]]:
        """Return what must not be found out, as the user says or as the attacker reads it in the original."""
        finding = await self.attacker.attack(text, id=id)
        truths = self.options.truths or truths_in(finding, self.options)
        if not truths:
            raise ReleaseError(
                f"{self.attacker.name} recognises nothing in the original that could be hidden",
                "say what must not be found out with the option truth, or choose another goal or attacker",
            )
        return truths, rank_of(finding, truths, self.options).leaks

    async def evaluate(self, text: str, truths: Iterable[Truth], *, id: str) -> Privacy:
        """Attack a version."""
        return rank_of(await self.attacker.attack(text, id=id), truths, self.options)


def truths_in(finding: Finding, options: RuptaOptions) -> tuple[Truth, ...]:
    """Return the first guess of each person and tag that counts: what the attacker takes for the truth."""
    truths: dict[Truth, None] = {}
    for subject in _people(finding, options):
        for facts in _lists(subject, options).values():
            if facts[0].certainty >= options.counts_from:
                truths[facts[0].tag, facts[0].value] = None
    return tuple(truths)


def rank_of(finding: Finding, truths: Iterable[Truth], options: RuptaOptions) -> Privacy:
    """Return the best place of a truth among the guesses about anybody; it is only as private as its worst one."""
    places: dict[Truth, int] = {}
    leaks: dict[GivenAway, None] = {}
    lists = [facts for subject in _people(finding, options) for facts in _lists(subject, options).values()]
    for truth in truths:
        for facts in lists:
            for place, fact in enumerate(facts[: options.most], start=1):
                if fact.certainty >= options.counts_from and _same(truth, fact):
                    places[truth] = min(place, places.get(truth, place))
                    leaks |= dict.fromkeys((fact.tag, words) for words in fact.evidence)
                    break
    rank = min(places.values(), default=options.most + 1)
    return Privacy(rank, not places, tuple(leaks), tuple(places))


def _people(finding: Finding, options: RuptaOptions) -> tuple[Subject, ...]:
    return finding.subjects if options.goal == "identity" else target_subjects(finding, options.whom)


def _lists(subject: Subject, options: RuptaOptions) -> dict[str, list[Fact]]:
    lists: dict[str, list[Fact]] = {}
    for fact in subject.facts:
        if (fact.tag == "NAME") == (options.goal == "identity"):
            lists.setdefault(fact.tag, []).append(fact)
    return lists


def _same(truth: Truth, fact: Fact) -> bool:
    tag, value = truth
    if tag != fact.tag:
        return False
    kinds = "spia" if tag in taxonomy("spia") else "author"
    score = compare_values(tag, value, fact.value, taxonomy_name=kinds).score or 0.0
    return score >= (_NAME_FOUND if tag == "NAME" else _FOUND)
