"""Figures that only a benchmark has: cost of releases, worst-off people, spans of the untouched text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gyges.models import Spending
from gyges.records import Release
from gyges.runs._audited import AuditedRelease
from gyges.scoring import (
    Count,
    Profile,
    Rate,
    RateRow,
    Results,
    ScoredDocument,
    bootstrap_rate,
    counted_verdicts,
    span_recall,
)

__all__ = ["spent_on", "untouched_figures", "worst_people"]


def spent_on(releases: Iterable[Release]) -> Spending:
    """Return what releases cost when they were made, by their traces; what failed on the way is not in it."""
    total = Spending()
    for release in releases:
        cost = release.trace.get("cost")
        if isinstance(cost, Mapping):
            usd = cost.get("usd")
            calls, cached, sent, received = (int(str(cost.get(name) or 0)) for name in _COUNTS)
            total.add(Spending(calls, cached, sent, received, None if usd is None else float(str(usd))))
    return total


_COUNTS = ("calls", "cached_calls", "input_tokens", "output_tokens")


def worst_people(scored: Sequence[ScoredDocument], profile: Profile) -> Rate:
    """Return how protected the worst-off person of a document is, averaged over documents."""
    counts = []
    for document in scored:
        kept = list(_kept(document, profile))
        counts.append(Count(min(kept), 1) if kept else Count(0, 0))
    return bootstrap_rate(counts)


def _kept(document: ScoredDocument, profile: Profile) -> Iterator[float]:
    for subject in document.subjects:
        leaks = [verdict.at_most for verdict in counted_verdicts(subject, profile)]
        if leaks:
            yield 1 - sum(leaks) / len(leaks)


def untouched_figures(results: Results, audited: AuditedRelease) -> Results:
    """Add the span figures of releases that are the originals, which an audit by itself leaves out."""
    documents = list(audited.truth.documents.values())
    if results.spans is not None or not any(document.mentions for document in documents):
        return results
    released = [release for id_, release in audited.releases.items() if id_ in audited.findings]
    rates = span_recall(documents, released, profile="paper" if results.profile == "paper" else "strict")
    rows = {
        "recall": RateRow.model_validate(rates.recall.to_json()),
        "er_direct": RateRow.model_validate(rates.er_direct.to_json()),
        "er_quasi": RateRow.model_validate(rates.er_quasi.to_json()),
    }
    return results.model_copy(update={"spans": rows})
