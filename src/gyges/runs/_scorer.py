"""Scoring a corpus: every document with a verdict on every fact, whatever happened to it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from gyges.corpus import Spool
from gyges.errors import BudgetExhaustedError, WorkerDiedError
from gyges.models import Model
from gyges.records import SPECIAL, Document, Finding, Release, Unread, UnreadableDocument
from gyges.runs._audited import AuditNotes, AuditRun, DocumentNotes, Truth
from gyges.runs._chunks import Parts, in_chunks, needed, thing
from gyges.runs._events import DocumentFinished, Event, RunStarted, RunStopped
from gyges.runs._findings import Attacked
from gyges.runs._loops import in_order
from gyges.runs._made import unread, unread_or_none
from gyges.runs._outcome import UNREACHED, RunSummary
from gyges.scoring import (
    Alignment,
    HumanDecisions,
    Judge,
    Profile,
    ScoredDocument,
    is_about_author,
    recorded_alignment,
    score_labelled,
    score_labelled_async,
    unscored_document,
)


@dataclass(frozen=True, slots=True)
class ScoringTerms:
    """How documents are scored."""

    profile: Profile  # scoring rules
    min_certainty: int  # true facts below it do not count
    human: HumanDecisions | None = None  # recorded decisions on pairs of values
    special: bool = False  # whether special categories count like other facts
    matched: bool = True  # whether somebody was named who says who is who; what was recorded counts otherwise


@dataclass(frozen=True, slots=True)
class DocumentScore:
    """A document with a verdict on every fact."""

    scored: Unread[ScoredDocument]  # the document, unread
    failed: bool  # whether it could not be scored
    notes: DocumentNotes | None  # what was noticed at it; None where nobody knows its people


@dataclass(frozen=True, slots=True)
class ScoringTask(Parts):
    """What is scored."""

    labelled: bool = False  # whether its people are those of a labeller
    done: DocumentScore | None = None  # how it is scored, where there is nothing to score


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
        SPECIAL in finding.notes,
    )


def _recorded_who(terms: ScoringTerms, task: ScoringTask) -> Alignment | None:
    """Return who is who as recorded with a finding; None for people whom only a labeller knows."""
    if terms.matched or task.labelled:
        return None
    return recorded_alignment(needed(task.document), needed(task.finding))


def score_by_rules(terms: ScoringTerms, task: ScoringTask) -> DocumentScore:
    """Score one document; no model is asked."""
    if task.done is not None:
        return task.done
    document, finding, who = needed(task.document), needed(task.finding), _recorded_who(terms, task)
    scored = score_labelled(
        document,
        finding,
        release=thing(task.release),
        profile=terms.profile,
        min_certainty=terms.min_certainty,
        human=terms.human,
        special=terms.special,
        who=who,
    )
    return DocumentScore(Unread.of(scored), scored.failed is not None, notes_on(document, finding, who))


_SCORING_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class DocumentScorer:
    """Scores all documents of an audit, in other processes where no model is asked."""

    truth: Truth
    documents: Mapping[str, Document]
    run: AuditRun

    @property
    def _terms(self) -> ScoringTerms:
        options = self.run.options
        matched = options.matcher is not None
        special = options.attack.counts_special
        return ScoringTerms(options.profile, options.min_certainty, self.run.human, special, matched)

    async def score(
        self, attacked: Attacked, attacker: str, releases: Mapping[str, Release]
    ) -> tuple[Spool[ScoredDocument], AuditNotes]:
        """Score all documents; what could not be labelled, released or attacked is listed as failed."""
        count, seen, scored = len(self.documents), AuditNotes(), Spool[ScoredDocument]()
        self._tell(RunStarted(self.run.folder, count, step=f"score {attacker}"))

        def take(task: ScoringTask, score: DocumentScore) -> None:
            scored.append_unread(score.scored)
            if score.notes is not None:
                seen.add(score.notes)
            self._tell(DocumentFinished(task.id, failed=score.failed, reused=False, paid=False))

        tasks = self._tasks(attacked.findings[attacker], attacked.failures[attacker], releases, seen)
        options, pool = self.run.options, self.run.pool
        judge = Judge(pool.model(options.judge)) if options.judge else None
        matcher = pool.model(options.who_matches) if options.who_matches else None
        try:
            if judge is None and matcher is None:
                step = partial(score_by_rules, self._terms)
                await in_chunks(tasks, step, take, workers=self.run.workers, what="the scoring", lost=self._lost)
            else:
                ask = partial(_ask_and_score, self._terms, judge, matcher)
                await in_order(tasks, ask, lambda pair: take(*pair), at_once=_SCORING_AT_ONCE)
        finally:
            self._tell(RunStopped(RunSummary(count, count, len(scored) if len(scored) == count else 0)))
        return scored, seen

    def _tasks(
        self,
        findings: Mapping[str, Finding],
        failures: Mapping[str, str],
        releases: Mapping[str, Release],
        seen: AuditNotes,
    ) -> Iterator[ScoringTask]:
        """Yield what every document is scored with."""
        for id_, truth in self._truths():
            finding, release = unread_or_none(findings, id_), unread_or_none(releases, id_)
            if truth is None:
                if finding is not None and "genre" in finding.thing.notes:
                    seen.genres[str(finding.thing.notes["genre"])] += 1
                original, reason = self.documents[id_], f"truth: {self.truth.failures.get(id_, 'not labelled')}"
                if isinstance(original, UnreadableDocument):
                    reason = f"read: {original.why}"
                nobody = ScoredDocument(id_, (), 0, failed=reason)
                yield ScoringTask(id_, done=DocumentScore(Unread.of(nobody), failed=True, notes=None))
            elif finding is None:
                yield ScoringTask(id_, done=self._unscored(truth.thing, failures.get(id_, UNREACHED)))
            else:
                yield ScoringTask(id_, truth, release, finding, labelled=id_ in self.truth.labelled)

    def _truths(self) -> Iterator[tuple[str, Unread[Document] | None]]:
        """Yield all documents with their people, annotated or labelled; None where nobody knows them."""
        for id_ in self.documents:
            labelled = unread_or_none(self.truth.documents, id_)
            if self.truth.documents is not self.documents:
                original = unread(self.documents, id_)
                if original.thing.subjects is not None:
                    labelled = original
            yield id_, labelled

    def _tell(self, event: Event) -> None:
        if self.run.listener is not None:
            self.run.listener(event)

    def _lost(self, task: ScoringTask, error: WorkerDiedError) -> DocumentScore:
        """Every worker that tried has died: nothing is known and all counts as leaked."""
        return task.done or self._unscored(needed(task.document), f"match: {error}")

    def _unscored(self, document: Document, reason: str) -> DocumentScore:
        return _unscored(self._terms, document, reason)


def _unscored(terms: ScoringTerms, document: Document, reason: str) -> DocumentScore:
    scored = unscored_document(
        document.id, document.subjects or (), reason, min_certainty=terms.min_certainty, special=terms.special
    )
    return DocumentScore(Unread.of(scored), failed=True, notes=notes_on(document, None, None))


async def _ask_and_score(
    terms: ScoringTerms, judge: Judge | None, matcher: Model | None, task: ScoringTask
) -> tuple[ScoringTask, DocumentScore]:
    """Score a document in this process, where models are asked."""
    if task.done is not None:
        return task, task.done
    document, finding, who = needed(task.document), needed(task.finding), _recorded_who(terms, task)
    try:
        scored = await score_labelled_async(
            document,
            finding,
            release=thing(task.release),
            profile=terms.profile,
            min_certainty=terms.min_certainty,
            judge=judge,
            matcher=matcher,
            human=terms.human,
            special=terms.special,
            who=who,
        )
    except BudgetExhaustedError as error:  # what was scored so far still counts, and the ledger remembers
        return task, _unscored(terms, document, f"match: {error.problem}")
    return task, DocumentScore(Unread.of(scored), scored.failed is not None, notes_on(document, finding, who))
