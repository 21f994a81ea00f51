"""An audited release looked at document by document: all that its figures need is folded while documents pass."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import repeat
from typing import TypeVar

from gyges.attacks import AttackOptions, RulesAttack, is_embedded, is_read_here
from gyges.corpus import Shelf, Spool
from gyges.errors import WorkerDiedError
from gyges.records import Unread
from gyges.runs._audited import RULES, AuditedRelease, AuditOptions, AuditRun
from gyges.runs._chunks import Parts, in_chunks, needed, thing
from gyges.runs._made import unread, unread_or_none
from gyges.runs._outcome import failure_row
from gyges.scoring import (
    DocumentChances,
    DocumentCounts,
    DocumentFolds,
    Prior,
    Profile,
    ProtectionCounts,
    ProtectionFold,
    Rate,
    ReaderCount,
    ScoredDocument,
    SpanCounts,
    SpanFold,
    StrongEstimate,
    StrongFold,
    TrueFact,
    Utility,
    UtilityFold,
    compare_by_rules,
    count_spans,
    document_chances,
    measure_utility,
    permuted_order,
    score_labelled,
    targets,
    true_facts,
    unscored_document,
)


@dataclass(frozen=True, slots=True)
class LookTerms:
    """What is looked at."""

    profile: Profile  # scoring rules
    strong: bool = False  # whether it is estimated what a strong reader would tell
    attack: AttackOptions | None = None
    utility: bool = False  # whether releases are compared with their originals
    matched: bool = False  # whether rules that were the attacker also said who is who
    read: bool = False  # whether the estimate goes by what `local` told of the release


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """What was seen at one document: what it adds to the figures of an audit."""

    target: dict[str, str | None]  # whom 1-AAC is about, by the id of the document
    row: DocumentCounts  # what it adds to protection, coverage and breakdowns
    original: ProtectionCounts | None  # what its original text adds to protection, if that was attacked
    facts: tuple[TrueFact, ...]  # what is true, for a guesser that learns from it
    reader: ReaderCount  # what the reader made of the original text, if that was attacked, else of the release
    changed: bool | None = None  # whether its release is another text; None where nothing was read
    utility: Utility | None = None  # how much of the text is left
    spans: SpanCounts | None = None  # what of annotated mentions is masked
    chances: DocumentChances | None = None  # what a strong reader is expected to tell


def look_at(terms: LookTerms, task: Parts) -> DocumentLook:
    """Look at one document."""
    document, release, one = thing(task.document), thing(task.release), needed(task.scored)
    folds, before = _only_asked_for_rows(terms.profile), thing(task.original)
    target = {} if document is None else targets([document])
    seen = DocumentLook(
        target,
        folds.row(one, target),
        None if before is None else folds.protection.row(before, target),
        true_facts(one),
        ReaderCount.of(one if before is None else before),
        chances=_chances(terms, task) if terms.strong else None,
    )
    if document is None or release is None or (terms.read and one.failed is not None):
        return seen
    return replace(
        seen,
        changed=release.text != document.text,
        utility=measure_utility(document, release) if terms.utility else None,
        spans=None if document.mentions is None else count_spans(document, release, profile=terms.profile),
    )


@cache
def _only_asked_for_rows(profile: Profile) -> DocumentFolds:
    return DocumentFolds(profile)


def _chances(terms: LookTerms, task: Parts) -> DocumentChances:
    document, release = thing(task.document), thing(task.release)
    finding, before = thing(task.finding), thing(task.before)
    if terms.attack is not None and document is not None and release is not None:
        rules = RulesAttack(terms.attack)
        finding, before = rules.find(release.text, document.id), rules.find(document.text, document.id)
    known = document is not None and finding is not None and before is not None
    one, read = needed(task.scored), terms.read
    if read and one.failed is not None and failure_row("", one.failed)["stage"] == "attack":
        one, read = replace(one, failed=None), False  # whom `local` could not read, a strong reader may
    return document_chances(
        one,
        document,
        release if known else None,
        finding,
        before,
        profile=terms.profile,
        original=thing(task.original),
        matched=terms.matched,
        read=read,
    )


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

    @property
    def rows(self) -> Mapping[str, dict[str, float]]:
        """What is expected by document, then by person."""
        return self._rows

    def __getitem__(self, who: tuple[str, str]) -> float:
        return self._rows[who[0]][who[1]]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((document, person) for document, row in self._rows.items() for person in row)

    def __len__(self) -> int:
        return self._count


@dataclass(slots=True)
class Examined:
    """What the figures of a release are made from. Most of it is sums; what grows with the documents is on disk."""

    audited: AuditedRelease  # the release after the audit
    options: AuditOptions  # how it was audited
    terms: LookTerms  # what was looked at
    folds: DocumentFolds = field(init=False)  # protection, coverage and breakdowns
    original: ProtectionFold = field(init=False)  # protection in the original texts
    prior: Prior = field(init=False)  # A guesser that has learned from all documents
    permuted: ProtectionFold | None = None  # protection from findings about other documents
    changed: bool = False  # whether any release is another text than its original
    targets: Spool[tuple[str, dict[str, str | None]]] = field(default_factory=Spool)
    read: Spool[str] = field(default_factory=Spool)  # ids of the documents that were read
    lost: frozenset[str] = frozenset()
    reader: ReaderCount = field(default_factory=ReaderCount)
    _strong: StrongFold = field(init=False)
    _people: ExpectedPeople = field(default_factory=ExpectedPeople)
    _utility: UtilityFold = field(default_factory=UtilityFold)
    _spans: SpanFold = field(init=False)

    def __post_init__(self) -> None:
        profile, seen = self.options.profile, self.audited.seen
        self.folds, self.original = DocumentFolds(profile), ProtectionFold(profile)
        compare = compare_by_rules(profile, "author" if seen.about_authors else "spia")
        self.prior = Prior(compare, self.options.min_certainty)
        self._strong, self._spans = StrongFold(), SpanFold(profile)

    @property
    def strong(self) -> StrongEstimate | None:
        """What a strong reader is expected to leave protected, if that was looked at."""
        return self._strong.estimate(self._people) if self.terms.strong else None

    @property
    def expected(self) -> Mapping[str, dict[str, float]]:
        """What a strong reader is expected to leave protected, by document, then by person."""
        return self._people.rows

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
        self.targets.append((id_, found.target))
        self.folds.add_row(found.row)
        self.reader += found.reader
        self.prior.learn_facts(found.facts)
        if found.original is not None:
            self.original.add_row(found.original)
        if found.changed is not None:
            self.read.append(id_)
            self.changed |= found.changed
        if found.chances is not None:
            self._people.add(id_, self._strong.add(id_, found.chances))
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

    def permuted_tasks(self) -> Iterator[Parts]:
        """Yield every document that was read with the finding about another one, in a drawn order."""
        audited = self.audited
        for one, two in permuted_order(len(self.read)):
            id_ = self.read[one]
            finding, release = unread(audited.findings, self.read[two]), unread_or_none(audited.releases, id_)
            yield Parts(id_, unread(audited.truth.documents, id_), release, finding)

    def add_permuted(self, task: Parts, row: ProtectionCounts) -> None:
        """Take in a document with the finding about another one."""
        self.permuted = self.permuted or ProtectionFold(self.options.profile)
        self.permuted.add_row(row)


def _look_tasks(audited: AuditedRelease, terms: LookTerms) -> Iterator[Parts]:
    """Yield what is looked at, document by document."""
    by_rules = terms.strong and terms.attack is None
    found, before = (audited.findings, audited.before) if by_rules else ({}, {})
    originals = repeat(None) if audited.original is None else unread_of(audited.original)
    ids = (one.id for one in audited.scored) if audited.ids is None else audited.ids
    for id_, one, original in zip(ids, unread_of(audited.scored), originals, strict=False):
        release, finding = unread_or_none(audited.releases, id_), unread_or_none(found, id_)
        yield Parts(
            id_,
            unread_or_none(audited.truth.documents, id_),
            release if terms.read or finding is not None or id_ in audited.findings else None,
            finding,
            unread_or_none(before, id_),
            one,
            original,
        )


def unread_of(things: Sequence[_Item]) -> Iterator[Unread[_Item]]:
    """Yield things in order, unread where they are on disk."""
    return things.unread() if isinstance(things, Spool) else map(Unread.of, things)


def is_estimated(audited: AuditedRelease, options: AuditOptions) -> bool:
    """Whether what a strong reader would leave protected is estimated: only readers of ours read the release."""
    ours = all(is_embedded(spec) or is_read_here(spec) for spec in options.attackers)
    return ours and not audited.seen.authors


async def examine(audited: AuditedRelease, run: AuditRun, *, compared: bool = False) -> Examined:
    """Look at all documents of a release, in other processes where there are some; `compared` with their originals."""
    options, rules = run.options, audited.attacker == RULES
    terms = LookTerms(
        options.profile,
        is_estimated(audited, options),
        None if rules else options.attack,
        compared,
        rules and options.who_matches is None,
        any(map(is_read_here, options.attackers)),
    )
    examined = Examined(audited, options, terms)
    lost: dict[str, ScoredDocument] = {}

    def unseen(task: Parts, error: WorkerDiedError) -> DocumentLook:
        lost[task.id], seen = _unseen(terms, task, f"match: {error}")
        return seen

    def nothing(task: Parts, error: WorkerDiedError) -> ProtectionCounts:
        """Nothing is known, and all counts as leaked."""
        document = needed(task.document)
        people, least = document.subjects or (), options.min_certainty
        scored = unscored_document(task.id, people, f"match: {error}", min_certainty=least)
        return ProtectionFold(options.profile).row(scored, targets([document]))

    await in_chunks(
        _look_tasks(audited, terms),
        partial(look_at, terms),
        lambda task, seen: examined.add(task.id, seen),
        workers=run.workers,
        what="the look",
        lost=unseen,
    )
    examined.correct(lost)
    await in_chunks(
        examined.permuted_tasks(),
        partial(_control, options.profile, options.min_certainty),
        examined.add_permuted,
        workers=run.workers,
        what="the control",
        lost=nothing,
    )
    return examined


def _control(profile: Profile, min_certainty: int, task: Parts) -> ProtectionCounts:
    """Score a document with the finding about another one."""
    document, finding = needed(task.document), replace(needed(task.finding), id=task.id)
    release = thing(task.release)
    scored = score_labelled(document, finding, release=release, profile=profile, min_certainty=min_certainty)
    return ProtectionFold(profile).row(scored, targets([document]))


def _unseen(terms: LookTerms, task: Parts, reason: str) -> tuple[ScoredDocument, DocumentLook]:
    """Return a document whose look killed every worker: nothing is known, and all counts as leaked.

    Its texts are not looked at here, where they would end the run.
    """
    one = needed(task.scored)
    people = [
        replace(person.truth, facts=tuple(verdict.truth for verdict in person.verdicts)) for person in one.subjects
    ]
    lost = unscored_document(one.id, people, one.failed or reason, min_certainty=0, found=one.found)
    seen = look_at(terms, Parts(task.id, task.document, scored=Unread.of(lost)))
    if task.original is not None:  # what was scored before still counts
        seen = replace(seen, original=ProtectionFold(terms.profile).row(task.original.thing, seen.target))
    return lost, seen
