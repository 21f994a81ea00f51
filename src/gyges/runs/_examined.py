"""An audited release looked at document by document: all that its figures need is folded while documents pass."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import TypeVar

from gyges.corpus import Shelf, Spool
from gyges.errors import WorkerDiedError
from gyges.records import Unread
from gyges.runs._audited import RULES, AuditedRelease, AuditOptions
from gyges.runs._chunks import in_chunks
from gyges.runs._in_step import InStep, unread
from gyges.runs.workers import (
    Crew,
    DocumentLook,
    DocumentScore,
    FigureRows,
    LookTask,
    LookTerms,
    ScoringTask,
    ScoringTerms,
    control_score,
    look_at,
    remote_look,
    remote_scoring,
    score_by_rules,
)
from gyges.scoring import (
    AnonymityFold,
    DocumentFolds,
    Odds,
    Prior,
    ProtectionFold,
    Rate,
    ScoredDocument,
    SpanFold,
    StrongEstimate,
    StrongFold,
    UtilityFold,
    compare_by_rules,
    permuted_order,
    unscored_document,
)

__all__ = ["LISTED", "Examined", "ExpectedPeople", "examine", "examine_here", "look_at_all", "look_terms", "unread_of"]

LISTED = 10_000
"""People that ``results.json`` lists one by one, the worst first; ours. Of more, all are in a file of their own."""

_Item = TypeVar("_Item")


class ExpectedPeople(Mapping[tuple[str, str], float]):
    """The protection that a strong reader is expected to leave each person, by document and person."""

    def __init__(self) -> None:
        self._rows: Shelf[dict[str, float]] = Shelf()
        self._count = 0

    def add(self, document: str, kept: dict[str, float]) -> None:
        """Add the people of the next document."""
        self._rows.add(document, kept)
        self._count += len(kept)

    def walk(self) -> InStep[dict[str, float]]:
        """Return what is expected by document, to be asked for in order."""
        return InStep(self._rows)

    def __getitem__(self, who: tuple[str, str]) -> float:
        return self._rows[who[0]][who[1]]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((document, person) for document, row in self._rows.items() for person in row)

    def __len__(self) -> int:
        return self._count


@dataclass(slots=True)
class Examined:
    """What the figures of a release are made from. Most of it is sums; what grows with the documents is on disk.

    Attributes:
        audited: The release after the audit.
        options: How it was audited.
        terms: What was looked at.
        folds: Protection, coverage and breakdowns.
        sets: How many people fit what is told about everybody.
        original: Protection in the original texts.
        original_sets: How many people fit what those tell.
        prior: A guesser that has learned from all documents.
        permuted: Protection from findings about other documents.
        changed: Whether any release is another text than its original.
        targets: Ids of all documents, each with whom 1-AAC is about in it.
        read: Ids of the documents that were read.
    """

    audited: AuditedRelease
    options: AuditOptions
    terms: LookTerms
    folds: DocumentFolds = field(init=False)
    sets: AnonymityFold = field(init=False)
    original: ProtectionFold = field(init=False)
    original_sets: AnonymityFold = field(init=False)
    prior: Prior = field(init=False)
    permuted: ProtectionFold | None = None
    changed: bool = False
    targets: Spool[tuple[str, dict[str, str | None]]] = field(default_factory=Spool)
    read: Spool[str] = field(default_factory=Spool)
    lost: frozenset[str] = frozenset()
    _strong: StrongFold = field(init=False)
    _people: ExpectedPeople = field(default_factory=ExpectedPeople)
    _utility: UtilityFold = field(default_factory=UtilityFold)
    _spans: SpanFold = field(init=False)

    def __post_init__(self) -> None:
        profile, seen = self.options.profile, self.audited.seen
        self.folds, self.original = DocumentFolds(profile), ProtectionFold(profile)
        self.sets, self.original_sets = AnonymityFold(LISTED), AnonymityFold(0)
        compare = compare_by_rules(profile, "author" if seen.about_authors else "spia")
        self.prior = Prior(compare, self.options.min_certainty)
        self._strong, self._spans = StrongFold(verified=self.terms.verified), SpanFold(profile)

    @property
    def strong(self) -> StrongEstimate | None:
        """What a strong reader is expected to leave protected, if that was looked at."""
        return self._strong.estimate(self._people) if self.terms.strong else None

    @property
    def utility(self) -> dict[str, Rate] | None:
        """How much of the texts is left, if that was looked at and anything was changed."""
        return self._utility.rates() if self.terms.utility and self.changed else None

    def spans(self) -> dict[str, Rate]:
        """Return what of annotated mentions is masked."""
        rates = self._spans.rates()
        return {"recall": rates.recall, "er_direct": rates.er_direct, "er_quasi": rates.er_quasi}

    def add(self, id_: str, found: DocumentLook) -> None:
        """Take in the next document."""
        if found.figures is not None:
            self._add_figures(id_, found.figures)
        if found.chances is not None:
            self._people.add(id_, self._strong.add(id_, found.chances))
        if found.utility is not None:
            self._utility.add(found.utility)
        if found.spans is not None:
            self._spans.count(found.spans)

    def _add_figures(self, id_: str, rows: FigureRows) -> None:
        self.targets.append((id_, rows.target))
        self.folds.add_row(rows.row)
        self.prior.learn_facts(rows.facts)
        self.sets.add_row(rows.sets)
        if rows.original is not None and rows.original_sets is not None:
            self.original.add_row(rows.original)
            self.original_sets.add_row(rows.original_sets)
        if rows.changed is not None:
            self.read.append(id_)
            self.changed |= rows.changed

    def correct(self, lost: Mapping[str, ScoredDocument]) -> None:
        """Let all that is told of the release count documents as leaked whose look failed, as the figures here do."""
        if not lost:
            return
        audited, self.lost = self.audited, frozenset(lost)
        scored = Spool(lost.get(one.id, one) for one in audited.scored)
        self.audited = replace(audited, scored=scored, by_attacker={**audited.by_attacker, audited.attacker: scored})

    def permuted_tasks(self) -> Iterator[ScoringTask]:
        """Yield every document that was read with the finding about another one, in a drawn order."""
        audited = self.audited
        for one, two in permuted_order(len(self.read)):
            id_ = self.read[one]
            release = unread(audited.releases, id_) if id_ in audited.releases else None
            finding = unread(audited.findings, self.read[two])
            yield ScoringTask(id_, unread(audited.truth.documents, id_), finding, release)

    def add_permuted(self, task: ScoringTask, score: DocumentScore) -> None:
        """Take in a document with the finding about another one."""
        self.permuted = self.permuted or ProtectionFold(self.options.profile)
        if score.row is not None:
            self.permuted.add_row(score.row)


def look_tasks(audited: AuditedRelease, terms: LookTerms, odds: Odds | None = None) -> Iterator[LookTask]:
    """Yield what is looked at, document by document.

    Args:
        audited: The release after the audit.
        terms: What is looked at.
        odds: What a verifier said.
    """
    by_rules = terms.strong and terms.attack is None
    known, made = InStep(audited.truth.documents), InStep(audited.releases)
    found, before = InStep(audited.findings if by_rules else {}), InStep(audited.before if by_rules else {})
    originals = repeat(None) if audited.original is None or not terms.figures else unread_of(audited.original)
    ids = (one.id for one in audited.scored) if audited.ids is None else audited.ids
    for id_, one, original in zip(ids, unread_of(audited.scored), originals, strict=False):
        release, finding = made.get(id_), found.get(id_)
        yield LookTask(
            id_,
            one,
            original,
            known.get(id_),
            release if finding is not None or id_ in audited.findings else None,
            finding,
            before.get(id_),
            None if odds is None else odds.get(id_),
        )


def unread_of(things: Sequence[_Item]) -> Iterator[Unread[_Item]]:
    """Yield things in order, unread where they are on disk."""
    return things.unread() if isinstance(things, Spool) else map(Unread.of, things)


def examine_here(audited: AuditedRelease, options: AuditOptions, terms: LookTerms | None = None) -> Examined:
    """Look at all documents of a release in this process."""
    examined = Examined(audited, options, terms or look_terms(audited, options))
    for task in look_tasks(audited, examined.terms):
        examined.add(task.id, look_at(examined.terms, task))
    for again in examined.permuted_tasks():
        examined.add_permuted(again, score_by_rules(_control_terms(options), again))
    return examined


async def examine(
    audited: AuditedRelease,
    options: AuditOptions,
    workers: Crew | None,
    terms: LookTerms,
    odds: Odds | None = None,
) -> Examined:
    """Look at all documents of a release, in other processes where there are some.

    Args:
        audited: The release after the audit.
        options: How it was audited.
        workers: Processes that compute.
        terms: What is looked at.
        odds: What a verifier said.
    """
    examined = Examined(audited, options, terms)
    examined.correct(await look_at_all(audited, workers, terms, odds, examined.add))

    def lost(task: ScoringTask, error: WorkerDiedError) -> DocumentScore:
        """Nothing is known, and all counts as leaked."""
        document = task.document.thing
        nothing = unscored_document(
            task.id, document.subjects or (), f"match: {error}", min_certainty=options.min_certainty
        )
        return control_score(options.profile, document, nothing)

    await in_chunks(
        examined.permuted_tasks(),
        remote_scoring(_control_terms(options)),
        examined.add_permuted,
        workers=workers,
        what="the control",
        lost=lost,
    )
    return examined


def _control_terms(options: AuditOptions) -> ScoringTerms:
    return ScoringTerms(options.profile, options.min_certainty, control=True)


async def look_at_all(
    audited: AuditedRelease,
    workers: Crew | None,
    terms: LookTerms,
    odds: Odds | None,
    take: Callable[[str, DocumentLook], None],
) -> dict[str, ScoredDocument]:
    """Look at all documents of a release, and hand on what was seen in their order; arguments as for `examine`.

    Returns:
        Documents whose look failed, as they count then: all of it as leaked.
    """
    lost: dict[str, ScoredDocument] = {}

    def unseen(task: LookTask, error: WorkerDiedError) -> DocumentLook:
        lost[task.id], seen = _unseen(terms, task, f"match: {error}")
        return seen

    await in_chunks(
        look_tasks(audited, terms, odds),
        remote_look(terms),
        lambda task, seen: take(task.id, seen),
        workers=workers,
        what="the look",
        lost=unseen,
    )
    return lost


def _unseen(terms: LookTerms, task: LookTask, reason: str) -> tuple[ScoredDocument, DocumentLook]:
    """Return a document whose look killed every worker: nothing is known, and all counts as leaked.

    Its texts are not looked at here, where they would end the run.
    """
    one = task.scored.thing
    people = [
        replace(person.truth, facts=tuple(verdict.truth for verdict in person.verdicts)) for person in one.subjects
    ]
    lost = unscored_document(one.id, people, one.failed or reason, min_certainty=0, found=one.found)
    nothing = replace(task, scored=Unread.of(lost), original=None, release=None, finding=None, before=None, said=None)
    seen = look_at(terms, nothing)
    if seen.figures is not None and task.original is not None:  # what was scored before still counts
        row = ProtectionFold(terms.profile).row(task.original.thing, seen.figures.target)
        seen = replace(seen, figures=replace(seen.figures, original=row, original_sets=AnonymityFold(0).row(())))
    return lost, seen


def look_terms(
    audited: AuditedRelease,
    options: AuditOptions,
    *,
    strong: bool = False,
    verified: bool = False,
    utility: bool = False,
    figures: bool = True,
) -> LookTerms:
    """Return what is looked at in a release; without `figures` it is the estimate of a strong reader alone."""
    return LookTerms(
        options.profile,
        figures,
        strong,
        verified,
        None if audited.attacker == RULES else options.attack,
        utility,
        audited.seen.marked and figures,
        audited.attacker == RULES and options.who_matches is None,
    )
