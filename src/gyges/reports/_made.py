"""What failed, and how an audit was made."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.reports._figures import Table
from gyges.reports._plain import NOTHING, clipped, label, number
from gyges.reports._views import AuditView, Results
from gyges.reports._words import setting, setting_name, truth_name

__all__ = ["Failures", "cost", "failures", "made_of"]

_CODE = re.compile(r"^GY\d{3}\b")
_LONGEST_SETTING = 300


@dataclass(frozen=True, slots=True)
class Failures:
    """The failed documents of one audit."""

    audit: str
    table: Table


def failures(audits: Sequence[AuditView], *, show_text: bool) -> tuple[Failures, ...]:
    """Return every failed document; without texts only how many failed where, because reasons may quote them."""
    found = []
    for audit in audits:
        failed = audit.results.coverage.failed
        if show_text and failed:
            rows = tuple((row.id, row.stage, row.reason) for row in failed)
            found.append(Failures(audit.name, Table(("Document", "Stage", "Reason"), rows)))
        elif failed:
            counts: dict[tuple[str, str], int] = {}
            for row in failed:
                code = _CODE.match(row.reason)
                key = (row.stage, code[0] if code else "withheld")
                counts[key] = counts.get(key, 0) + 1
            cells = tuple((stage, code, number(count)) for (stage, code), count in counts.items())
            found.append(Failures(audit.name, Table(("Stage", "Reason", "Documents"), cells)))
    return tuple(found)


def made_of(audits: Sequence[AuditView], version: str) -> Table:
    """Return how the audits were made, one row a setting; where they differ, each is named."""
    columns = {audit.name: dict(_made(audit)) for audit in audits}
    names = list(dict.fromkeys(name for column in columns.values() for name in column))
    rows = tuple((name, _said({who: column.get(name, NOTHING) for who, column in columns.items()})) for name in names)
    return Table(("Setting", "Value"), (*rows, ("Report by", f"Gyges {version}")))


def _said(values: Mapping[str, str]) -> str:
    """Return a setting once where all audits share it, else once for each audit."""
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return "; ".join(f"{who}: {value}" for who, value in values.items())


def cost(results: Results) -> str:
    """Return what an audit cost, in one line."""
    said = [f"{label(name)}: {number(value)}" for name, value in results.cost.items() if name != "usd"]
    usd = results.cost.get("usd")
    return "; ".join([*said, "cost unknown" if usd is None else f"US$ {usd:,.2f}"])


def _made(audit: AuditView) -> list[tuple[str, str]]:
    results = audit.results
    parts = (("Reader", results.attacker), ("Judge", results.judge), ("Anonymizer", results.anonymizer or {}))
    rows = [
        (f"{part}, {setting_name(name)}" if name != "name" else part, clipped(setting(value), _LONGEST_SETTING))
        for part, settings in parts
        for name, value in settings.items()
        if value not in (None, "", [], {})
    ]
    if results.anonymizer is None:
        rows.append(("Anonymizer", "none: the texts as they are"))
    rest = [("Scoring profile", results.profile), ("Truth", truth_name(results.truth)), ("Cost", cost(results))]
    return [*rows, *rest, ("Results file", f"version {results.version}")]
