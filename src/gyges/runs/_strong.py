"""What a strong reader makes of a release that embedded readers read: estimated for all, and as read where one did."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gyges.attacks import AttackOptions, RecordedAttack, RulesAttack, is_embedded
from gyges.attacks.tiny import TinyVerifier, open_tiny, tiny_is_here
from gyges.records import Finding
from gyges.runs._audit import RULES, UNRELEASED, AuditedRelease, AuditOptions, why_unreleased
from gyges.scoring import (
    Odds,
    Rate,
    ScoredDocument,
    StrongEstimate,
    estimate_strong,
    is_about_author,
    protection,
    score_labelled,
    unscored_document,
    verifier_odds,
)

__all__ = ["StrongRead", "strong_estimate", "strong_read", "with_make"]


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


async def strong_estimate(audited: AuditedRelease, options: AuditOptions) -> StrongEstimate | None:
    """Return the estimate for a release that only embedded readers read; None where a stronger one did.

    Its clues are what `rules` finds, so that is read again where another embedded attacker was asked.

    Raises:
        ConfigError: The make ``verified`` was asked for, and the weights are not on this machine.
    """
    documents = audited.truth.documents
    if not all(is_embedded(spec) for spec in options.attackers) or any(map(is_about_author, documents.values())):
        return None
    texts = {id_: audited.releases[id_].text for id_ in audited.findings if id_ in documents}
    originals = {id_: documents[id_].text for id_ in texts}
    if audited.attacker == RULES:
        findings, before = audited.findings, audited.before
    else:
        findings, before = _by_rules(texts, options.attack), _by_rules(originals, options.attack)
    asks = with_make(options, len(texts)).strong == "verified"
    odds = await _odds(audited, options) if asks else None
    return estimate_strong(
        audited.scored, documents, audited.releases, findings, before, profile=options.profile, odds=odds
    )


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


def _by_rules(texts: Mapping[str, str], options: AttackOptions) -> dict[str, Finding]:
    rules = RulesAttack(options)
    return {id_: rules.find(text, id_) for id_, text in texts.items()}
