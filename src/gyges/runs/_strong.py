"""What a strong reader would make of a release where none was there: an estimate beside the embedded figures."""

from collections.abc import Mapping

from gyges.attacks import AttackOptions, RulesAttack, is_embedded
from gyges.records import Finding
from gyges.runs._audit import RULES, AuditedRelease, AuditOptions
from gyges.scoring import StrongEstimate, estimate_strong, is_about_author

__all__ = ["strong_estimate"]


def strong_estimate(audited: AuditedRelease, options: AuditOptions) -> StrongEstimate | None:
    """Return the estimate for a release that only embedded readers read; None where a stronger one did.

    Its clues are what `rules` finds, so that is read again where another embedded attacker was asked.
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
    return estimate_strong(audited.scored, documents, audited.releases, findings, before, profile=options.profile)


def _by_rules(texts: Mapping[str, str], options: AttackOptions) -> dict[str, Finding]:
    rules = RulesAttack(options)
    return {id_: rules.find(text, id_) for id_, text in texts.items()}
