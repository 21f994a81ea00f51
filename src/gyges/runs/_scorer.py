"""Scoring a corpus: every document with a verdict on every fact, whatever happened to it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from gyges.corpus import Spool
from gyges.errors import BudgetExhaustedError, WorkerDiedError
from gyges.models import Model, ModelPool
from gyges.records import Document, Finding, Release, Unread
from gyges.runs._audited import AuditNotes, AuditOptions, Truth, why_unreleased
from gyges.runs._chunks import in_chunks
from gyges.runs._events import DocumentFinished, Event, Listener, RunStarted, RunStopped
from gyges.runs._findings import Attacked
from gyges.runs._in_step import InStep
from gyges.runs._outcome import UNREACHED, RunSummary
from gyges.runs.workers import (
    Crew,
    DocumentScore,
    Remote,
    ScoredAlready,
    ScoringTask,
    ScoringTerms,
    notes_on,
    recorded_who,
    remote_scoring,
)
from gyges.scoring import HumanDecisions, Judge, ScoredDocument, score_labelled_async, unscored_document

__all__ = ["DocumentScorer", "open_scorer"]

_SCORING_AT_ONCE = 16

_ToScore: TypeAlias = ScoringTask | ScoredAlready


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
    terms = ScoringTerms(options.profile, options.min_certainty, human, matched=options.matcher is not None)
    judge = Judge(pool.model(options.judge)) if options.judge else None
    matcher = pool.model(options.who_matches) if options.who_matches else None
    if judge is None and matcher is None:
        remote = remote_scoring(terms)
    else:
        remote, workers = (lambda: partial(_ask_and_score, terms, judge, matcher)), None
    return DocumentScorer(truth, documents, options, folder, listener, workers, remote)


@dataclass(frozen=True, slots=True)
class DocumentScorer:
    """Scores documents; see `open_scorer`."""

    truth: Truth
    documents: Mapping[str, Document]
    options: AuditOptions
    folder: Path
    listener: Listener | None
    workers: Crew | None
    remote: Remote

    async def score(
        self, attacked: Attacked, attacker: str, releases: Mapping[str, Release]
    ) -> tuple[Spool[ScoredDocument], AuditNotes]:
        """Score all documents; what could not be labelled, released or attacked is listed as failed."""
        count, seen, scored = len(self.documents), AuditNotes(), Spool[ScoredDocument]()
        self._tell(RunStarted(self.folder, count, step=f"score {attacker}"))

        def take(task: _ToScore, score: DocumentScore) -> None:
            scored.append_unread(score.scored)
            if score.notes is not None:
                seen.add(score.notes)
            self._tell(DocumentFinished(task.id, failed=score.failed, reused=False))

        try:
            await in_chunks(
                self._tasks(attacked.findings[attacker], attacked.failures[attacker], releases, seen),
                self.remote,
                take,
                workers=self.workers,
                what="the scoring",
                lost=self._lost,
                alone=_SCORING_AT_ONCE,
            )
        finally:
            self._tell(RunStopped(RunSummary(count, count, len(scored) if len(scored) == count else 0)))
        return scored, seen

    def _tasks(
        self,
        findings: Mapping[str, Finding],
        failures: Mapping[str, str],
        releases: Mapping[str, Release],
        seen: AuditNotes,
    ) -> Iterator[_ToScore]:
        """Yield what every document is scored with."""
        truths, found, made = self._truths(), InStep(findings), InStep(releases)
        for id_, truth in truths:
            finding, release = found.get(id_), made.get(id_)
            if truth is None:
                if finding is not None and "genre" in finding.thing.notes:
                    seen.genres[str(finding.thing.notes["genre"])] += 1
                reason = f"truth: {self.truth.failures.get(id_, 'not labelled')}"
                nobody = ScoredDocument(id_, (), 0, failed=reason)
                yield ScoredAlready(id_, DocumentScore(Unread.of(nobody), failed=True, notes=None))
            elif finding is None:
                known = None if release is None else release.thing
                reason = failures.get(id_) or why_unreleased(self.documents[id_], known) or UNREACHED
                yield ScoredAlready(id_, self._unscored(truth.thing, reason))
            else:
                yield ScoringTask(id_, truth, finding, release, id_ in self.truth.labelled)

    def _truths(self) -> Iterator[tuple[str, Unread[Document] | None]]:
        """Yield all documents with their people, annotated or labelled; None where nobody knows them."""
        originals, known = InStep(self.documents), InStep(self.truth.documents)
        for id_ in self.documents:
            labelled = known.get(id_)
            if self.truth.documents is not self.documents:
                original = originals.get(id_)
                if original is not None and original.thing.subjects is not None:
                    labelled = original
            yield id_, labelled

    def _tell(self, event: Event) -> None:
        if self.listener is not None:
            self.listener(event)

    def _lost(self, task: _ToScore, error: WorkerDiedError) -> DocumentScore:
        """Every worker that tried has died: nothing is known and all counts as leaked."""
        if isinstance(task, ScoredAlready):
            return task.score
        return self._unscored(task.document.thing, f"match: {error}")

    def _unscored(self, document: Document, reason: str) -> DocumentScore:
        return _unscored(self.options.min_certainty, document, reason)


def _unscored(min_certainty: int, document: Document, reason: str) -> DocumentScore:
    scored = unscored_document(document.id, document.subjects or (), reason, min_certainty=min_certainty)
    return DocumentScore(Unread.of(scored), failed=True, notes=notes_on(document, None, None))


async def _ask_and_score(
    terms: ScoringTerms, judge: Judge | None, matcher: Model | None, task: _ToScore
) -> DocumentScore:
    """Score a document in this process, where models are asked."""
    if isinstance(task, ScoredAlready):
        return task.score
    document, finding, who = task.document.thing, task.finding.thing, recorded_who(terms, task)
    notes = notes_on(document, finding, who)
    try:
        scored = await score_labelled_async(
            document,
            finding,
            release=None if task.release is None else task.release.thing,
            profile=terms.profile,
            min_certainty=terms.min_certainty,
            judge=judge,
            matcher=matcher,
            human=terms.human,
            who=who,
        )
    except BudgetExhaustedError as error:  # what was scored so far still counts, and the ledger remembers
        scored = _unscored(terms.min_certainty, document, f"match: {error.problem}").scored.thing
    return DocumentScore(Unread.of(scored), scored.failed is not None, notes)
