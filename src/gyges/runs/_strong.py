"""What a strong reader would make of a release where none was there: an estimate beside the embedded figures."""

from collections.abc import Mapping

from gyges.attacks import AttackOptions, RulesAttack, is_embedded
from gyges.attacks.tiny import TinyVerifier, open_tiny, tiny_is_here
from gyges.records import Finding
from gyges.runs._audit import RULES, AuditedRelease, AuditOptions
from gyges.scoring import Odds, StrongEstimate, estimate_strong, is_about_author, verifier_odds

__all__ = ["strong_estimate"]

MOST_ASKED = 40
"""Texts up to which the verifier is asked unless somebody wants more: some minutes on two cores."""


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
    odds = await _odds(audited, options) if _asks(options, len(texts)) else None
    return estimate_strong(
        audited.scored, documents, audited.releases, findings, before, profile=options.profile, odds=odds
    )


def _asks(options: AuditOptions, texts: int) -> bool:
    """Whether the verifier is asked: as told, else where it is on this machine and takes no more than minutes."""
    if options.strong != "auto":
        return options.strong == "verified"
    return tiny_is_here() and (texts <= MOST_ASKED or any("tiny" in spec for spec in options.attackers))


async def _odds(audited: AuditedRelease, options: AuditOptions) -> Odds:
    releases = {id_: audited.releases[id_] for id_ in audited.findings}
    verifier = TinyVerifier(open_tiny())
    return await verifier_odds(verifier, audited.scored, audited.truth.documents, releases, profile=options.profile)


def _by_rules(texts: Mapping[str, str], options: AttackOptions) -> dict[str, Finding]:
    rules = RulesAttack(options)
    return {id_: rules.find(text, id_) for id_, text in texts.items()}
