"""Audits from one end to the other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gyges.attacks import is_embedded, open_attacker, recorded_file
from gyges.attacks.tiny import open_tiny
from gyges.corpus import BackgroundKnowledge
from gyges.errors import BudgetExhaustedError
from gyges.models import Model, ModelPool, open_encoder, together
from gyges.records import Document, Release
from gyges.runs._audit import AuditedRelease, AuditOptions, audit_releases
from gyges.runs._authors import author_attackers, overlap_of
from gyges.runs._background import Background, read_background
from gyges.runs._confirm import Confirmed, check_confirm, confirm_releases
from gyges.runs._events import Listener
from gyges.runs._figures import audit_results
from gyges.runs._strong import strong_estimate, with_make
from gyges.runs.workers import Crew, Jobs, ReleasePair, at_once, remote_utility, workers_for
from gyges.scoring import (
    HumanDecisions,
    Rate,
    Results,
    ScoredDocument,
    Utility,
    embedding_similarity,
    judge_utility,
    measure_utility,
    protection,
    rank_agreement,
    utility_rates,
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
    """

    name: str
    results: Results
    scored: tuple[ScoredDocument, ...]
    texts: Mapping[str, tuple[str, str | None]]
    original: tuple[ScoredDocument, ...] = ()


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
    documents = list(originals)
    options = with_make(options, sum(map(len, releases.values())) or len(documents))
    check_audit(documents, options, pool)
    announce(pool)
    async with workers_for(jobs, _characters(documents, releases)) as workers:
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


def _characters(documents: Sequence[Document], releases: Mapping[str, Mapping[str, Release]]) -> int:
    """Return how much there is to read, all releases together; they are about as long as their originals."""
    return (1 + len(releases)) * sum(len(document.text) for document in documents)


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
    documents = audited.truth.documents
    released = {id_: audited.releases[id_] for id_ in documents if id_ in audited.findings}
    changed = any(release.text != documents[id_].text for id_, release in released.items())
    utility = await _utility(documents, released, options, pool, workers) if changed else None
    texts = {id_: (release.text, documents[id_].text if changed else None) for id_, release in released.items()}
    strong = await strong_estimate(audited, options) if confirmed is None else confirmed.strong
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
    )
    return Audit(audited.name, results, tuple(audited.scored), texts, tuple(audited.original or ()))


def _cpr_by_attacker(audited: Sequence[AuditedRelease], options: AuditOptions) -> dict[str, dict[str, float | None]]:
    figures: dict[str, dict[str, float | None]] = {}
    for one in audited:
        for name, scored in one.by_attacker.items():
            figures.setdefault(name, {})[one.name] = protection(scored, profile=options.profile)["cpr"].value
    return figures


async def _utility(
    documents: Mapping[str, Document],
    releases: Mapping[str, Release],
    options: AuditOptions,
    pool: ModelPool,
    workers: Crew | None,
) -> dict[str, Rate]:
    """Measure how much of the text is left; with a judge also how well it reads and means the same."""
    if options.judge is None:
        pairs = [ReleasePair(documents[id_], release) for id_, release in releases.items()]
        rates = utility_rates(await _measured(pairs, workers))
    else:
        judge = pool.model(options.judge)
        jobs = [partial(_rated, judge, documents[id_], one) for id_, one in releases.items()]
        rows = await together(jobs, at_once=options.concurrency)
        rates = utility_rates(rows, overlap=overlap_of(documents.values()))
    if options.embedder is not None:
        texts = [(documents[id_].text, release.text) for id_, release in releases.items()]
        rates = {**rates, "embedding": embedding_similarity(texts, options.embedder)}
    return rates


async def _measured(pairs: Sequence[ReleasePair], workers: Crew | None) -> list[Utility]:
    if workers is None:
        return [measure_utility(pair.document, pair.release) for pair in pairs]
    remote = remote_utility()
    jobs = [partial(workers.do, remote, pair, f"the utility of '{pair.document.id}'") for pair in pairs]
    return await together(jobs, at_once=at_once(workers, 0))


async def _rated(judge: Model, document: Document, release: Release) -> Utility:
    """Rate a release; once the budget is used up, what the words alone tell is still told."""
    try:
        return await judge_utility(judge, document, release)
    except BudgetExhaustedError as error:
        return replace(measure_utility(document, release), failed=error.problem)
