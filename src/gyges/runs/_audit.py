"""The audit: what can still be inferred about each person from released texts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from gyges.attacks import Attack, AttackOptions, models_that_attack, open_attacker
from gyges.errors import BudgetExhaustedError, InputError, WorkerDiedError
from gyges.models import Model, ModelPool, Wording, together
from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.runs._authors import author_attackers
from gyges.runs._events import DocumentFinished, Event, Listener, RunStarted, RunStopped
from gyges.runs._findings import Attacked, attack_settings, attack_texts, open_attackers
from gyges.runs._outcome import UNREACHED, RunSummary
from gyges.runs._run import CONCURRENCY
from gyges.runs.workers import Crew, Remote, ScoringTask, at_once, remote_scoring
from gyges.scoring import (
    MIN_CERTAINTY,
    Alignment,
    HumanDecisions,
    Judge,
    Profile,
    ScoredDocument,
    recorded_alignment,
    score_labelled_async,
    unscored_document,
    why_no_release,
)

__all__ = ["AuditOptions", "AuditedRelease", "Confirm", "StrongMake", "Truth", "audit_releases", "why_unreleased"]

ORIGINAL = "original"
"""What the originals are called when they are audited themselves."""

RULES = "rules"
"""What rules are called where a model could be named."""

RECORDED = "recorded"
"""Who matched where that was recorded with the finding."""

SAMPLE = 60
"""Documents that a strong reader is asked to read, unless told otherwise; ours."""

StrongMake = Literal["auto", "light", "verified"]
"""Makes of the estimate of a strong reader."""

UNRELEASED = "release: there is none with this id"
_SCORING_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Confirm:
    """A strong reader who reads a drawn sample of the releases.

    Attributes:
        by: A model, or ``recorded:FILE`` for somebody who reads by hand.
        sample: How many documents of each release are read.
        seed: Another one draws other documents.
    """

    by: str
    sample: int = SAMPLE
    seed: int = 0


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """How an audit is carried out.

    Attributes:
        attackers: Who reads the releases; with several, the union of what they find is scored too.
        judge: The model asked about pairs of values that rules do not settle; None for rules alone.
        matcher: Who says which found person is which true one: a model, or ``rules``; None for what was recorded with
            the finding, else `who_matches`.
        embedder: The folder of a sentence-embedding model, to compare meanings (extra ``dense``).
        labeller: Who labels the truth of documents nobody annotated; None for the judge, else the first attacker.
        profile: Scoring rules: ``strict``, or ``paper`` for the published ones.
        min_certainty: True facts below it do not count.
        attack: Settings of the attacks.
        strong: Which make of the estimate of a strong reader: ``light``, ``verified`` (asks the weights of ``tiny``),
            or ``auto``: verified where those weights are on this machine and the texts are few.
        original_control: Whether the original texts are attacked too, to see what the release changed.
        confirm: Who reads a drawn sample, to confirm what is told of all documents; None for nobody.
        concurrency: How many texts are in flight.
    """

    attackers: tuple[str, ...] = ("rules",)
    judge: str | None = None
    matcher: str | None = None
    embedder: str | None = None
    labeller: str | None = None
    profile: Profile = "strict"
    min_certainty: int = MIN_CERTAINTY
    attack: AttackOptions = field(default_factory=AttackOptions)
    strong: StrongMake = "auto"
    original_control: bool = True
    confirm: Confirm | None = None
    concurrency: int = CONCURRENCY

    @property
    def who_matches(self) -> str | None:
        """The model that says who is who: the one named, else the judge or the attacker where a model attacks.

        None for the rules. What a model found a model can place best, and it was paid for its reading already.
        """
        if self.matcher is not None:
            return None if self.matcher == RULES else self.matcher
        models = models_that_attack(self.attackers)
        return (self.judge or models[0]) if models else None


@dataclass(frozen=True, slots=True)
class Truth:
    """What is held to be true about the people in the originals.

    Attributes:
        documents: The originals with their people; those nobody could label are missing.
        source: ``annotated``, ``self-labelled`` or ``mixed``.
        failures: Why a document could not be labelled.
        labeller: Who labelled those nobody annotated; empty where there were none.
        labelled: Ids of the documents it labelled.
    """

    documents: Mapping[str, Document]
    source: str
    failures: Mapping[str, str]
    labeller: str = ""
    labelled: frozenset[str] = frozenset()

    def recorded(self, finding: Finding) -> Alignment | None:
        """Return who is who as recorded with a finding; None for people whom only a labeller knows.

        Raises:
            InputError: It was recorded for other annotations.
        """
        document = self.documents.get(finding.id)
        return None if document is None or finding.id in self.labelled else recorded_alignment(document, finding)


@dataclass(frozen=True, slots=True)
class AuditedRelease:
    """One release of the corpus after the audit.

    Attributes:
        name: What the release is called.
        attacker: Whose findings were scored.
        truth: What was held to be true.
        releases: The released texts.
        findings: What was found, by document.
        scored: Every document with a verdict on every fact, in the order of the originals.
        by_attacker: The same for each attacker, alone and together.
        original: The originals scored the same way, if they were attacked.
        before: What was found in the originals, if they were attacked.
        out_of_budget: Why a call to a model was refused on the way, in words; empty if the budget lasted.
    """

    name: str
    attacker: str
    truth: Truth
    releases: Mapping[str, Release]
    findings: Mapping[str, Finding]
    scored: Sequence[ScoredDocument]
    by_attacker: Mapping[str, Sequence[ScoredDocument]]
    original: Sequence[ScoredDocument] | None
    before: Mapping[str, Finding] = field(default_factory=dict)
    out_of_budget: str = ""

    def matcher(self, options: AuditOptions) -> str:
        """Return who said which found person is which true one."""
        others = options.who_matches or RULES
        if options.matcher is not None:
            return others
        told = {self.truth.recorded(finding) is not None for finding in self.findings.values()}
        return others if True not in told else RECORDED if False not in told else f"{RECORDED}, else {others}"


async def audit_releases(
    originals: Iterable[Document],
    releases: Mapping[str, Mapping[str, Release]],
    folder: Path,
    pool: ModelPool,
    *,
    options: AuditOptions,
    human: HumanDecisions | None = None,
    listener: Listener | None = None,
    truth: Truth | None = None,
    workers: Crew | None = None,
) -> list[AuditedRelease]:
    """Attack every release blind, then let truth meet guess.

    Args:
        originals: The documents before anything was done to them.
        releases: Releases by name, then by document id. Empty: the originals themselves are audited.
        folder: The run folder.
        pool: The models.
        options: Attackers, judge, profile.
        human: Recorded decisions on pairs of values.
        listener: Told how it goes on.
        truth: What is true, where an earlier audit found that out; nobody is asked to label anything then.
        workers: Processes for what asks no model.

    Raises:
        InputError: There is nothing to audit, or a release has no document in common with the originals.
    """
    documents = {document.id: document for document in originals}
    _require_overlap(documents, releases)
    options = replace(options, attackers=author_attackers(options.attackers, documents.values()))
    crew = _Crew(
        open_attackers(options.attackers, pool, options.attack),
        options,
        folder,
        listener,
        pool.settings.prompts,
        workers,
    )
    judge = Judge(pool.model(options.judge)) if options.judge else None
    truth = truth or await _truth(documents, crew, pool)
    matcher = pool.model(options.who_matches) if options.who_matches else None
    remote = None
    if workers is not None and judge is None and matcher is None:
        remote = remote_scoring(options.profile, options.min_certainty, human)
    scorer = _Scorer(truth, documents, options, judge, matcher, human, folder, listener, workers, remote)

    before: Attacked | None = None
    if not releases or options.original_control:
        before = await crew.attack({id_: document.text for id_, document in documents.items()})
    whole = {id_: Release(id_, document.text, "none") for id_, document in documents.items()}
    original = None  # the same beside every release; recorded readings may know no original
    if releases and before is not None and before.findings[crew.main]:
        original = await scorer.score(before, crew.main, whole)
    audited = []
    for name, chosen in (releases or {ORIGINAL: whole}).items():
        there = [id_ for id_ in documents if why_unreleased(documents[id_], chosen.get(id_)) is None]
        texts = {id_: chosen[id_].text for id_ in there}
        attacked = before if before is not None and not releases else await crew.attack(texts)
        scored = {one.name: await scorer.score(attacked, one.name, chosen) for one in crew.attackers}
        audited.append(
            AuditedRelease(
                name, crew.main, truth, chosen, attacked.findings[crew.main], scored[crew.main], scored, original
            )
        )
    found = {} if before is None else before.findings[crew.main]
    return [replace(one, before=found, out_of_budget=pool.ledger.refused) for one in audited]


def why_unreleased(document: Document, release: Release | None) -> str | None:
    """Return why there is nothing to read, with the stage before it; None where there is a release.

    Nothing, a refusal or an error is what a crashed anonymizer leaves behind, and a failure is never privacy.
    """
    if release is None:
        return UNRELEASED
    if _is_blank(document) and not release.text.strip() and not release.trace.get("failed"):
        return None
    why = why_no_release(document.text, release)
    return None if why is None else f"release: {why}"


def _is_blank(document: Document) -> bool:
    """Whether an original has no text and nobody in it: an empty file, whose release is empty too."""
    return not document.text.strip() and not document.subjects


def _require_overlap(documents: Mapping[str, Document], releases: Mapping[str, Mapping[str, Release]]) -> None:
    if not documents:
        raise InputError("there are no documents", "check the file of the originals")
    for name, chosen in releases.items():
        if not documents.keys() & chosen.keys():
            raise InputError(
                f"no release of '{name}' has the id of an original",
                "name the run folder that made them, or give them the ids of their documents",
            )


@dataclass(frozen=True, slots=True)
class _Crew:
    attackers: Sequence[Attack]
    options: AuditOptions
    folder: Path
    listener: Listener | None
    wording: Wording
    workers: Crew | None

    @property
    def main(self) -> str:
        """Whose findings count."""
        return self.attackers[-1].name

    async def attack(self, texts: Mapping[str, str], attackers: Sequence[Attack] | None = None) -> Attacked:
        return await attack_texts(
            attackers or self.attackers,
            texts,
            self.folder,
            settings=attack_settings(self.options.attack, self.wording),
            concurrency=self.options.concurrency,
            listener=self.listener,
            workers=self.workers,
        )


async def _truth(documents: Mapping[str, Document], crew: _Crew, pool: ModelPool) -> Truth:
    unlabelled = {id_: document.text for id_, document in documents.items() if document.subjects is None}
    annotated = {id_: document for id_, document in documents.items() if document.subjects is not None}
    if not unlabelled:
        return Truth(annotated, "annotated", {})
    options = crew.options
    spec = options.labeller or options.judge or options.attackers[0]
    labeller = open_attacker(spec, pool, options.attack)
    labelled = await crew.attack(unlabelled, [labeller])
    for id_, finding in labelled.findings[labeller.name].items():
        annotated[id_] = replace(documents[id_], subjects=_sure_people(finding, options.min_certainty))
    source = "self-labelled" if len(unlabelled) == len(documents) else "mixed"
    ordered = {id_: annotated[id_] for id_ in documents if id_ in annotated}
    return Truth(ordered, source, labelled.failures[labeller.name], labeller.name, frozenset(unlabelled))


def _sure_people(finding: Finding, min_certainty: int) -> tuple[Subject, ...]:
    """Keep what the labeller was sure of; somebody of whom nothing is sure is still a person in the text."""
    return tuple(
        Subject(subject.id, subject.description, tuple(_sure(subject.facts, min_certainty)))
        for subject in finding.subjects
    )


def _sure(facts: Iterable[Fact], min_certainty: int) -> Iterable[Fact]:
    seen: set[str] = set()
    for fact in sorted(facts, key=lambda fact: -fact.certainty):
        if fact.certainty >= min_certainty and fact.tag not in seen:
            seen.add(fact.tag)
            yield fact


@dataclass(frozen=True, slots=True)
class _Scorer:
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

    async def score(self, attacked: Attacked, attacker: str, releases: Mapping[str, Release]) -> list[ScoredDocument]:
        """Score all documents; what could not be labelled, released or attacked is listed as failed."""
        jobs = [
            partial(self._score_and_tell, document, attacked, attacker, releases.get(id_))
            for id_, document in self.documents.items()
        ]
        self._tell(RunStarted(self.folder, len(jobs), step=f"score {attacker}"))
        done = 0
        try:
            scored = await together(jobs, at_once=at_once(self.workers, _SCORING_AT_ONCE))
            done = len(scored)
        finally:
            self._tell(RunStopped(RunSummary(len(jobs), len(jobs), done)))
        return scored

    async def _score_and_tell(
        self, original: Document, attacked: Attacked, attacker: str, release: Release | None
    ) -> ScoredDocument:
        scored = await self._score_one(original, attacked, attacker, release)
        self._tell(DocumentFinished(original.id, failed=scored.failed is not None, reused=False))
        return scored

    def _tell(self, event: Event) -> None:
        if self.listener is not None:
            self.listener(event)

    async def _score_one(
        self, original: Document, attacked: Attacked, attacker: str, release: Release | None
    ) -> ScoredDocument:
        id_ = original.id
        document = self.truth.documents.get(id_)
        if document is None:
            return ScoredDocument(id_, (), 0, failed=f"truth: {self.truth.failures.get(id_, 'not labelled')}")
        finding = attacked.findings[attacker].get(id_)
        if finding is None:
            reason = attacked.failures[attacker].get(id_) or why_unreleased(original, release)
            return self._unscored(document, reason or UNREACHED)
        who = None if self.options.matcher is not None else self.truth.recorded(finding)
        if self.workers is not None and self.remote is not None:
            return await self._sent(self.workers, self.remote, ScoringTask(document, finding, release, who))
        try:
            return await score_labelled_async(
                document,
                finding,
                release=release,
                profile=self.options.profile,
                min_certainty=self.options.min_certainty,
                judge=self.judge,
                matcher=self.matcher,
                human=self.human,
                who=who,
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
