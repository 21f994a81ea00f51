"""Scoring by rules alone: work that other processes can do."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from gyges.records import Document, Finding, Release, Unread
from gyges.runs.workers._messages import Remote
from gyges.scoring import (
    Alignment,
    HumanDecisions,
    Profile,
    ProtectionCounts,
    ProtectionFold,
    ScoredDocument,
    is_about_author,
    recorded_alignment,
    score_labelled,
    targets,
)

__all__ = [
    "DocumentNotes",
    "DocumentScore",
    "ScoredAlready",
    "ScoringTask",
    "ScoringTerms",
    "control_score",
    "notes_on",
    "recorded_who",
    "remote_scoring",
    "score_by_rules",
]

_NOBODY = Unread.of(ScoredDocument("", (), 0))


@dataclass(frozen=True, slots=True)
class ScoringTask:
    """What is scored, unread: all of it goes to another process as it lies on disk.

    Attributes:
        id: The document.
        document: The document with its people.
        finding: What was found in what was read; about another document where it is a control.
        release: What was read.
        labelled: Whether only a labeller knows its people. Who is who may be recorded with a finding otherwise.
    """

    id: str
    document: Unread[Document]
    finding: Unread[Finding]
    release: Unread[Release] | None
    labelled: bool = False

    def __len__(self) -> int:
        """How many bytes it has."""
        return sum(len(kept) for kept in (self.document, self.finding, self.release) if kept is not None)


@dataclass(frozen=True, slots=True)
class ScoringTerms:
    """How documents are scored.

    Attributes:
        profile: Scoring rules.
        min_certainty: True facts below it do not count.
        human: Recorded decisions on pairs of values.
        matched: Whether somebody was named who says who is who; what was recorded counts otherwise.
        control: Whether findings are about other documents. Then only what documents add to the figures is wanted.
    """

    profile: Profile
    min_certainty: int
    human: HumanDecisions | None = None
    matched: bool = True
    control: bool = False


@dataclass(frozen=True, slots=True)
class DocumentNotes:
    """What is noticed at a document while it is scored.

    Attributes:
        about_author: Whether it is about its author only.
        marked: Whether annotators marked words in it.
        recorded: Whether it was recorded with the finding who is who; None where nothing was found.
        joined: Whether the finding says which of several attackers found what.
        genre: Of which genre the attacker took the text; None where it did not say.
    """

    about_author: bool
    marked: bool
    recorded: bool | None = None
    joined: bool = False
    genre: str | None = None


@dataclass(frozen=True, slots=True)
class DocumentScore:
    """A document with a verdict on every fact.

    Attributes:
        scored: The document, unread.
        failed: Whether it could not be scored.
        notes: What was noticed at it; None where nobody knows its people.
        row: What it adds to protection as a control.
    """

    scored: Unread[ScoredDocument]
    failed: bool
    notes: DocumentNotes | None
    row: ProtectionCounts | None = None


@dataclass(frozen=True, slots=True)
class ScoredAlready:
    """A document of which there is nothing to score, among those that are scored."""

    id: str
    score: DocumentScore

    def __len__(self) -> int:
        """How many bytes it has."""
        return len(self.score.scored)


def notes_on(document: Document, finding: Finding | None, who: Alignment | None) -> DocumentNotes:
    """Take note of what the figures of an audit want to know of a document."""
    if finding is None:
        return DocumentNotes(is_about_author(document), bool(document.mentions))
    genre = finding.notes.get("genre")
    return DocumentNotes(
        is_about_author(document),
        bool(document.mentions),
        who is not None,
        bool(finding.notes.get("found_by")),
        None if genre is None else str(genre),
    )


def recorded_who(terms: ScoringTerms, task: ScoringTask) -> Alignment | None:
    """Return who is who as recorded with a finding; None for people whom only a labeller knows.

    Raises:
        InputError: It was recorded for other annotations.
    """
    if terms.matched or task.labelled:
        return None
    return recorded_alignment(task.document.thing, task.finding.thing)


def remote_scoring(terms: ScoringTerms) -> Remote:
    """Return what makes the work that scores a `ScoringTask` by rules, into a `DocumentScore`."""
    return partial(_scoring, terms)


def score_by_rules(terms: ScoringTerms, task: ScoringTask) -> DocumentScore:
    """Score one document; no model is asked."""
    document, finding, who = task.document.thing, task.finding.thing, recorded_who(terms, task)
    scored = score_labelled(
        document,
        finding if finding.id == task.id else replace(finding, id=task.id),
        release=None if task.release is None else task.release.thing,
        profile=terms.profile,
        min_certainty=terms.min_certainty,
        human=terms.human,
        who=who,
    )
    if terms.control:
        return control_score(terms.profile, document, scored)
    return DocumentScore(Unread.of(scored), scored.failed is not None, notes_on(document, finding, who))


def control_score(profile: Profile, document: Document, scored: ScoredDocument) -> DocumentScore:
    """Return what a document with the finding about another one adds to protection."""
    row = ProtectionFold(profile).row(scored, targets([document]))
    return DocumentScore(_NOBODY, scored.failed is not None, None, row)


def _scoring(terms: ScoringTerms) -> Callable[[ScoringTask | ScoredAlready], Awaitable[DocumentScore]]:
    async def work(task: ScoringTask | ScoredAlready) -> DocumentScore:
        return task.score if isinstance(task, ScoredAlready) else score_by_rules(terms, task)

    return work
