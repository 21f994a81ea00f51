"""A look at documents after an audit: all that its figures want of them, by rules alone, as other processes can do it.

What a document adds to the figures comes back as rows of counts; the documents themselves need not come back.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeVar

from gyges.attacks import AttackOptions, RulesAttack
from gyges.records import Document, Finding, Release, Unread
from gyges.runs.workers._messages import Remote
from gyges.scoring import (
    AnonymityCounts,
    AnonymityFold,
    DocumentChances,
    DocumentCounts,
    DocumentFolds,
    Profile,
    ProtectionCounts,
    ScoredDocument,
    SpanCounts,
    TrueFact,
    Utility,
    count_spans,
    document_chances,
    measure_utility,
    person_sets,
    targets,
    true_facts,
)

__all__ = ["DocumentLook", "FigureRows", "LookTask", "LookTerms", "look_at", "remote_look"]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class LookTask:
    """A document after the audit, with all that is looked at, unread.

    Attributes:
        id: The document.
        scored: The document as scored.
        original: Its original text scored the same way, if that was attacked.
        document: The original with its people; None where nobody knows them.
        release: What was read of it; None where nothing was.
        finding: What rules found in the release; None where they did not read it.
        before: The same for the original.
        said: What a verifier said of its facts.
    """

    id: str
    scored: Unread[ScoredDocument]
    original: Unread[ScoredDocument] | None
    document: Unread[Document] | None
    release: Unread[Release] | None
    finding: Unread[Finding] | None
    before: Unread[Finding] | None
    said: Sequence[float] | None = None

    def __len__(self) -> int:
        """How many bytes it has."""
        parts = (self.scored, self.original, self.document, self.release, self.finding, self.before)
        return sum(len(kept) for kept in parts if kept is not None)


@dataclass(frozen=True, slots=True)
class LookTerms:
    """What is looked at.

    Attributes:
        profile: Scoring rules.
        figures: Whether it is counted what documents add to the figures of an audit; else to the estimate alone.
        strong: Whether it is estimated what a strong reader would tell.
        verified: Whether a verifier was asked for that.
        attack: How rules read texts for that, where they were not the attacker; None where they were.
        utility: Whether releases are compared with their originals.
        spans: Whether it is counted what of annotated mentions is masked.
        matched: Whether rules that were the attacker also said who is who.
    """

    profile: Profile
    figures: bool = True
    strong: bool = False
    verified: bool = False
    attack: AttackOptions | None = None
    utility: bool = False
    spans: bool = False
    matched: bool = False


@dataclass(frozen=True, slots=True)
class FigureRows:
    """What one document adds to the figures of an audit.

    Attributes:
        target: Whom 1-AAC is about, by the id of the document.
        row: What it adds to protection, coverage and breakdowns.
        sets: How many people fit what is told about everybody in it.
        original: What its original text adds to protection, if that was attacked.
        original_sets: The same for how many people fit.
        facts: What is true, for a guesser that learns from it.
        changed: Whether its release is another text; None where nothing was read.
    """

    target: dict[str, str | None]
    row: DocumentCounts
    sets: AnonymityCounts
    original: ProtectionCounts | None
    original_sets: AnonymityCounts | None
    facts: tuple[TrueFact, ...]
    changed: bool | None


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """What was seen at one document; None for what was not looked at.

    Attributes:
        figures: What it adds to the figures.
        chances: What a strong reader is expected to tell.
        utility: How much of the text is left.
        spans: What of annotated mentions is masked.
    """

    figures: FigureRows | None = None
    chances: DocumentChances | None = None
    utility: Utility | None = None
    spans: SpanCounts | None = None


def look_at(terms: LookTerms, task: LookTask) -> DocumentLook:
    """Look at one document.

    Raises:
        InputError: The target that its meta names is none of its people.
    """
    document, release = _thing(task.document), _thing(task.release)
    utility = spans = None
    if document is not None and release is not None:
        utility = measure_utility(document, release) if terms.utility else None
        if terms.spans and document.mentions is not None:
            spans = count_spans(document, release, profile=terms.profile)
    return DocumentLook(
        _figures(terms, task) if terms.figures else None,
        _chances(terms, task) if terms.strong else None,
        utility,
        spans,
    )


def _figures(terms: LookTerms, task: LookTask) -> FigureRows:
    document, release, one = _thing(task.document), _thing(task.release), task.scored.thing
    folds, sets, counted = _only_asked_for_rows(terms.profile)
    target = {} if document is None else targets([document])
    before = _thing(task.original)
    return FigureRows(
        target,
        folds.row(one, target),
        sets.row(person_sets(one)),
        None if before is None else folds.protection.row(before, target),
        None if before is None else counted.row(person_sets(before)),
        true_facts(one),
        None if document is None or release is None else release.text != document.text,
    )


@cache
def _only_asked_for_rows(profile: Profile) -> tuple[DocumentFolds, AnonymityFold, AnonymityFold]:
    return DocumentFolds(profile), AnonymityFold(), AnonymityFold(0)


def _thing(kept: Unread[_Item] | None) -> _Item | None:
    return None if kept is None else kept.thing


def _chances(terms: LookTerms, task: LookTask) -> DocumentChances:
    document, release = _thing(task.document), _thing(task.release)
    finding, before = _thing(task.finding), _thing(task.before)
    if terms.attack is not None and document is not None and release is not None:
        rules = RulesAttack(terms.attack)
        finding, before = rules.find(release.text, document.id), rules.find(document.text, document.id)
    known = document is not None and finding is not None and before is not None
    return document_chances(
        task.scored.thing,
        document,
        release if known else None,
        finding,
        before,
        profile=terms.profile,
        verified=terms.verified,
        said=task.said,
        original=_thing(task.original),
        matched=terms.matched,
    )


def remote_look(terms: LookTerms) -> Remote:
    """Return what makes the work that looks at a `LookTask`."""
    return partial(_looking, terms)


def _looking(terms: LookTerms) -> Callable[[LookTask], Awaitable[DocumentLook]]:
    async def work(task: LookTask) -> DocumentLook:
        return look_at(terms, task)

    return work
