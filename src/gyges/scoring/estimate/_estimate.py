"""What a strong reader would leave protected: estimated, never measured, and said with its own error."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gyges.reading import ENGLISH, reading_language
from gyges.records import Document, Fact, Finding, Release
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Z_95, Count, Rate, bootstrap_rates
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.estimate._ask import REFUSED, Odds
from gyges.scoring.estimate._clues import Clues, clues_of
from gyges.scoring.estimate._light import light_model
from gyges.scoring.estimate._verified import Make, verified_model
from gyges.scoring.values import Profile

__all__ = ["StrongEstimate", "estimate_strong", "out_of_scope"]

_STRETCH = 1.5
"""How much longer than any text that was read for it a text may be."""
_LEAST_SHARE = 0.8
"""The share of facts that must be in scope for a figure to be told."""


@dataclass(frozen=True, slots=True)
class StrongEstimate:
    """What a strong reader is expected to leave protected. An estimate: no attack was made and nothing was found.

    Attributes:
        cpr: Expected CPR; its interval holds the error of the model besides that of the documents.
        ipr: Expected IPR, likewise.
        by_tag: Expected protection by kind of fact.
        people: Expected protection of each person, by document and person.
        by: Which make, fitted on what.
        left_out: Why documents are out of scope, by document.
    """

    cpr: Rate
    ipr: Rate
    by_tag: Mapping[str, Rate]
    people: Mapping[tuple[str, str], float]
    by: Mapping[str, str]
    left_out: Mapping[str, str] = field(default_factory=dict)


def estimate_strong(
    scored: Sequence[ScoredDocument],
    documents: Mapping[str, Document],
    releases: Mapping[str, Release],
    findings: Mapping[str, Finding],
    before: Mapping[str, Finding],
    *,
    profile: Profile = "strict",
    odds: Odds | None = None,
) -> StrongEstimate:
    """Estimate what a strong reader would leave protected. Where too little is in scope no figure has a value.

    Documents that failed count as leaked, as in every figure.

    Args:
        scored: The documents after the audit; their verdicts say which facts count.
        documents: The originals with their people.
        releases: The released texts.
        findings: What the embedded reader found in the releases.
        before: What it found in the originals.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
        odds: What a verifier said (`verifier_odds`); None for the light make, which asks nobody.
    """
    model = light_model()
    make: Make = model if odds is None else verified_model()
    rows: list[list[tuple[str, str, float]]] = []  # by document: person, tag, chance
    left_out: dict[str, str] = {}
    facts_left = facts_all = 0
    for one in scored:
        counted = {s.truth.id: [v.truth for v in counted_verdicts(s, profile)] for s in one.subjects}
        facts_all += sum(map(len, counted.values()))
        if one.failed is not None:  # a failure is never privacy, for no reader
            rows.append([(person, fact.tag, 1.0) for person, facts in counted.items() for fact in facts])
            continue
        known = one.id in documents and one.id in findings and one.id in before
        why = out_of_scope(documents.get(one.id), releases.get(one.id) if known else None, model.longest)
        if not why and odds is not None and odds.get(one.id) is None and releases[one.id].text.strip():
            why = REFUSED
        if why:
            left_out[one.id] = why
            facts_left += sum(map(len, counted.values()))
            rows.append([])
            continue
        if not releases[one.id].text.strip():  # nobody tells anything from nothing
            rows.append([(person, fact.tag, 0.0) for person, facts in counted.items() for fact in facts])
            continue
        clues = list(
            clues_of(documents[one.id], releases[one.id], findings[one.id], before[one.id], model.guesses, counted)
        )
        said = odds[one.id] if odds is not None else None
        rows.append(_chances([(subject.id, fact, clue) for subject, fact, clue in clues], said))
    told = any(row and one.failed is None for one, row in zip(scored, rows, strict=True))
    if not told or facts_all - facts_left < _LEAST_SHARE * facts_all:
        rows = [[] for _ in rows]
    return _summed(scored, rows, left_out, make)


def out_of_scope(document: Document | None, release: Release | None, longest: int) -> str:
    """Return in words why a release is beyond what the estimate was fitted on, empty if it is not."""
    if document is None or release is None:
        return "it was not read"
    if (language := reading_language(document.text)) != ENGLISH:
        return f"it is in {language}, and the estimate was fitted on readings of English"
    if len(release.text) > _STRETCH * longest:
        return f"it is longer than {_STRETCH * longest:,.0f} characters"
    return ""


def _chances(rows: Sequence[tuple[str, Fact, Clues]], odds: Sequence[float] | None) -> list[tuple[str, str, float]]:
    chances = light_model().chances([(fact.tag, clues) for _, fact, clues in rows])
    if odds is not None:
        chances = verified_model().chances([fact.tag for _, fact, _ in rows], chances, odds)
    return [(person, fact.tag, chance) for (person, fact, _), chance in zip(rows, chances, strict=True)]


def _summed(
    scored: Sequence[ScoredDocument],
    rows: Sequence[Sequence[tuple[str, str, float]]],
    left_out: Mapping[str, str],
    make: Make,
) -> StrongEstimate:
    people: dict[tuple[str, str], float] = {}
    shares: list[list[float]] = []
    for document, row in zip(scored, rows, strict=True):
        told: dict[str, list[float]] = {}
        for person, _, chance in row:
            told.setdefault(person, []).append(1 - chance)
        kept = {person: sum(own) / len(own) for person, own in told.items()}
        people |= {(document.id, person): value for person, value in kept.items()}
        shares.append(list(kept.values()))
    rates = bootstrap_rates(
        {
            "cpr": [Count(sum(1 - chance for _, _, chance in row), len(row)) for row in rows],
            "ipr": [Count(sum(kept), len(kept)) for kept in shares],
        }
    )
    documents = sum(bool(row) for row in rows)
    tags = dict.fromkeys(tag for row in rows for _, tag, _ in row)
    by_tag = bootstrap_rates({tag: [_of_tag(row, tag) for row in rows] for tag in tags})
    return StrongEstimate(
        cpr=_widened(rates["cpr"], documents, make),
        ipr=replace(_widened(rates["ipr"], documents, make), subjects=len(people)),
        by_tag={tag: _widened(rate, documents, make) for tag, rate in by_tag.items()},
        people=people,
        by={"make": make.version, "trained_on": make.trained_on},
        left_out=left_out,
    )


def _of_tag(row: Iterable[tuple[str, str, float]], tag: str) -> Count:
    kept = [1 - chance for _, one, chance in row if one == tag]
    return Count(sum(kept), len(kept))


def _widened(rate: Rate, documents: int, make: Make) -> Rate:
    """Return a rate whose interval also holds what the model may be wrong by."""
    if rate.value is None or rate.low is None or rate.high is None:
        return rate
    error = Z_95 * math.sqrt(make.method_error**2 + make.document_error**2 / max(documents, 1))
    low = rate.value - math.hypot(rate.value - rate.low, error)
    high = rate.value + math.hypot(rate.high - rate.value, error)
    return Rate(rate.value, max(0.0, low), min(1.0, high), rate.numerator, rate.denominator, rate.subjects)
