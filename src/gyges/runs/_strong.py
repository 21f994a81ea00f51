"""What a strong reader makes of a release that embedded readers read: estimated for all, and as read where one did."""

from dataclasses import dataclass, replace

from gyges.attacks import RecordedAttack, is_embedded
from gyges.attacks.tiny import TinyVerifier, open_tiny, tiny_is_here
from gyges.runs._audited import UNRELEASED, AuditedRelease, AuditOptions, why_unreleased
from gyges.runs._examined import ExpectedPeople, look_at_all, look_terms
from gyges.runs.workers import Crew, DocumentLook
from gyges.scoring import (
    Odds,
    Rate,
    ScoredDocument,
    StrongEstimate,
    StrongFold,
    protection,
    score_labelled,
    unscored_document,
    verifier_odds,
)

__all__ = ["StrongRead", "is_estimated", "strong_estimate", "strong_odds", "strong_read", "with_make"]


@dataclass(frozen=True, slots=True)
class StrongRead:
    """What a strong reader did leave protected in the documents it read.

    Attributes:
        cpr: CPR over these documents and those without a release, which have leaked.
        ipr: IPR over the same.
        by: The recorded readings.
        documents: How many were read.
        of: How many there are.
        failed: How many have no release.
    """

    cpr: Rate
    ipr: Rate
    by: str
    documents: int
    of: int
    failed: int = 0


MOST_ASKED = 20
"""Texts of a whole run, all its releases together, up to which the verifier is asked unless somebody wants more: two or
three minutes on two cores, at 16 seconds of a core for a text of 2,000 characters with 42 facts
(benchmarks/estimate_speed.py)."""


def with_make(options: AuditOptions, texts: int) -> AuditOptions:
    """Decide once for a run which make of the estimate it has, so that all its releases have the same.

    As told, else the verifier is asked where it is on this machine and takes no more than minutes, or attacks anyway.

    Args:
        options: How the run audits.
        texts: How many texts it reads, all releases together.
    """
    if options.strong != "auto":
        return options
    few = texts <= MOST_ASKED or any("tiny" in spec for spec in options.attackers)
    return replace(options, strong="verified" if few and tiny_is_here() else "light")


def is_estimated(audited: AuditedRelease, options: AuditOptions) -> bool:
    """Whether what a strong reader would leave protected is estimated: only embedded readers read the release."""
    return all(is_embedded(spec) for spec in options.attackers) and not audited.seen.authors


async def strong_odds(audited: AuditedRelease, options: AuditOptions) -> Odds | None:
    """Return what the verifier says of every fact; None where it is not asked.

    Raises:
        ConfigError: The make ``verified`` was asked for, and the weights are not on this machine.
    """
    asks = with_make(options, len(audited.findings)).strong == "verified"
    return await _odds(audited, options) if asks else None


async def strong_estimate(
    audited: AuditedRelease, options: AuditOptions, workers: Crew | None = None
) -> StrongEstimate | None:
    """Return the estimate for a release that only embedded readers read; None where a stronger one did.

    Its clues are what `rules` finds, so that is read again where another embedded attacker was asked.

    Raises:
        ConfigError: The make ``verified`` was asked for, and the weights are not on this machine.
    """
    if not is_estimated(audited, options):
        return None
    odds = await strong_odds(audited, options)
    terms = look_terms(audited, options, strong=True, verified=odds is not None, figures=False)
    fold, people = StrongFold(verified=terms.verified), ExpectedPeople()

    def take(id_: str, seen: DocumentLook) -> None:
        if seen.chances is not None:
            people.add(id_, fold.add(id_, seen.chances))

    await look_at_all(audited, workers, terms, odds, take)
    return fold.estimate(people)


async def _odds(audited: AuditedRelease, options: AuditOptions) -> Odds:
    releases = {id_: audited.releases[id_] for id_ in audited.findings}
    verifier = TinyVerifier(open_tiny())
    return await verifier_odds(verifier, audited.scored, audited.truth.documents, releases, profile=options.profile)


def strong_read(audited: AuditedRelease, options: AuditOptions, readings: RecordedAttack) -> StrongRead | None:
    """Return what recorded readings say of the very texts that were released; None where none of them was read."""
    scored: list[ScoredDocument] = []
    failed: list[ScoredDocument] = []
    for id_, document in audited.truth.documents.items():
        release = audited.releases.get(id_)
        why = why_unreleased(document, release)
        if release is None or why is not None:  # a failure is never privacy, for no reader
            people = document.subjects or ()
            failed.append(unscored_document(id_, people, why or UNRELEASED, min_certainty=options.min_certainty))
            continue
        finding = readings.find(release.text, id_)
        if finding is not None:
            scored.append(
                score_labelled(
                    document,
                    finding,
                    release=release,
                    profile=options.profile,
                    min_certainty=options.min_certainty,
                    who=audited.truth.recorded(finding),
                )
            )
    if not scored:
        return None
    rates = protection([*scored, *failed], profile=options.profile)
    documents = len(audited.truth.documents)
    return StrongRead(rates["cpr"], rates["ipr"], readings.name, len(scored), documents, len(failed))
