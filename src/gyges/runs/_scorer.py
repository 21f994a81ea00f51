"""Scoring a corpus: every document with a verdict on every fact, whatever happened to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gyges.corpus import Spool
from gyges.errors import BudgetExhaustedError, WorkerDiedError
from gyges.models import Model, ModelPool
from gyges.records import Document, Finding, Release
from gyges.runs._audited import AuditNotes, AuditOptions, Truth, why_unreleased
from gyges.runs._events import DocumentFinished, Event, Listener, RunStarted, RunStopped
from gyges.runs._findings import Attacked
from gyges.runs._in_order import in_order
from gyges.runs._outcome import UNREACHED, RunSummary
from gyges.runs.workers import Crew, Remote, ScoringTask, at_once, remote_scoring
from gyges.scoring import (
    Alignment,
    HumanDecisions,
    Judge,
    ScoredDocument,
    is_about_author,
    score_labelled_async,
    unscored_document,
)

__all__ = ["DocumentScorer", "open_scorer"]

_SCORING_AT_ONCE = 16


def open_scorer(
    truth: Truth,
    documents: Mapping[str, Document],
    options: AuditOptions,
    pool: ModelPool,
    human: HumanDecisions | None,
    folder: Path,
    listener: Listener | None,
    workers: Crew | None,
) -> "DocumentScorer":
    """Return what scores all documents of an audit, in other processes where no model is asked."""
    judge = Judge(pool.model(options.judge)) if options.judge else None
    matcher = pool.model(options.who_matches) if options.who_matches else None
    remote = None
    if workers is not None and judge is None and matcher is None:
        remote = remote_scoring(options.profile, options.min_certainty, human)
    return DocumentScorer(truth, documents, options, judge, matcher, human, folder, listener, workers, remote)


@dataclass(frozen=True, slots=True)
class _Scoring:
    """All that one document is scored with."""

    original: Document
    truth: Document | None
    finding: Finding | None
    failure: str | None
    release: Release | None
    who: Alignment | None


@dataclass(frozen=True, slots=True)
class DocumentScorer:
    """Scores documents; see `open_scorer`."""

    truth: Truth
    documents: Mapping[str, Document]
    options: AuditOptions
    judge: Judge | None
    matcher: Model | None
    human: HumanDecisions | None
    folder: Path
    listener: Listener | None
    workers: Crew | None
    remote: Remote | None

    async def score(
        self, attacked: Attacked, attacker: str, releases: Mapping[str, Release]
    ) -> tuple[Spool[ScoredDocument], AuditNotes]:
        """Score all documents; what could not be labelled, released or attacked is listed as failed."""
        count, seen, scored = len(self.documents), AuditNotes(), Spool[ScoredDocument]()
        self._tell(RunStarted(self.folder, count, step=f"score {attacker}"))
        findings, failures = attacked.findings[attacker], attacked.failures[attacker]

        def take(one: ScoredDocument) -> None:
            scored.append(one)
            self._tell(DocumentFinished(one.id, failed=one.failed is not None, reused=False))

        try:
            await in_order(
                (self._given(original, findings, failures, releases, seen) for original in self.documents.values()),
                self._score,
                take,
                at_once=at_once(self.workers, _SCORING_AT_ONCE),
            )
        finally:
            self._tell(RunStopped(RunSummary(count, count, len(scored) if len(scored) == count else 0)))
        return scored, seen

    def _given(
        self,
        original: Document,
        findings: Mapping[str, Finding],
        failures: Mapping[str, str],
        releases: Mapping[str, Release],
        seen: AuditNotes,
    ) -> _Scoring:
        """Return what a document is scored with, and take note of what is noticed at it."""
        id_ = original.id
        truth = original if original.subjects is not None else self.truth.documents.get(id_)
        if truth is not None:
            seen.truths += 1
            seen.authors += is_about_author(truth)
            seen.marked |= bool(truth.mentions)
        finding = findings.get(id_)
        release, who = releases.get(id_), None
        if finding is not None:
            who = None if self.options.matcher is not None else self.truth.recorded(finding, truth)
            seen.recorded.add(who is not None)
            seen.joined |= bool(finding.notes.get("found_by"))
            if "genre" in finding.notes:
                seen.genres[str(finding.notes["genre"])] += 1
        return _Scoring(original, truth, finding, failures.get(id_), release, who)

    def _tell(self, event: Event) -> None:
        if self.listener is not None:
            self.listener(event)

    async def _score(self, given: _Scoring) -> ScoredDocument:
        id_, document = given.original.id, given.truth
        if document is None:
            return ScoredDocument(id_, (), 0, failed=f"truth: {self.truth.failures.get(id_, 'not labelled')}")
        if given.finding is None:
            return self._unscored(document, given.failure or why_unreleased(given.original, given.release) or UNREACHED)
        if self.workers is not None and self.remote is not None:
            task = ScoringTask(document, given.finding, given.release, given.who)
            return await self._sent(self.workers, self.remote, task)
        try:
            return await score_labelled_async(
                document,
                given.finding,
                release=given.release,
                profile=self.options.profile,
                min_certainty=self.options.min_certainty,
                judge=self.judge,
                matcher=self.matcher,
                human=self.human,
                who=given.who,
            )
        except BudgetExhaustedError as error:  # what was scored so far still counts, and the ledger remembers
            return self._unscored(document, f"match: {error.problem}")

    async def _sent(self, workers: Crew, remote: Remote, task: ScoringTask) -> ScoredDocument:
        """Have a worker score; where every one that tried has died, nothing is known and all counts as leaked."""
        try:
            scored: ScoredDocument = await workers.do(remote, task, f"the scoring of '{task.document.id}'")
        except WorkerDiedError as error:
            return self._unscored(task.document, f"match: {error}")
        return scored

    def _unscored(self, document: Document, reason: str) -> ScoredDocument:
        return unscored_document(document.id, document.subjects or (), reason, min_certainty=self.options.min_certainty)
