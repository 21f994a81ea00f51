"""Audits from one end to the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gyges.attacks import open_attacker, recorded_file
from gyges.corpus import BackgroundKnowledge, Spool
from gyges.errors import BudgetExhaustedError
from gyges.models import Model, ModelPool, Spending, open_encoder
from gyges.records import Document, Release, TextPair
from gyges.runs._audit import audit_releases
from gyges.runs._audited import AuditedRelease, AuditOptions, AuditRun, author_attackers
from gyges.runs._background import Background, read_background
from gyges.runs._confirm import Confirmed, check_confirm, confirm_releases
from gyges.runs._engine import CONCURRENCY
from gyges.runs._events import Listener
from gyges.runs._examined import Examined, examine
from gyges.runs._figures import audit_results
from gyges.runs._loops import in_order
from gyges.runs._people import PeopleRows
from gyges.runs._spending import paid_in
from gyges.runs.workers import Jobs, workers_for
from gyges.scoring import (
    HumanDecisions,
    ProtectionFold,
    Rate,
    Results,
    ScoredDocument,
    Utility,
    UtilityFold,
    embedding_similarity,
    judge_utility,
    measure_utility,
    rank_agreement,
)


@dataclass(frozen=True, slots=True)
class Audit:
    """One release of a corpus, audited.

    Attributes:
        name: What the release is called.
        results: Everything that was found out, as in ``results.json``.
        scored: Every document with a verdict on every fact.
        texts: Released and original text by document id.
        original: The originals scored the same way, where they were attacked too.
        people: A row for everybody; `results` lists the worst of many.
    """

    name: str
    results: Results
    scored: Sequence[ScoredDocument]
    texts: Mapping[str, TextPair]
    original: Sequence[ScoredDocument] = ()
    people: PeopleRows | None = None


async def audit_corpus(
    originals: Iterable[Document],
    releases: Mapping[str, Mapping[str, Release]],
    folder: Path,
    pool: ModelPool,
    *,
    options: AuditOptions,
    human: HumanDecisions | None = None,
    known: BackgroundKnowledge | None = None,
    listener: Listener | None = None,
    announce: Callable[[ModelPool], None] = lambda pool: None,
    tell: Callable[[str], None] = lambda sentence: None,
    jobs: Jobs = None,
) -> list[Audit]:
    """Audit releases of a corpus; arguments as for `audit_releases`."""
    documents = originals if isinstance(originals, Sequence) else Spool(originals)
    check_audit(documents, options, pool)
    announce(pool)
    run = AuditRun(options, folder, pool, human, listener)
    with paid_in(folder) as spent:
        async with workers_for(jobs, _lengths(documents, releases)) as workers:
            run = replace(run, workers=workers)
            audited = await audit_releases(documents, releases, run)
            ranks = rank_agreement(_cpr_by_attacker(audited, options))
            compared = options.judge is None and bool(releases)  # originals not with themselves
            examined = [await examine(one, run, compared=compared) for one in audited]
            confirmed: Sequence[Confirmed | None] = [None for _ in examined]
            if options.confirm is not None:
                confirmed = await confirm_releases(examined, run, options.confirm, tell)
            background = None if known is None else await read_background(known, run)
            return [
                await _audit(*pair, run, spent, ranks, background) for pair in zip(examined, confirmed, strict=True)
            ]


def _lengths(documents: Sequence[Document], releases: Mapping[str, Mapping[str, Release]]) -> Iterator[int]:
    """Yield how much there is to read of each document; its releases are about as long as itself."""
    return ((1 + len(releases)) * len(document.text) for document in documents)


def check_audit(documents: Sequence[Document], options: AuditOptions, pool: ModelPool) -> None:
    """Refuse before any work what cannot be audited so, and open all that is asked."""
    check_confirm(options, documents)
    _open_models(replace(options, attackers=author_attackers(options.attackers, documents)), pool)


def _open_models(options: AuditOptions, pool: ModelPool) -> None:
    """Open all that is needed, so that a host, a key, an extra or weights that are missing show before any work."""
    confirm = options.confirm
    asked = (*options.attackers, options.labeller, None if confirm is None else confirm.by)
    for attacker in asked:
        if attacker is not None and (confirm is None or attacker != confirm.by or recorded_file(attacker) is None):
            open_attacker(attacker, pool)  # what is yet to be read by hand may have no file yet
    for model in (options.judge, options.who_matches):
        if model is not None:
            pool.model(model)
    if options.embedder is not None:
        open_encoder(options.embedder, "comparing meanings by embeddings")


async def _audit(
    examined: Examined,
    confirmed: Confirmed | None,
    run: AuditRun,
    spent: Spending,
    ranks: Mapping[str, float | None],
    background: Background | None,
) -> Audit:
    utility = await _utility(examined, run.pool) if examined.changed else None
    people, results = await audit_results(
        examined, run, spent, utility=utility, ranks=ranks, confirmed=confirmed, background=background
    )
    audited = examined.audited
    return Audit(audited.name, results, audited.scored, _ReadTexts(audited, examined), audited.original or (), people)


class _ReadTexts(Mapping[str, TextPair]):
    """Released texts that were read by document, each with its original where any was changed."""

    def __init__(self, audited: AuditedRelease, examined: Examined) -> None:
        self._ids, self._lost, self._changed = examined.read, examined.lost, examined.changed
        self._releases, self._findings = audited.releases, audited.findings
        self._documents = audited.truth.documents

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._findings and id_ in self._documents and id_ not in self._lost

    def __getitem__(self, id_: str) -> TextPair:
        if id_ not in self:
            raise KeyError(id_)
        return TextPair(self._releases[id_].text, self._documents[id_].text if self._changed else None)


def _cpr_by_attacker(audited: Sequence[AuditedRelease], options: AuditOptions) -> dict[str, dict[str, float | None]]:
    """Return what each attacker left protected of each release; nothing where there is one attacker alone."""
    figures: dict[str, dict[str, float | None]] = {}
    for one in audited:
        for name, scored in one.by_attacker.items() if len(one.by_attacker) > 1 else ():
            fold = ProtectionFold(options.profile)
            for document in scored:
                fold.add(document)
            figures.setdefault(name, {})[one.name] = fold.cpr()
    return figures


async def _utility(examined: Examined, pool: ModelPool) -> dict[str, Rate]:
    """Return how much of the text is left; with a judge also how well it reads and means the same."""
    audited, options = examined.audited, examined.options
    documents, releases = audited.truth.documents, audited.releases
    rates = examined.utility or {}
    if options.judge is not None:
        judge = pool.model(options.judge)
        fold = UtilityFold("rouge_1" if audited.seen.about_authors else "rouge_l")
        await in_order(
            ((documents[id_], releases[id_]) for id_ in examined.read),
            lambda pair: _rated(judge, *pair),
            fold.add,
            at_once=CONCURRENCY,
        )
        rates = fold.rates()
    if options.embedder is not None:
        texts = [(documents[id_].text, releases[id_].text) for id_ in examined.read]
        rates = {**rates, "embedding": embedding_similarity(texts, options.embedder)}
    return rates


async def _rated(judge: Model, document: Document, release: Release) -> Utility:
    """Rate a release; once the budget is used up, what the words alone tell is still told."""
    try:
        return await judge_utility(judge, document, release)
    except BudgetExhaustedError as error:
        return replace(measure_utility(document, release), failed=error.problem)
