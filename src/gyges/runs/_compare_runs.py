"""Two audits held against each other, with what a reader must know before any figure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gyges.attacks import is_embedded
from gyges.records import JsonValue
from gyges.runs._audited import CUT_OFF, PUBLISHED_ORIGINALS, UNKNOWN_IDS, WEAK_READER
from gyges.scoring import (
    AuditComparison,
    CoverageRow,
    Results,
    StrongComparison,
    check_profile,
    check_same_terms,
    compare_audits,
    compare_strong,
    scored_from_results,
)

LEAST_WHOLE = 0.95
"""The share of releases that must not be cut off; ours, as for coverage."""

_NAMED = 5  # ids in a sentence


def shortcomings(results: Results) -> dict[str, str]:
    """Return a sentence for each shortcoming of an audit by its name, less those that the user accepts."""
    found = {
        WEAK_READER: _weak_readers(results),
        CUT_OFF: _cut_off(results),
        PUBLISHED_ORIGINALS: _published(results),
        UNKNOWN_IDS: _unknown(results),
    }
    return {name: sentence for name, sentence in found.items() if sentence and name not in results.accepted}


def _weak_readers(results: Results) -> str:
    confirming = None if results.confirmed is None else results.confirmed.reader
    said = []
    for who, reader in (("this reader", results.reader), ("the confirming reader", confirming)):
        if reader is None or not reader.is_weak:
            continue
        texts = "originals" if reader.by == "originals" else "invented texts with known people"
        said.append(
            f"{who} is too weak to say anything: {reader.name or 'it'} said something of {reader.read:,} of "
            f"{reader.documents:,} {texts}, where {reader.least_read:.0%} are asked for, and found "
            f"{reader.found:,.0f} of {reader.facts:,} facts, where {reader.least_found:.0%} are; "
            f"to accept that, pass --accept {WEAK_READER}"
        )
    return "; ".join(said)


def _cut_off(results: Results) -> str:
    kept = results.kept
    if kept is None or kept.whole is None or kept.whole >= LEAST_WHOLE:
        return ""
    are = "release is" if len(kept.cut) == 1 else "releases are"
    return (
        f"{len(kept.cut):,} of {kept.documents:,} {are} cut off: less than {kept.least:.0%} of the words of the "
        "original, or the original up to the middle of a sentence; to accept that, pass --least-kept 0"
    )


def _published(results: Results) -> str:
    if not results.elsewhere:
        return ""
    named = [f"'{row.original}' as '{row.released_as}'" for row in results.elsewhere[:_NAMED]]
    more = ", ..." if len(results.elsewhere) > _NAMED else ""
    return (
        f"originals are published under other ids: {', '.join(named)}{more}; "
        f"to accept that, pass --accept {PUBLISHED_ORIGINALS}"
    )


def _unknown(results: Results) -> str:
    ids = results.coverage.unknown_releases
    if not ids:
        return ""
    named = ", ".join(ids[:_NAMED]) + (", ..." if len(ids) > _NAMED else "")
    texts = "1 released text has" if len(ids) == 1 else f"{len(ids):,} released texts have"
    return (
        f"{texts} an id that no original has, and nobody checked it ({named}); "
        f"to accept that, pass --accept {UNKNOWN_IDS}"
    )


@dataclass(frozen=True, slots=True)
class RunComparison:
    """The second audit against the first."""

    differences: tuple[str, ...]  # what differs between them besides the releases
    compared: AuditComparison  # figures and people, pair by pair
    strong: StrongComparison  # what a strong reader leaves of both
    accept_missing: bool  # whether documents that the second lacks are no loss; they are then in no figure
    accept_coverage: float | None
    losses: tuple[str, ...]  # why the second audit is worse than the first, a sentence each; nothing if it is not
    warnings: tuple[str, ...]  # what to read first, the losses among it

    def to_json(self) -> dict[str, JsonValue]:
        """Return the comparison for machines."""
        return {
            "losses": list(self.losses),
            "accepted": {"missing": self.accept_missing, "coverage": self.accept_coverage},
            "differences": list(self.differences),
            **self.compared.to_json(),
            "strong": self.strong.to_json(),
        }


def compare_results(
    first: Results, second: Results, *, accept_missing: bool = False, accept_coverage: float | None = None
) -> RunComparison:
    """Compare two audits of the same documents."""
    differences = check_same_terms(first, second)
    strong = compare_strong(first, second, embedded=(_only_embedded(first), _only_embedded(second)))
    compared = compare_audits(
        scored_from_results(first),
        scored_from_results(second),
        profile=check_profile(first.profile),
        accept_missing=accept_missing,
    )
    if compared.only_first or compared.only_second:
        strong = replace(strong, differences={})  # each is about documents of its own
    losses = (
        _worse_off(compared),
        "" if accept_missing else _missing(compared),
        _failed(compared, second.coverage),
        _fallen(compared, accept_coverage),
        *(said for name, said in shortcomings(second).items() if name not in shortcomings(first)),
    )
    said = tuple(sentence for sentence in losses if sentence)
    terms = f"the audits differ in more than their releases: {'; '.join(differences)}" if differences else ""
    warnings = tuple(warning for warning in (terms, *said, strong.warning) if warning)
    return RunComparison(differences, compared, strong, accept_missing, accept_coverage, said, warnings)


def _worse_off(compared: AuditComparison) -> str:
    worse = len(compared.regressions)
    return f"{worse:,} {'person is' if worse == 1 else 'people are'} protected less" if worse else ""


def _missing(compared: AuditComparison) -> str:
    if not compared.only_first:
        return ""
    return (
        f"missing in the second audit and counted as leaked there: {_documents(compared.only_first)} "
        "(--accept-missing leaves them out)"
    )


def _failed(compared: AuditComparison, coverage: CoverageRow) -> str:
    if not compared.failed_second:
        return ""
    reasons = {failure.id: failure.reason for failure in coverage.failed}
    reason = reasons[compared.failed_second[0]]
    return (
        f"{_documents(compared.failed_second)} failed in the second audit and not in the first; the first of them: "
        f"{reason}"
    )


def _fallen(compared: AuditComparison, least: float | None) -> str:
    before, after, facts = compared.judged_first, compared.judged_second, compared.cpr.denominator
    if after >= before or (least is not None and after / facts >= least):
        return ""
    enough = math.floor(100 * after / facts) / 100
    return (
        f"coverage fell: of {facts:,.0f} facts the first audit could judge {before:,} and the second {after:,} "
        f"(--accept-coverage {enough:g} accepts that)"
    )


def _documents(ids: Sequence[str]) -> str:
    """Return how many documents there are, with the first of their ids."""
    named = ", ".join(ids[:_NAMED]) + (", ..." if len(ids) > _NAMED else "")
    return f"{len(ids):,} {'document' if len(ids) == 1 else 'documents'} ({named})"


def _only_embedded(results: Results) -> bool:
    """Whether nobody but embedded readers attacked, about people or about authors."""
    return is_embedded(str(results.attacker.get("name")).replace("author:", ""))
