"""What a strong reader makes of a release that embedded readers read: estimated for all, and as read where one did."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gyges.attacks import AttackOptions, RecordedAttack, RulesAttack, is_embedded
from gyges.attacks.tiny import TinyVerifier, open_tiny, tiny_is_here
from gyges.records import Finding
from gyges.runs._audit import RULES, AuditedRelease, AuditOptions
from gyges.scoring import (
    Odds,
    Rate,
    StrongEstimate,
    estimate_strong,
    is_about_author,
    protection,
    recorded_alignment,
    score_labelled,
    verifier_odds,
)

__all__ = ["StrongRead", "strong_estimate", "strong_read", "with_make"]


@dataclass(frozen=True, slots=True)
class StrongRead:
    """What a strong reader did leave protected in the documents it read.

    Attributes:
        cpr: CPR over these documents.
        ipr: IPR over these documents.
        by: The recorded readings.
        documents: How many were read.
        of: How many there are.
    """

    cpr: Rate
    ipr: Rate
    by: str
    documents: int
    of: int


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
    documents = audited.truth.documents
    scored = []
    for id_, release in audited.releases.items():
        finding = readings.find(release.text, id_) if id_ in documents and id_ in audited.findings else None
        if finding is not None:
            who = recorded_alignment(documents[id_], finding)
            scored.append(
                score_labelled(
                    documents[id_],
                    finding,
                    release=release,
                    profile=options.profile,
                    min_certainty=options.min_certainty,
                    who=who,
                )
            )
    if not scored:
        return None
    rates = protection(scored, profile=options.profile)
    return StrongRead(rates["cpr"], rates["ipr"], readings.name, len(scored), len(documents))


def _by_rules(texts: Mapping[str, str], options: AttackOptions) -> dict[str, Finding]:
    rules = RulesAttack(options)
    return {id_: rules.find(text, id_) for id_, text in texts.items()}
