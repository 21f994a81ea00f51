"""Audits from one end to the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gyges.attacks import is_embedded, open_attacker, recorded_file
from gyges.attacks.tiny import open_tiny
from gyges.corpus import BackgroundKnowledge, Spool
from gyges.errors import BudgetExhaustedError
from gyges.models import Model, ModelPool, open_encoder
from gyges.records import Document, Release
from gyges.runs._audit import audit_releases
from gyges.runs._audited import AuditedRelease, AuditOptions
from gyges.runs._authors import author_attackers
from gyges.runs._background import Background, read_background
from gyges.runs._confirm import Confirmed, check_confirm, confirm_releases
from gyges.runs._events import Listener
from gyges.runs._examined import Examined, examine, look_terms
from gyges.runs._figures import audit_results
from gyges.runs._guessed import guess_all
from gyges.runs._in_order import in_order
from gyges.runs._made import MadeFrom
from gyges.runs._people_rows import PeopleRows
from gyges.runs._strong import is_estimated, strong_odds, with_make
from gyges.runs.workers import Crew, Jobs, workers_for
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

__all__ = ["Audit", "audit_corpus", "check_audit"]


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
    texts: Mapping[str, tuple[str, str | None]]
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
    """Audit releases of a corpus; arguments as for `audit_releases`.

    Args:
        originals: The documents before anything was done to them.
        releases: Releases by name, then by document id; empty to audit the originals themselves.
        folder: The run folder.
        pool: The models.
        options: Attackers, judge, profile.
        human: Recorded decisions on pairs of values.
        known: What an adversary knows already. No attack on a release sees it; the two meet afterwards.
        listener: Told how it goes on.
        announce: Called when all models are open and before any text is sent.
        tell: Told before a sample is read what it takes and what to expect.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.
    """
    documents = originals if isinstance(originals, Sequence) else Spool(originals)
    options = with_make(options, sum(map(len, releases.values())) or len(documents))
    check_audit(documents, options, pool)
    announce(pool)
    async with workers_for(jobs, _lengths(documents, releases)) as workers:
        audited = await audit_releases(
            documents, releases, folder, pool, options=options, human=human, listener=listener, workers=workers
        )
        ranks = rank_agreement(_cpr_by_attacker(audited, options))
        confirmed: list[Confirmed | None] = [None for _ in audited]
        if options.confirm is not None:
            confirmed = [
                *await confirm_releases(
                    audited, options, options.confirm, folder, pool, human=human, listener=listener, tell=tell
                )
            ]
        background = None
        if known is not None:
            background = await read_background(known, options, folder, pool, listener=listener, workers=workers)
        return [
            await _audit(*pair, options, pool, ranks, background, workers)
            for pair in zip(audited, confirmed, strict=True)
        ]


def _lengths(documents: Sequence[Document], releases: Mapping[str, Mapping[str, Release]]) -> Iterator[int]:
    """Yield how much there is to read of each document; its releases are about as long as itself."""
    return ((1 + len(releases)) * len(document.text) for document in documents)


def check_audit(documents: Sequence[Document], options: AuditOptions, pool: ModelPool) -> None:
    """Refuse before any work what cannot be audited so, and open all that is asked.

    Raises:
        GygesError: A model, a host, a key, an extra or weights are missing, or nothing can be confirmed so.
    """
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
    if options.strong == "verified" and all(map(is_embedded, options.attackers)):
        open_tiny()
    if options.embedder is not None:
        open_encoder(options.embedder, "comparing meanings by embeddings")


async def _audit(
    audited: AuditedRelease,
    confirmed: Confirmed | None,
    options: AuditOptions,
    pool: ModelPool,
    ranks: Mapping[str, float | None],
    background: Background | None,
    workers: Crew | None,
) -> Audit:
    audited = replace(audited, out_of_budget=pool.ledger.refused)
    estimated = confirmed is None and is_estimated(audited, options)
    odds = await strong_odds(audited, options) if estimated else None
    compared = options.judge is None and not isinstance(audited.releases, MadeFrom)  # not with themselves
    terms = look_terms(audited, options, strong=estimated, verified=odds is not None, utility=compared)
    examined = await examine(audited, options, workers, terms, odds)
    audited = examined.audited
    utility = await _utility(audited, examined, options, pool) if examined.changed else None
    strong = examined.strong if confirmed is None else confirmed.strong
    people = PeopleRows(audited, strong)
    prior = await guess_all(audited, options, examined, people, workers)
    results = audit_results(
        audited,
        options,
        pool.ledger.total,
        strong=strong,
        utility=utility,
        ranks=ranks,
        confirmed=confirmed,
        background=background,
        prompts=pool.settings.prompts.digests(),
        examined=examined,
        people=people,
        prior=prior,
    )
    texts = _ReadTexts(audited, examined)
    return Audit(audited.name, results, audited.scored, texts, audited.original or (), people)


class _ReadTexts(Mapping[str, tuple[str, str | None]]):
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

    def __getitem__(self, id_: str) -> tuple[str, str | None]:
        if id_ not in self:
            raise KeyError(id_)
        return self._releases[id_].text, self._documents[id_].text if self._changed else None


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


async def _utility(
    audited: AuditedRelease, examined: Examined, options: AuditOptions, pool: ModelPool
) -> dict[str, Rate]:
    """Return how much of the text is left; with a judge also how well it reads and means the same."""
    documents, releases = audited.truth.documents, audited.releases
    rates = examined.utility or {}
    if options.judge is not None:
        judge = pool.model(options.judge)
        fold = UtilityFold("rouge_1" if audited.seen.about_authors else "rouge_l")
        await in_order(
            ((documents[id_], releases[id_]) for id_ in examined.read),
            lambda pair: _rated(judge, *pair),
            fold.add,
            at_once=options.concurrency,
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
