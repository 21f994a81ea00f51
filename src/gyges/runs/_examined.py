"""An audited release looked at document by document: all that its figures need is folded while documents pass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import repeat

from gyges.corpus import Shelf, Spool
from gyges.errors import WorkerDiedError
from gyges.runs._audited import RULES, AuditedRelease, AuditOptions
from gyges.runs._in_order import in_order
from gyges.runs.workers import (
    Crew,
    DocumentLook,
    LookTask,
    LookTerms,
    ScoringTask,
    at_once,
    look_at,
    remote_look,
    remote_scoring,
)
from gyges.scoring import (
    AnonymityFold,
    Breakdown,
    CertaintySweep,
    CoverageFold,
    Odds,
    PeopleBreakdown,
    Prior,
    ProtectionFold,
    Rate,
    ScoredDocument,
    SpanFold,
    StrongEstimate,
    StrongFold,
    UtilityFold,
    compare_by_rules,
    hardness_breakdown,
    kind_breakdown,
    location_breakdown,
    permuted_order,
    score_labelled,
    tag_breakdown,
    targets,
    unscored_document,
)

__all__ = ["LISTED", "Examined", "ExpectedPeople", "examine", "examine_here", "look_at_all", "look_terms"]

LISTED = 10_000
"""People that ``results.json`` lists one by one, the worst first; ours. Of more, all are in a file of their own."""

_AT_ONCE = 16


class ExpectedPeople(Mapping[tuple[str, str], float]):
    """The protection that a strong reader is expected to leave each person, by document and person."""

    def __init__(self) -> None:
        self._rows: Shelf[dict[str, float]] = Shelf()
        self._count = 0

    def add(self, document: str, kept: dict[str, float]) -> None:
        """Add the people of the next document."""
        self._rows.add(document, kept)
        self._count += len(kept)

    def __getitem__(self, who: tuple[str, str]) -> float:
        return self._rows[who[0]][who[1]]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((document, person) for document, row in self._rows.items() for person in row)

    def __len__(self) -> int:
        return self._count


@dataclass(slots=True)
class Examined:
    """What the figures of a release are made from. Most of it is sums; what grows with the documents is on disk."""

    audited: AuditedRelease
    options: AuditOptions
    terms: LookTerms
    protection: ProtectionFold = field(init=False)
    coverage: CoverageFold = field(init=False)
    breakdowns: Mapping[str, Breakdown | PeopleBreakdown] = field(init=False)
    certainty: CertaintySweep = field(init=False)
    sets: AnonymityFold = field(init=False)
    original: ProtectionFold = field(init=False)
    original_sets: AnonymityFold = field(init=False)
    prior: Prior = field(init=False)
    permuted: ProtectionFold | None = None
    changed: bool = False
    targets: Spool[dict[str, str | None]] = field(default_factory=Spool)
    read: Spool[str] = field(default_factory=Spool)
    lost: frozenset[str] = frozenset()
    _strong: StrongFold = field(init=False)
    _people: ExpectedPeople = field(default_factory=ExpectedPeople)
    _utility: UtilityFold = field(default_factory=UtilityFold)
    _spans: SpanFold = field(init=False)

    def __post_init__(self) -> None:
        profile, seen = self.options.profile, self.audited.seen
        self.protection, self.original = ProtectionFold(profile), ProtectionFold(profile)
        self.coverage, self.certainty = CoverageFold(profile), CertaintySweep(profile)
        self.breakdowns = {
            "by_tag": tag_breakdown(profile),
            "by_hardness": hardness_breakdown(profile),
            "by_type": kind_breakdown(profile),
            "by_location_level": location_breakdown(profile),
            "by_people": PeopleBreakdown(profile),
        }
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

    def add(self, task: LookTask, found: DocumentLook) -> None:
        """Take in the next document."""
        one, document, release = task.scored, task.document, task.release
        target = {} if document is None else targets([document])
        self.targets.append(target)
        self.protection.add(one, target)
        self.coverage.add(one)
        self.certainty.add(one)
        for breakdown in self.breakdowns.values():
            breakdown.add(one)
        self.prior.learn(one)
        self.sets.add(found.sets)
        if task.original is not None and found.before is not None:
            self.original.add(task.original, target)
            self.original_sets.add(found.before)
        if document is not None and release is not None:
            self.read.append(one.id)
            self.changed |= release.text != document.text
        if found.chances is not None:
            self._people.add(one.id, self._strong.add(one.id, found.chances))
        if found.utility is not None:
            self._utility.add(found.utility)
        if found.spans is not None:
            self._spans.count(found.spans)

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
            finding = replace(audited.findings[self.read[two]], id=id_)
            yield ScoringTask(audited.truth.documents[id_], finding, audited.releases.get(id_), None)

    def add_permuted(self, task: ScoringTask, scored: ScoredDocument) -> None:
        """Take in a document with the finding about another one."""
        self.permuted = self.permuted or ProtectionFold(self.options.profile)
        self.permuted.add(scored, targets([task.document]))


def look_tasks(audited: AuditedRelease, terms: LookTerms, odds: Odds | None = None) -> Iterator[LookTask]:
    """Yield what is looked at, document by document.

    Args:
        audited: The release after the audit.
        terms: What is looked at.
        odds: What a verifier said.
    """
    known, by_rules = audited.truth.documents, terms.strong and terms.attack is None
    for one, original in zip(audited.scored, audited.original or repeat(None), strict=False):
        read = one.id in audited.findings
        yield LookTask(
            one,
            original if terms.sets else None,
            known.get(one.id),
            audited.releases.get(one.id) if read else None,
            audited.findings.get(one.id) if by_rules else None,
            audited.before.get(one.id) if by_rules else None,
            None if odds is None else odds.get(one.id),
        )


def examine_here(audited: AuditedRelease, options: AuditOptions, terms: LookTerms | None = None) -> Examined:
    """Look at all documents of a release in this process."""
    examined = Examined(audited, options, terms or look_terms(audited, options))
    for task in look_tasks(audited, examined.terms):
        examined.add(task, look_at(examined.terms, task))
    for again in examined.permuted_tasks():
        examined.add_permuted(again, _rescored(options, again))
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
    scoring = remote_scoring(options.profile, options.min_certainty, None)

    async def score(task: ScoringTask) -> tuple[ScoringTask, ScoredDocument]:
        if workers is None:
            return task, _rescored(options, task)
        try:
            return task, await workers.do(scoring, task, f"the control of '{task.document.id}'")
        except WorkerDiedError as error:  # nothing is known, and all counts as leaked
            people = task.document.subjects or ()
            return task, unscored_document(
                task.document.id, people, f"match: {error}", min_certainty=options.min_certainty
            )

    examined.correct(await look_at_all(audited, workers, terms, odds, examined.add))
    limit = at_once(workers, _AT_ONCE)
    await in_order(examined.permuted_tasks(), score, lambda pair: examined.add_permuted(*pair), at_once=limit)
    return examined


async def look_at_all(
    audited: AuditedRelease,
    workers: Crew | None,
    terms: LookTerms,
    odds: Odds | None,
    take: Callable[[LookTask, DocumentLook], None],
) -> dict[str, ScoredDocument]:
    """Look at all documents of a release, and hand on what was seen in their order; arguments as for `examine`.

    Returns:
        Documents whose look failed, as they count then: all of it as leaked.
    """
    remote = remote_look(terms)
    lost: dict[str, ScoredDocument] = {}

    async def look(task: LookTask) -> tuple[LookTask, DocumentLook]:
        if workers is None:
            return task, look_at(terms, task)
        try:
            return task, await workers.do(remote, task, f"the look at '{task.scored.id}'")
        except WorkerDiedError as error:
            nothing, seen = _unseen(terms, task, f"match: {error}")
            lost[task.scored.id] = nothing.scored
            return nothing, seen

    tasks = look_tasks(audited, terms, odds)
    await in_order(tasks, look, lambda pair: take(*pair), at_once=at_once(workers, _AT_ONCE))
    return lost


def _unseen(terms: LookTerms, task: LookTask, reason: str) -> tuple[LookTask, DocumentLook]:
    """Return a document whose look killed every worker: nothing is known, and all counts as leaked.

    Its texts are not looked at here, where they would end the run.
    """
    one = task.scored
    people = [
        replace(person.truth, facts=tuple(verdict.truth for verdict in person.verdicts)) for person in one.subjects
    ]
    lost = unscored_document(one.id, people, one.failed or reason, min_certainty=0, found=one.found)
    nothing = replace(task, scored=lost, release=None, finding=None, before=None, said=None)
    seen = look_at(terms, replace(nothing, original=None))
    return nothing, replace(seen, before=None if task.original is None else ())


def look_terms(
    audited: AuditedRelease,
    options: AuditOptions,
    *,
    strong: bool = False,
    verified: bool = False,
    utility: bool = False,
    sets: bool = True,
) -> LookTerms:
    """Return what is looked at in a release; without `sets` it is the estimate of a strong reader alone."""
    return LookTerms(
        options.profile,
        sets,
        strong,
        verified,
        None if audited.attacker == RULES else options.attack,
        utility,
        audited.seen.marked and sets,
    )


def _rescored(options: AuditOptions, task: ScoringTask) -> ScoredDocument:
    return score_labelled(
        task.document,
        task.finding,
        release=task.release,
        profile=options.profile,
        min_certainty=options.min_certainty,
    )
